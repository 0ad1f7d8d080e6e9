import { type Account, findAccount } from '../../account/index.ts';
import { lockMailing, type Mailing } from '../../mailings/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { listAlarms, recordAlarms } from './alarms.ts';
import { countTroubles } from './counts.ts';
import { describeAlarms } from './describe.ts';
import { looksAt } from './looks.ts';
import { pauseSendout } from './pause.ts';
import { type GuardLimits, judgeSendout } from './rule.ts';

const limitsOf = (account: Account): GuardLimits => ({
  complaints: { warning: account.complaint_warning, pause: account.complaint_pause },
  bounces: { warning: account.bounce_warning, pause: account.bounce_pause },
  blocks: { warning: account.block_warning, pause: account.block_pause },
});

/**
 * Looks at what has gone wrong in a sendout that is under way, and warns of it or pauses the sendout. In the transaction of the
 * caller, if there is one: then an event is not stored without its consequence.
 * Returns whether it has paused the sendout.
 */
export async function guardSendout(db: Db, accountId: number, mailingId: number): Promise<boolean> {
  const tallies = await countTroubles(db, accountId, mailingId);
  if (tallies.length === 0) return false;
  const limits = limitsOf(await findAccount(db, accountId));
  const known = (await listAlarms(db, accountId, [mailingId])).get(mailingId) ?? [];
  const alarms = judgeSendout(tallies, limits, known);
  if (alarms.length === 0) return false;
  return inTransaction(db, async (transaction) => {
    const mailing = await lockMailing(transaction, accountId, mailingId);
    if (mailing?.state !== 'sending') return false;
    await recordAlarms(transaction, accountId, mailingId, alarms);
    const pausing = alarms.filter(({ level }) => level === 'paused');
    return pausing.length > 0 && pauseSendout(transaction, mailing, describeAlarms(pausing, limits));
  });
}

/** Guards a sendout after an event that came by mail or from a provider, if it is time to look. */
export async function guardAfterEvent(db: Db, accountId: number, mailingId: number): Promise<void> {
  if (looksAt(db).areDue(accountId, mailingId, 1)) await guardSendout(db, accountId, mailingId);
}

/**
 * Takes what has gone wrong so far as known to the person who resumes the sendout, which pauses for it only once it has become
 * worse. In the transaction of the caller, before the mailing is resumed.
 */
export async function acceptTroubles(db: Db, { account_id, id, state, type }: Mailing): Promise<void> {
  if (state !== 'paused' || type !== 'regular') return;
  const tallies = await countTroubles(db, account_id, id);
  const alarms = judgeSendout(tallies, limitsOf(await findAccount(db, account_id)), []);
  await recordAlarms(
    db,
    account_id,
    id,
    alarms.filter(({ level }) => level === 'paused'),
  );
}
