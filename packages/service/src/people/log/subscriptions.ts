import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** The confirmation by which contacts have subscribed; none when they were created with a permission. */
interface Confirmation {
  mailingId: number | null;
  /** Without its last part. */
  ip: string | null;
}

/** Records subscriptions of contacts. */
export async function recordSubscriptions(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  { mailingId, ip }: Confirmation = { mailingId: null, ip: null },
): Promise<void> {
  if (contactIds.length === 0) return;
  await sql`
    insert into subscription (account_id, contact_id, mailing_id, ip)
    select ${accountId}::int8, contact_id, ${mailingId}::int8, ${ip}
    from unnest(${contactIds}::int8[]) as contact_id`.execute(db);
}

/** Takes where contacts were out of the log; its counts stay. */
export async function erasePlaces(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ ip: null })
    .where('account_id', '=', accountId)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .where('ip', 'is not', null)
    .execute();
}
