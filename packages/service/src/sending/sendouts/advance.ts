import { findAccount } from '../../account/index.ts';
import { refreshMembers } from '../../audiences/index.ts';
import { findMailing, lockMailing, type Mailing, moveMailing } from '../../mailings/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { sendSignal } from '../../platform/database/signals.ts';
import { learnSizes } from '../../platform/database/statistics.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { TemplateError } from '../../templates/index.ts';
import { findAudience, lockAudience } from '../audience.ts';
import { type AdvanceSendout, advanceSendoutKind } from '../deliveries/advance-later.ts';
import { readTemplate } from '../mail/templates.ts';
import { sealFaultOf, unsealMailing } from '../seals/seal.ts';
import { signOffFaultOf } from '../sign-offs/require.ts';
import { runSendoutChecks } from './checks.ts';
import { cleanUp } from './clean-up.ts';
import { endCanceled, endSendout, hasBatches } from './end.ts';
import { freezeRecipients } from './freeze.ts';
import { spreadOf } from './spread.ts';
import type { TellStopped } from './stopped.ts';

/** Result of a step: the next step can follow at once, or there is nothing to do now. */
type Step = 'next' | 'wait';

/**
 * Takes a sendout from state to state, until its recipients are fixed and again when all of them have come to an end. Each
 * step may be repeated: after a crash the job runs again, and goes on with the state that the mailing is in.
 * @param wake tells this process that there are recipients to send to
 * @param tellStopped tells people of a sendout that must not begin
 */
export function advanceSendoutJob(wake: () => void, tellStopped: TellStopped): JobHandler<AdvanceSendout> {
  return {
    ...advanceSendoutKind,
    concurrency: 3,
    async run(db, { mailingId }, { accountId, signal }) {
      for (let step: Step = 'next'; step === 'next' && !signal.aborted; ) {
        const mailing = await findMailing(db, accountId, mailingId);
        if (mailing === undefined) return;
        step = await advance(db, mailing, signal, tellStopped);
      }
      wake();
    },
  };
}

async function advance(db: Db, mailing: Mailing, signal: AbortSignal, tellStopped: TellStopped): Promise<Step> {
  switch (mailing.state) {
    case 'queued':
      await moveMailing(db, mailing, 'check', 'dispatcher');
      return 'next';
    case 'checks':
      return check(db, mailing);
    case 'blacklist':
      return evaluate(db, mailing, signal);
    case 'preparing':
      return prepare(db, mailing, tellStopped);
    case 'sending':
      if (await hasBatches(db, mailing)) return 'wait';
      await endSendout(db, mailing);
      return 'next';
    case 'canceled':
      await endCanceled(db, mailing);
      await cleanUp(db, mailing);
      return 'wait';
    case 'done':
      await cleanUp(db, mailing);
      return 'wait';
    default:
      return 'wait';
  }
}

async function check(db: Db, mailing: Mailing): Promise<Step> {
  const account = await findAccount(db, mailing.account_id);
  const faults = await runSendoutChecks(db, account, mailing);
  if (faults.length > 0) return fail(db, mailing, faults.join('; '));
  await moveMailing(db, mailing, 'evaluate', 'dispatcher');
  return 'next';
}

async function evaluate(db: Db, mailing: Mailing, signal: AbortSignal): Promise<Step> {
  const filter = await findAudience(db, mailing);
  if (filter === undefined) return fail(db, mailing, 'its target group was deleted');
  if (mailing.targetgroup_update && !(await refreshMembers(db, filter, signal))) return 'next';
  await moveMailing(db, mailing, 'prepare', 'dispatcher');
  return 'next';
}

/** Fixes the recipients and begins to send, in one transaction: there are all of them or none. */
async function prepare(db: Db, found: Mailing, tellStopped: TellStopped): Promise<Step> {
  const { account_id, id } = found;
  try {
    await readTemplate(db, await findAccount(db, account_id), found, 'campaign');
  } catch (error) {
    if (error instanceof TemplateError) return fail(db, found, error.message);
    throw error;
  }
  const audience = await findAudience(db, found);
  const spread = audience && (await spreadOf(db, found, audience));
  const prepared = db.transaction().execute(async (transaction) => {
    const mailing = await lockMailing(transaction, account_id, id);
    if (mailing?.state !== 'preparing') return 0;
    const filter = await lockAudience(transaction, mailing);
    const recipients = filter && (await freezeRecipients(transaction, mailing, filter, spread));
    const fault = recipients
      ? ((await sealFaultOf(transaction, mailing)) ?? (await signOffFaultOf(transaction, mailing, recipients)))
      : undefined;
    // Takes the recipients back with it.
    if (fault !== undefined) throw new NotProven(fault);
    if (recipients) {
      await moveMailing(transaction, mailing, 'send', 'dispatcher');
      // Processes that share the work would find it a few seconds later.
      await sendSignal(transaction, 'work');
    } else await fail(transaction, mailing, filter ? 'no_recipients' : 'its target group was deleted');
    return recipients ?? 0;
  });
  const recipients = await prepared.catch((error: unknown) => {
    if (error instanceof NotProven) return error.message;
    throw error;
  });
  if (typeof recipients === 'string') return stop(db, found, recipients, tellStopped);
  if (recipients > 0) await learnSizes(db, ['recipient', 'recipient_batch']);
  return 'next';
}

/** Nobody who may send stands for this sendout any more, or too few do. */
class NotProven extends Error {}

/** Fails a mailing that people have started or scheduled, and tells those who may send it. */
async function stop(db: Db, mailing: Mailing, reason: string, tellStopped: TellStopped): Promise<Step> {
  await db.transaction().execute(async (transaction) => {
    await fail(transaction, mailing, reason);
    await tellStopped(transaction, mailing, reason);
  });
  return 'wait';
}

async function fail(db: Db, mailing: Mailing, reason: string): Promise<Step> {
  await inTransaction(db, async (transaction) => {
    if ((await moveMailing(transaction, mailing, 'fail', 'dispatcher', reason)) !== undefined)
      await unsealMailing(transaction, mailing);
  });
  return 'wait';
}
