import { findAccount } from '../../account/index.ts';
import { refreshMembers } from '../../audiences/index.ts';
import { findMailing, lockMailing, type Mailing, moveMailing } from '../../mailings/index.ts';
import type { OutcomeReason } from '../../outcomes/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { sendSignal } from '../../platform/database/signals.ts';
import { learnSizes } from '../../platform/database/statistics.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { TemplateError } from '../../templates/index.ts';
import { findAudience, lockAudience } from '../audience.ts';
import { type AdvanceSendout, advanceLater, advanceSendoutKind } from '../deliveries/advance-later.ts';
import { drawnContacts } from '../experiments/draw.ts';
import { turnOf } from '../experiments/send-times.ts';
import { isRestWanted, isTried, isUndecided, stopTrying } from '../experiments/states.ts';
import { findTrying, lockTrying } from '../experiments/store.ts';
import { readTemplate } from '../mail/templates.ts';
import { runSendoutChecks } from '../obstacles/checks.ts';
import { blocks, describeObstacles, type Obstacle } from '../obstacles/rules.ts';
import { sealFaultOf, unsealMailing } from '../seals/seal.ts';
import { type SendoutFault, sendoutFault } from '../sendout-fault.ts';
import { signOffFaultOf } from '../sign-offs/require.ts';
import { cleanUp } from './clean-up.ts';
import { endCanceled, endSendout, hasBatches } from './end.ts';
import { freezeRecipients } from './freeze.ts';
import { NotProven } from './not-proven.ts';
import { recordNotSent } from './outcomes.ts';
import { queuedAtOf } from './queue.ts';
import { awaitRest, sendRest } from './rest.ts';
import { spreadOf } from './spread.ts';

/** Result of a step: the next step can follow at once, or there is nothing to do now. */
type Step = 'next' | 'wait';

/**
 * Takes a sendout from state to state, until its recipients are fixed and again when all of them have come to an end. Each
 * step may be repeated: after a crash the job runs again, and goes on with the state that the mailing is in.
 * @param wake tells this process that there are recipients to send to
 */
export function advanceSendoutJob(wake: () => void): JobHandler<AdvanceSendout> {
  return {
    ...advanceSendoutKind,
    concurrency: 3,
    async run(db, { mailingId }, { accountId, now, signal }) {
      for (let step: Step = 'next'; step === 'next' && !signal.aborted; ) {
        const mailing = await findMailing(db, accountId, mailingId);
        if (mailing === undefined) return;
        step = await advance(db, mailing, now(), signal);
      }
      wake();
    },
    async giveUp(db, { mailingId }, accountId) {
      const mailing = await findMailing(db, accountId, mailingId);
      if (mailing === undefined) return;
      const stopped = await stopTrying(db, mailing, 'gave_up');
      await recordNotSent(db, mailing, sendoutFault('gave_up', 'it failed again and again'), { stopped });
    },
  };
}

async function advance(db: Db, mailing: Mailing, now: Date, signal: AbortSignal): Promise<Step> {
  switch (mailing.state) {
    case 'queued':
      return begin(db, mailing, now);
    case 'checks':
      return check(db, mailing);
    case 'blacklist':
      return evaluate(db, mailing, signal);
    case 'preparing':
      return prepare(db, mailing);
    case 'sending': {
      const trying = await findTrying(db, mailing);
      if (trying && isRestWanted(trying.experiment, mailing))
        return (await awaitRest(db, mailing, now)) ? 'wait' : sendRest(db, mailing, signal);
      if (await hasBatches(db, mailing)) return 'wait';
      // The mailing waits for the choice, which may send it to more contacts.
      if (trying && isUndecided(trying.experiment)) return 'wait';
      await endSendout(db, mailing);
      return 'next';
    }
    case 'canceled':
      await leaveExperiment(db, mailing);
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

/** Begins a sendout; a variant of an experiment that is sent at a time of day waits for it. */
async function begin(db: Db, mailing: Mailing, now: Date): Promise<Step> {
  const { startsAt = null } = (await findTrying(db, mailing)) ?? {};
  const turn = startsAt === null ? 'sends' : turnOf(startsAt, await queuedAtOf(db, mailing), now);
  if (turn === 'waits') {
    await advanceLater(db, mailing, startsAt!);
    return 'wait';
  }
  if (turn === 'sends') {
    await moveMailing(db, mailing, 'check', 'dispatcher');
    return 'next';
  }
  return inTransaction(db, async (transaction) => {
    await moveMailing(transaction, mailing, 'check', 'dispatcher');
    return fail(transaction, { ...mailing, state: 'checks' }, missed);
  });
}

const missed = sendoutFault('time_missed', 'its time of day was missed by more than two hours');

async function check(db: Db, mailing: Mailing): Promise<Step> {
  const account = await findAccount(db, mailing.account_id);
  const obstacles = (await runSendoutChecks(db, account, mailing)).filter(blocks);
  if (obstacles.length > 0)
    return fail(db, mailing, { words: describeObstacles(obstacles), reasons: obstacles.map(toReason) });
  await moveMailing(db, mailing, 'evaluate', 'dispatcher');
  return 'next';
}

const toReason = ({ code, message, mailing_id }: Obstacle): OutcomeReason => ({
  code,
  message,
  ...(mailing_id !== undefined && { mailing_id }),
});

const nobody = sendoutFault('audience_empty', 'no_recipients');
const targetGroupDeleted = sendoutFault('target_group_deleted', 'its target group was deleted');

async function evaluate(db: Db, mailing: Mailing, signal: AbortSignal): Promise<Step> {
  const filter = await findAudience(db, mailing);
  if (filter === undefined) return fail(db, mailing, targetGroupDeleted);
  if (mailing.targetgroup_update && !(await refreshMembers(db, filter, signal))) return 'next';
  await moveMailing(db, mailing, 'prepare', 'dispatcher');
  return 'next';
}

/** Fixes the recipients and begins to send, in one transaction: there are all of them or none. */
async function prepare(db: Db, found: Mailing): Promise<Step> {
  const { account_id, id } = found;
  try {
    await readTemplate(db, await findAccount(db, account_id), found, 'campaign');
  } catch (error) {
    if (error instanceof TemplateError)
      return fail(db, found, { words: error.message, reasons: [{ code: 'tag_invalid', message: error.message }] });
    throw error;
  }
  const audience = await findAudience(db, found);
  const spread = audience && (await spreadOf(db, found, audience));
  const prepared = db.transaction().execute(async (transaction) => {
    const trying = await lockTrying(transaction, found);
    const mailing = await lockMailing(transaction, account_id, id);
    if (mailing?.state !== 'preparing') return 0;
    const filter = await lockAudience(transaction, mailing);
    const drawn = trying && isTried(trying.experiment) ? trying : undefined;
    const all = drawn && filter && (await drawnContacts(transaction, drawn.experiment, mailing, filter));
    const recipients = filter && (await freezeRecipients(transaction, mailing, filter, spread, drawn));
    const fault = recipients
      ? ((await sealFaultOf(transaction, mailing)) ?? (await signOffFaultOf(transaction, mailing, all ?? recipients)))
      : undefined;
    // Takes the recipients back with it.
    if (fault !== undefined) throw new NotProven(fault);
    if (recipients) {
      await moveMailing(transaction, mailing, 'send', 'dispatcher');
      // Processes that share the work would find it a few seconds later.
      await sendSignal(transaction, 'work');
    } else await fail(transaction, mailing, filter ? nobody : targetGroupDeleted);
    return recipients ?? 0;
  });
  const recipients = await prepared.catch((error: unknown) => {
    if (error instanceof NotProven) return error.fault;
    throw error;
  });
  if (typeof recipients !== 'number') return fail(db, found, recipients);
  if (recipients > 0) await learnSizes(db, ['recipient', 'recipient_batch']);
  return 'next';
}

/** Fails a mailing that people have started or scheduled, and has them told. */
async function fail(db: Db, mailing: Mailing, fault: SendoutFault): Promise<Step> {
  await inTransaction(db, async (transaction) => {
    await lockTrying(transaction, mailing);
    if ((await moveMailing(transaction, mailing, 'fail', 'dispatcher', fault.words)) === undefined) return;
    await unsealMailing(transaction, mailing);
    const stopped = await stopTrying(transaction, mailing, 'variant_failed');
    await recordNotSent(transaction, mailing, fault, { stopped });
  });
  return 'wait';
}

/** The experiment of a canceled mailing does not go on by itself. */
async function leaveExperiment(db: Db, mailing: Mailing): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (await stopTrying(transaction, mailing, 'variant_canceled'))
      await recordNotSent(transaction, mailing, sendoutFault('experiment_stopped', 'it was canceled'));
  });
}
