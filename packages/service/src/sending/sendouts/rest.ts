import { findAccount } from '../../account/index.ts';
import { refreshMembers } from '../../audiences/index.ts';
import { lockMailing, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { sendSignal } from '../../platform/database/signals.ts';
import { learnSizes } from '../../platform/database/statistics.ts';
import { findAudience, lockAudience } from '../audience.ts';
import { advanceLater } from '../deliveries/advance-later.ts';
import { restWaitsUntil } from '../experiments/send-times.ts';
import { isRestWanted, stopTrying } from '../experiments/states.ts';
import { changeExperiment, lockTrying, type StoredExperiment, variantsOf } from '../experiments/store.ts';
import { sealFaultOf } from '../seals/seal.ts';
import { type SendoutFault, sendoutFault } from '../sendout-fault.ts';
import { signOffFaultOf } from '../sign-offs/require.ts';
import { freezeRecipients } from './freeze.ts';
import { NotProven } from './not-proven.ts';
import { recordNotSent } from './outcomes.ts';

/**
 * Adds the contacts who were not drawn to the recipients of the chosen mailing, in one transaction: all of them or none. They
 * are found anew, so that contacts get it who came meanwhile. What every sendout needs is needed again, because somebody may
 * have lost a right, or changed the target group, since the experiment began; without it, a person has to choose again.
 */
export async function sendRest(db: Db, found: Mailing, signal: AbortSignal): Promise<'next' | 'wait'> {
  const { account_id, id } = found;
  const audience = await findAudience(db, found);
  if (audience && found.targetgroup_update && !(await refreshMembers(db, audience, signal))) return 'next';
  const added = db.transaction().execute(async (transaction) => {
    const trying = await lockTrying(transaction, found);
    const mailing = await lockMailing(transaction, account_id, id);
    if (mailing?.state !== 'sending' || !trying || !isRestWanted(trying.experiment, mailing)) return 0;
    const { experiment } = trying;
    const filter = await lockAudience(transaction, mailing);
    if (filter === undefined) throw new NotProven(sendoutFault('target_group_deleted', 'its target group was deleted'));
    const recipients = await freezeRecipients(transaction, mailing, filter, undefined, {
      experiment,
      part: undefined,
      startsAt: null,
    });
    await changeExperiment(transaction, experiment, { rest_contacts: recipients });
    const all = recipients + (await countDrawn(transaction, experiment));
    const fault =
      (await sealFaultOf(transaction, mailing)) ??
      (recipients > 0 ? await signOffFaultOf(transaction, mailing, all) : undefined);
    if (fault !== undefined) throw new NotProven(fault);
    await sendSignal(transaction, 'work');
    return recipients;
  });
  const recipients = await added.catch((error: unknown) => {
    if (error instanceof NotProven) return error.fault;
    throw error;
  });
  if (typeof recipients !== 'number') await stopRest(db, found, recipients);
  else if (recipients > 0) await learnSizes(db, ['recipient', 'recipient_batch']);
  return 'next';
}

/** Has the rest of an experiment looked at again if its time of day has not come, and reports whether that is so. */
export async function awaitRest(db: Db, mailing: Mailing, now: Date): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const { experiment, part } = (await lockTrying(transaction, mailing)) ?? {};
    if (!experiment || !isRestWanted(experiment, mailing) || experiment.rest_at === null) return false;
    const { account_id, id, rest_at } = experiment;
    const variant = (await variantsOf(transaction, account_id, [id]))
      .get(id)
      ?.find(({ position }) => position === part);
    const { time_zone } = await findAccount(transaction, account_id);
    const until = restWaitsUntil(rest_at, variant?.send_time ?? null, time_zone, now);
    if (until === undefined) return false;
    await changeExperiment(transaction, experiment, { rest_at: until });
    await advanceLater(transaction, mailing, until);
    return true;
  });
}

/** Contacts whom an experiment has drawn, for whatever part. */
async function countDrawn(db: Db, { account_id, id }: StoredExperiment): Promise<number> {
  const { count } = await db
    .selectFrom('experiment_contact')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where('experiment_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Takes the choice back and has people told why. */
async function stopRest(db: Db, mailing: Mailing, fault: SendoutFault): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (await stopTrying(transaction, mailing, 'rest_not_sent'))
      await recordNotSent(transaction, mailing, fault, { stopped: true });
  });
}
