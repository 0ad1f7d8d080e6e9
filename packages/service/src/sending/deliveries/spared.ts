import { sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { SparingReason } from '../tables.ts';
import type { LeftOut } from './publish-filtered.ts';

/** Reasons for which contacts are named in the report of a mailing; of others, only the number is kept. */
export const sparingReasons = ['pressure', 'frequency', 'responded', 'resting'] as const satisfies SparingReason[];

/** Records those of the contacts who were spared a mailing, in the transaction that leaves them out. */
export async function recordSpared(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
  leftOut: readonly LeftOut[],
): Promise<void> {
  const spared = leftOut.filter(({ reason }) => (sparingReasons as readonly string[]).includes(reason));
  if (spared.length === 0) return;
  await sql`
    insert into spared_contact (account_id, mailing_id, contact_id, reason)
    select ${account_id}::int8, ${id}::int8, "contactId", reason
    from json_to_recordset(${JSON.stringify(spared)}::json) as given ("contactId" int8, reason text)
    order by "contactId" on conflict do nothing`.execute(db);
}

/** Forgets who was spared a mailing, whose sendout begins anew or whose events are not kept any longer. */
export async function deleteSpared(db: Db, { account_id, id }: Pick<Mailing, 'account_id' | 'id'>): Promise<void> {
  await db.deleteFrom('spared_contact').where('account_id', '=', account_id).where('mailing_id', '=', id).execute();
}
