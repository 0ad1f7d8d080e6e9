import { sql } from 'kysely';
import { lockMailing, type Mailing, moveMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { advanceLater } from '../deliveries/advance-later.ts';
import { recordSent } from './outcomes.ts';

/** A canceled mailing that other processes still work on is looked at again so much later. */
const lookAgainMillis = 2000;

/** Reports whether recipients of the mailing's sendout are left. */
export async function hasBatches(db: Db, { account_id, id }: Mailing): Promise<boolean> {
  const batch = await db
    .selectFrom('recipient_batch')
    .select('id')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .where('purpose', '=', 'campaign')
    .limit(1)
    .executeTakeFirst();
  return batch !== undefined;
}

/** All recipients have come to an end: the mailing is done. */
export async function endSendout(db: Db, { account_id, id }: Mailing): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const mailing = await lockMailing(transaction, account_id, id);
    if (mailing?.state !== 'sending' || (await hasBatches(transaction, mailing))) return;
    await moveMailing(transaction, mailing, 'finish', 'dispatcher');
    await noteEnd(transaction, mailing);
    await recordSent(transaction, mailing);
  });
}

/**
 * Nobody else gets a canceled mailing. What processes have in hand they bring to its end; what one had that is gone may
 * have been handed over, and counts as failed.
 */
export async function endCanceled(db: Db, mailing: Mailing): Promise<void> {
  const { account_id, id } = mailing;
  await db.transaction().execute(async (transaction) => {
    await sql`
      delete from recipient_batch
      where account_id = ${account_id} and mailing_id = ${id} and purpose = 'campaign' and coalesce(lease_until < now(), true)`.execute(
      transaction,
    );
    const underWay = await hasBatches(transaction, mailing);
    await sql`
      update recipient set state = 'skipped', reason = 'canceled', next_at = null
      where account_id = ${account_id} and mailing_id = ${id} and purpose = 'campaign' and state in ('pending', 'deferred')`.execute(
      transaction,
    );
    if (underWay) return advanceLater(transaction, mailing, lookAgainMillis);
    await sql`
      update recipient set state = 'failed', reason = 'uncertain'
      where account_id = ${account_id} and mailing_id = ${id} and purpose = 'campaign' and state = 'in_flight'`.execute(
      transaction,
    );
    await noteEnd(transaction, mailing);
  });
}

async function noteEnd(db: Db, { account_id, id }: Mailing): Promise<void> {
  await db
    .updateTable('sendout')
    .set({ finished_at: sql<Date>`now()` })
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}
