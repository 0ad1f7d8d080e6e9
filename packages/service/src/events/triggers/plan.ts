import type { Account } from '../../account/index.ts';
import { type Dispatching, findDispatching, type Mailing, nextRun } from '../../mailings/index.ts';
import { readPresent } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';

/** The kind of the jobs that run trigger mailings. */
export const runTriggerKind = { kind: 'run-trigger' };

/** Payload of the job of a run. */
export interface PlannedRun {
  mailingId: number;
  /** Milliseconds since 1970. */
  plannedAt: number;
}

/** Plans the first run after an instant, by default the present, of a trigger mailing that is sent at intervals; others need none. */
export async function planRun(
  db: Db,
  account: Pick<Account, 'id' | 'time_zone'>,
  mailing: Pick<Mailing, 'account_id' | 'id'>,
  after?: Date,
): Promise<void> {
  const dispatching = await findDispatching(db, mailing);
  if (dispatching === undefined || !isRepeated(dispatching)) return;
  const dueAt = nextRun(dispatching, account.time_zone, after ?? (await readPresent(db)));
  const payload: PlannedRun = { mailingId: mailing.id, plannedAt: dueAt.getTime() };
  await enqueue(db, runTriggerKind, { accountId: account.id, key: String(mailing.id), payload, dueAt });
}

/** A dispatching that is run at intervals. */
export type Repeated = Dispatching & { repeat: NonNullable<Dispatching['repeat']> };

export function isRepeated(dispatching: Dispatching): dispatching is Repeated {
  return dispatching.repeat !== null;
}
