import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { contactCounts, contactPieces } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type ContactFilter, filterCondition, memberCondition } from './store.ts';

/** Members that one statement removes. */
const step = 20_000;

/** Begins a new generation of members. The instant is that of the oldest open transaction, whose changes are not seen. */
export async function beginGeneration(
  db: Db,
  { account_id, id }: ContactFilter,
): Promise<{ generation: number; since: Date }> {
  const row = await db
    .updateTable('contact_filter')
    .set({ last_generation: sql<number>`last_generation + 1` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returning([
      'last_generation as generation',
      sql<Date>`least(now(), (
        select min(xact_start) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend'))::timestamptz(3)`.as('since'),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

/** Members that were added, and the id that the next step begins behind. */
interface Added extends contactCounts.ContactCounts {
  last: number;
}

/** Adds the members among the next contacts behind `after`, and counts them; nothing if there are no contacts. */
export async function addMembers(
  db: Db,
  filter: ContactFilter,
  generation: number,
  after: number,
): Promise<Added | undefined> {
  const { account_id, id } = filter;
  const next = await contactPieces.nextPiece(db, account_id, after);
  if (next === undefined) return undefined;
  const { contacts, last } = next;
  const counts = await db
    .with('found', () =>
      contacts.where(filterCondition(filter)).select(['contact.id', contactCounts.isActive.as('is_active')]),
    )
    .with('added', (found) =>
      found
        .insertInto('contact_filter_member')
        .columns(['account_id', 'filter_id', 'generation', 'contact_id'])
        .expression(
          found
            .selectFrom('found')
            .select([
              sql<number>`${account_id}::int8`.as('account_id'),
              sql<number>`${id}::int8`.as('filter_id'),
              sql<number>`${generation}::int4`.as('generation'),
              'found.id as contact_id',
            ]),
        ),
    )
    .selectFrom('found')
    .select([sql<number>`count(*)`.as('all'), sql<number>`count(*) filter (where is_active)`.as('active')])
    .executeTakeFirstOrThrow();
  return { ...counts, last };
}

/**
 * Counts the contacts of a filter by a text that each has or null, without a refresh.
 * @param source by its rules as they find contacts now, or those that it had at its last refresh
 */
export async function countMembers(
  db: Db,
  filter: ContactFilter,
  source: 'rules' | 'members',
  text: RawBuilder<string | null>,
): Promise<Map<string | null, number>> {
  const counts = new Map<string | null, number>();
  for (let after = 0; ; ) {
    const next = await contactPieces.nextPiece(db, filter.account_id, after);
    if (next === undefined) return counts;
    const found = await countTexts(db, next.contacts, filter, source, text);
    for (const { text: key, contacts } of found) counts.set(key, (counts.get(key) ?? 0) + contacts);
    after = next.last;
  }
}

/** Counts those of some contacts that `countMembers` counts without a text. */
export async function countAmong(
  db: Db,
  ids: readonly number[],
  filter: ContactFilter,
  source: 'rules' | 'members',
  text: RawBuilder<string | null>,
): Promise<number> {
  const contacts = db
    .selectFrom('contact')
    .where('account_id', '=', filter.account_id)
    .where(sql<SqlBool>`contact.id = any(${ids}::int8[])`);
  const found = await countTexts(db, contacts, filter, source, text);
  return found.find(({ text: key }) => key === null)?.contacts ?? 0;
}

type Contacts = NonNullable<Awaited<ReturnType<typeof contactPieces.nextPiece>>>['contacts'];

function countTexts(
  db: Db,
  contacts: Contacts,
  filter: ContactFilter,
  source: 'rules' | 'members',
  text: RawBuilder<string | null>,
) {
  const members = contacts
    .where(source === 'rules' ? filterCondition(filter) : memberCondition(filter))
    .select(text.as('text'));
  return db
    .selectFrom(members.as('member'))
    .select((member) => ['text', member.fn.countAll<number>().as('contacts')])
    .groupBy('text')
    .execute();
}

/**
 * Ids of the contacts that fulfil the rules of a filter, days being counted from an instant that may be past. The members
 * that the filter has stay. Fewer when the signal stopped it.
 */
export async function contactsAsOf(db: Db, filter: ContactFilter, at: Date, signal: AbortSignal): Promise<number[]> {
  const ids: number[] = [];
  for (let after = 0; !signal.aborted; ) {
    const next = await contactPieces.nextPiece(db, filter.account_id, after);
    if (next === undefined) break;
    const { contacts, last } = next;
    const rows = await contacts.where(filterCondition(filter, at)).select('contact.id').orderBy('contact.id').execute();
    for (const { id } of rows) ids.push(id);
    after = last;
  }
  return ids;
}

/** A generation that is complete. */
interface Generation extends contactCounts.ContactCounts {
  generation: number;
  since: Date;
}

/** Makes a complete generation the filter's own in one statement, unless a later one is already. */
export async function publishGeneration(
  db: Db,
  { account_id, id }: ContactFilter,
  { generation, since, all, active }: Generation,
): Promise<void> {
  await db
    .updateTable('contact_filter')
    .set({ generation, count_contacts: all, count_active_contacts: active, evaluated_at: since })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('generation', '<', generation)
    .execute();
}

/** Removes the members of past generations and of refreshes that were cut off or overtaken, some at a time. */
export async function removeOldMembers(db: Db, { account_id, id }: ContactFilter): Promise<void> {
  const old = sql`account_id = ${account_id} and filter_id = ${id} and generation < (
    select generation from contact_filter where account_id = ${account_id} and id = ${id})`;
  for (;;) {
    const { rows } = await sql<{ generation: number; contact_id: number }>`
      select generation, contact_id from contact_filter_member where ${old}
      order by generation, contact_id offset ${step} limit 1`.execute(db);
    const [next] = rows;
    const upTo = next ? sql`and (generation, contact_id) < (${next.generation}, ${next.contact_id})` : sql``;
    await sql`delete from contact_filter_member where ${old} ${upTo}`.execute(db);
    if (next === undefined) return;
  }
}
