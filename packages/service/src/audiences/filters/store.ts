import { type Selectable, type SqlBool, sql } from 'kysely';
import { type CountedRows, requireRoom } from '../../account/index.ts';
import type { ContactCondition } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import { violates } from '../../platform/database/violations.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import type { ContactFilterTable } from '../tables.ts';
import { compileGroup } from './compile.ts';
import { refreshFilterKind } from './refresh-kind.ts';
import { everyRule, type Group, isActivityRule, ruleMailings } from './rules.ts';

export type ContactFilter = Omit<Selectable<ContactFilterTable>, 'rules'> & { rules: Group };

export async function findContactFilter(db: Db, accountId: number, id: number): Promise<ContactFilter | undefined> {
  return ofAccount(db, accountId).where('id', '=', id).executeTakeFirst();
}

/** As `findContactFilter`, and keeps others from changing it until the transaction ends. */
export async function lockContactFilter(db: Db, accountId: number, id: number): Promise<ContactFilter | undefined> {
  return ofAccount(db, accountId).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** One page of filters by id. */
export async function listContactFilters(
  db: Db,
  accountId: number,
  page: { page_size: number; page_index: number },
): Promise<ContactFilter[]> {
  return ofAccount(db, accountId)
    .orderBy('id')
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size)
    .execute();
}

/** Names of filters by their ids. */
export async function contactFilters(db: Db, accountId: number, ids: number[]): Promise<Map<number, ContactFilter>> {
  if (ids.length === 0) return new Map();
  const filters = await ofAccount(db, accountId).where(sql<SqlBool>`id = any(${ids}::int8[])`).execute();
  return new Map(filters.map((filter) => [filter.id, filter]));
}

function ofAccount(db: Db, accountId: number) {
  return db.selectFrom('contact_filter').selectAll().where('account_id', '=', accountId).$castTo<ContactFilter>();
}

export async function countContactFilters(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('contact_filter')
    .select((filter) => filter.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes others who add filters to the account wait for the end of the transaction. */
async function lockFilterCount(db: Db, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('contact filters', ${accountId}::int8))`.execute(db);
}

const contactFiltersKept: CountedRows = {
  quota: 'contact-filters',
  rows: (accountId) => sql`select from contact_filter where account_id = ${accountId}`,
};

/** Id of the new filter, whose first refresh is queued. @throws ApiError 409 beyond the quota */
export async function insertContactFilter(
  db: Db,
  accountId: number,
  filter: { name: string; author: string; rules: Group },
): Promise<number> {
  await lockFilterCount(db, accountId);
  await requireRoom(db, accountId, contactFiltersKept, 1);
  const row = await db
    .insertInto('contact_filter')
    .values({
      account_id: accountId,
      name: filter.name,
      author: filter.author,
      rules: json(filter.rules),
      count_rules: everyRule(filter.rules).length,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(db, refreshFilterKind, { accountId, key: String(row.id), payload: { filterId: row.id } });
  await nameMailings(db, accountId, row.id, filter.rules);
  return row.id;
}

/** Replaces the name and the rules of a filter, and queues a refresh. */
export async function replaceRules(
  db: Db,
  { account_id, id }: ContactFilter,
  { name, rules }: { name: string; rules: Group },
): Promise<void> {
  await db
    .updateTable('contact_filter')
    .set({
      name,
      rules: json(rules),
      count_rules: everyRule(rules).length,
      evaluated_at: null,
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('contact_filter_mailing')
    .where('account_id', '=', account_id)
    .where('filter_id', '=', id)
    .execute();
  await nameMailings(db, account_id, id, rules);
  await enqueue(db, refreshFilterKind, { accountId: account_id, key: String(id), payload: { filterId: id } });
}

/** Records the mailings that rules name, so that they are kept. */
async function nameMailings(db: Db, accountId: number, filterId: number, rules: Group): Promise<void> {
  const uses = ruleMailings(rules).map((mailing_id) => ({ account_id: accountId, filter_id: filterId, mailing_id }));
  if (uses.length > 0) await db.insertInto('contact_filter_mailing').values(uses).execute();
}

export async function changeContactFilter(
  db: Db,
  { account_id, id }: ContactFilter,
  change: { name: string } | { locked_by: number | null },
): Promise<void> {
  await db
    .updateTable('contact_filter')
    .set({ ...change, ...('name' in change ? { updated_at: sql<Date>`now()` } : {}) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Tables whose rows are built on filters. */
const users = ['target_group', 'mailing_dispatching'];

/** False when something is built on the filter. The transaction is lost then. */
export async function deleteContactFilter(db: Db, { account_id, id }: ContactFilter): Promise<boolean> {
  try {
    await db.deleteFrom('contact_filter').where('account_id', '=', account_id).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (users.some((table) => violates(error, `${table}_account_id_contact_filter_id_fkey`))) return false;
    throw error;
  }
}

/** Names of the filters that have a rule on a mailing, which cannot be deleted then. */
export async function filtersWithMailing(db: Db, accountId: number, mailingId: number): Promise<string[]> {
  const filters = await db
    .selectFrom('contact_filter_mailing as use')
    .innerJoin('contact_filter as filter', (join) =>
      join.onRef('filter.account_id', '=', 'use.account_id').onRef('filter.id', '=', 'use.filter_id'),
    )
    .select('filter.name')
    .where('use.account_id', '=', accountId)
    .where('use.mailing_id', '=', mailingId)
    .orderBy('filter.id')
    .execute();
  return filters.map(({ name }) => name);
}

/** Names of the filters that have a rule on a custom field. */
export async function filtersWithCustomField(db: Db, accountId: number, fieldId: number): Promise<string[]> {
  const filters = await ofAccount(db, accountId).orderBy('id').execute();
  const concerned = filters.filter(({ rules }) =>
    everyRule(rules).some((rule) => !isActivityRule(rule) && rule.is_customfield && rule.field === String(fieldId)),
  );
  return concerned.map(({ name }) => name);
}

/** The condition that the rules of a filter put on contacts as they are now, counting days from `at`, by default now. */
export function filterCondition(
  { account_id, rules }: Pick<ContactFilter, 'account_id' | 'rules'>,
  at?: Date,
): ContactCondition {
  return (contact) => compileGroup(rules, { accountId: account_id, at }, contact);
}

/** The condition to be among the contacts that the filter had at its last refresh. */
export function memberCondition({ account_id, id, generation }: ContactFilter): ContactCondition {
  return () => sql<SqlBool>`contact.id in (
    select contact_id from contact_filter_member
    where account_id = ${account_id} and filter_id = ${id} and generation = ${generation})`;
}
