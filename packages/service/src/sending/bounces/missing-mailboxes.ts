import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { deadMailboxReasons } from '../bounce-reasons/reasons.ts';

/** Returns the contacts whose last bounce says that the mailbox does not exist, unless a later mail was handed over. */
export async function contactsWithoutMailbox(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ contact_id: number }>`
    select contact_id from (
      select distinct on (contact_id) contact_id, at, type, reason from bounce
      where account_id = ${accountId} and contact_id = any(${contactIds}::int8[])
      order by contact_id, at desc, id desc
    ) as last
    where type = 'permanent' and reason = any(${deadMailboxReasons}::text[]) and not exists (
      select from delivery
      where delivery.account_id = ${accountId} and delivery.contact_id = last.contact_id and sent_at > last.at)`.execute(
    db,
  );
  return new Set(rows.map(({ contact_id }) => contact_id));
}
