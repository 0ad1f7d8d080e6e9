import type { Kysely, Selectable } from 'kysely';
import type { ContactCondition } from '../contacts/store.ts';
import type { ContactFilterTable, Schema } from '../db/schema.ts';
import { json } from '../db/values.ts';
import { compileRules } from './compile.ts';
import type { Rule } from './rules.ts';

export type ContactFilter = Selectable<ContactFilterTable>;
type Db = Kysely<Schema>;

export async function findContactFilter(db: Db, accountId: number, id: number): Promise<ContactFilter | undefined> {
  return db
    .selectFrom('contact_filter')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertContactFilter(
  db: Db,
  accountId: number,
  filter: { name: string; author: string; rules: Rule[] },
): Promise<number> {
  const row = await db
    .insertInto('contact_filter')
    .values({ account_id: accountId, name: filter.name, author: filter.author, rules: json(filter.rules) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The condition that a filter puts on contacts. */
export function filterCondition(filter: ContactFilter): ContactCondition {
  return (contact) => compileRules(filter.rules as Rule[], contact);
}
