import type { Mailing } from '../../mailings/index.ts';
import { recordOutcome } from '../../outcomes/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { SendoutFault } from '../sendout-fault.ts';
import { findStarter } from '../sign-offs/store.ts';

/** Records that all recipients of a sendout have come to an end, and how many of them got no mail. */
export async function recordSent(db: Db, mailing: Mailing): Promise<void> {
  const { account_id, id } = mailing;
  const rows = await db
    .selectFrom('recipient')
    .select(({ fn }) => ['state', fn.countAll<number>().as('recipients')])
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .where('purpose', '=', 'campaign')
    .groupBy('state')
    .execute();
  const byState = new Map(rows.map(({ state, recipients }) => [state, Number(recipients)]));
  const [sent = 0, failed = 0, skipped = 0] = (['sent', 'failed', 'skipped'] as const).map((state) =>
    byState.get(state),
  );
  await recordOutcome(db, account_id, {
    kind: 'sendout',
    objectId: id,
    startedBy: await findStarter(db, mailing),
    result: failed === 0 ? 'done' : sent === 0 ? 'failed' : 'partly',
    reasons: failed === 0 ? [] : [{ code: 'mails_failed', count: failed }],
    counts: { sent, failed, skipped },
  });
}

/**
 * Records that a mailing that was started or scheduled was not sent, or not to all.
 * @param startedBy the user who has scheduled it, where no sendout was started
 * @param stopped whether its experiment has stopped with it
 */
export async function recordNotSent(
  db: Db,
  mailing: Mailing,
  { reasons }: SendoutFault,
  { startedBy, stopped = false }: { startedBy?: number | null; stopped?: boolean } = {},
): Promise<void> {
  await recordOutcome(db, mailing.account_id, {
    kind: 'sendout',
    objectId: mailing.id,
    startedBy: startedBy === undefined ? await findStarter(db, mailing) : startedBy,
    result: 'failed',
    reasons: stopped ? [...reasons, { code: 'experiment_stopped' }] : reasons,
  });
}
