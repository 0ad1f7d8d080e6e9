import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { Mailing } from './store.ts';

/** Returns the mailing by which a mailing is sent again; `undefined` if there is none. */
export async function findResend(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
): Promise<number | undefined> {
  const resend = await db
    .selectFrom('mailing')
    .select('id')
    .where('account_id', '=', account_id)
    .where('resend_of', '=', id)
    .executeTakeFirst();
  return resend?.id;
}

/**
 * Makes a new draft one that sends another mailing again. Its segment is judged when it is sent and deleted after that. The other
 * mailing must be locked, and not be sent again yet.
 */
export async function makeResend(db: Db, accountId: number, id: number, of: Mailing, groupId: number): Promise<void> {
  await db
    .updateTable('mailing')
    .set({
      resend_of: of.id,
      target_group_id: groupId,
      targetgroup_update: true,
      cleanup: true,
      contacts_limit: sql<number>`default`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
}
