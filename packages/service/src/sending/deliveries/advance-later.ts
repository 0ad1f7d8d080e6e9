import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';

/** Kind of the job that does one step of a sendout. */
export const advanceSendoutKind = { kind: 'advance-sendout' };

export interface AdvanceSendout {
  mailingId: number;
}

/**
 * Enqueues the next step of a sendout, in the caller's transaction.
 * @param due milliseconds from now, or a time
 */
export async function advanceLater(
  db: Db,
  { account_id, id }: Pick<Mailing, 'account_id' | 'id'>,
  due: number | Date = 0,
): Promise<void> {
  const when = due instanceof Date ? { dueAt: due } : { dueIn: due };
  await enqueue(db, advanceSendoutKind, {
    accountId: account_id,
    key: String(id),
    payload: { mailingId: id },
    ...when,
  });
}
