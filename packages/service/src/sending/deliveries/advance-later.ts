import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';

/** The job that takes a sendout from step to step. */
export const advanceSendoutKind = { kind: 'advance-sendout' };

export interface AdvanceSendout {
  mailingId: number;
}

/** Has the next step of a sendout done, once the caller's transaction is committed and so many milliseconds are over. */
export async function advanceLater(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
  dueIn = 0,
): Promise<void> {
  await enqueue(db, advanceSendoutKind, { accountId: account_id, key: String(id), payload: { mailingId: id }, dueIn });
}
