import { type RawBuilder, sql } from 'kysely';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';

export type FieldKind = 'standard_fields' | 'custom_fields';

/** Contacts that are looked at in one statement: a few hundredths of a second, in which others wait. */
const atOnce = 5000;

/** Takes a field, a standard one by its name and a custom one by its id, from all contacts of the account, by id, in pieces between which other requests have their turn. */
export async function clearField(db: Db, accountId: number, kind: FieldKind, key: string): Promise<void> {
  const fields = sql.ref(kind);
  for (let last: number | null = 0; last !== null; ) {
    const piece: RawBuilder<{ last: number | null }> = sql<{ last: number | null }>`
      with piece as (
        select id, ${fields} ? ${key} as has from contact
        where account_id = ${accountId} and id > ${last} order by id limit ${atOnce}
      ), concerned as (
        select id from contact
        where account_id = ${accountId} and id in (select id from piece where has) order by id for update
      ), cleared as (
        update contact set ${fields} = contact.${fields} - ${key}::text, updated_at = now()
        from concerned where contact.account_id = ${accountId} and contact.id = concerned.id
      )
      select max(id) as last from piece`;
    const { rows }: { rows: { last: number | null }[] } = await retrying(() => piece.execute(db));
    last = rows[0]!.last;
  }
}
