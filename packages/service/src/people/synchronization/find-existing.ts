import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { lockKeys } from '../contacts/key-locks.ts';
import type { KnownBy } from './options.ts';
import type { Existing } from './plan.ts';
import type { Entry } from './validate.ts';

/**
 * Finds the existing contacts that the entries mean, the oldest of several, and locks them; also keeps others from
 * creating what was not found. Locks are taken in one order by everybody: keys, then contacts by id.
 */
export async function findExisting(
  db: Db,
  accountId: number,
  entries: readonly Entry[],
  knownBy: KnownBy,
): Promise<(entry: Entry) => Existing | undefined> {
  const emails = entries.flatMap(({ change }) => change.email ?? []);
  const externalIds = entries.flatMap(({ change }) => change.externalId ?? []);
  const byExternalId = knownBy === 'external id';
  await lockKeys(
    db,
    accountId,
    byExternalId ? externalIds.map((externalId) => ({ externalId })) : emails.map((email) => ({ email })),
  );
  const folded = emails.map((email) => email.folded);
  const ids = entries.flatMap(({ id }) => id ?? []);
  const withPreferences = entries.some(({ change }) => change.preferences.length > 0);
  const rows = await db
    .selectFrom('contact')
    .select(['id', 'email_folded', 'external_id', 'permission', 'unsubscribed_at', 'anonymous'])
    .select(sql<Existing['preferences']>`case when ${withPreferences} then preferences else '[]' end`.as('preferences'))
    .where('account_id', '=', accountId)
    .where(
      byExternalId
        ? sql<SqlBool>`external_id = any(${texts(externalIds)})`
        : ids.length === 0
          ? sql<SqlBool>`email_folded = any(${texts(folded)})`
          : sql<SqlBool>`(id = any(${numbers(ids)}) or email_folded = any(${texts(folded)}))`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  const newestFirst = rows.reverse();
  const byId = new Map(newestFirst.map((row) => [row.id, row]));
  const byKey = new Map(newestFirst.map((row) => [byExternalId ? row.external_id : row.email_folded, row]));
  return ({ id, change }) => {
    const key = byExternalId ? change.externalId : change.email?.folded;
    return (id === undefined ? undefined : byId.get(id)) ?? (key == null ? undefined : byKey.get(key));
  };
}

/** Arrays travel as JSON: to write 100,000 items in the format of the database's arrays would take ten times as long. */
const texts = (values: readonly string[]) =>
  sql`array(select json_array_elements_text(${JSON.stringify(values)}::json))`;
const numbers = (values: readonly number[]) =>
  sql`array(select value::int8 from json_array_elements_text(${JSON.stringify(values)}::json) as value)`;
