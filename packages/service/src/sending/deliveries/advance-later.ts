import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';

/** Kind of the job that does one step of a sendout. */
export const advanceSendoutKind = { kind: 'advance-sendout' };

export interface AdvanceSendout {
  mailingId: number;
}

/** Enqueues the next step of a sendout, to run `dueIn` milliseconds after the caller's transaction is committed. */
export async function advanceLater(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
  dueIn = 0,
): Promise<void> {
  await enqueue(db, advanceSendoutKind, { accountId: account_id, key: String(id), payload: { mailingId: id }, dueIn });
}
