import { findAccount, users } from '../../account/index.ts';
import {
  findOutcome,
  isLasting,
  type RecordedOutcome,
  readNames,
  type TellOutcome,
  tellOutcomeKind,
  wantsMail,
} from '../../outcomes/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { signOffs } from '../../sending/index.ts';
import { sendOutcome } from './outcome-mail.ts';

/**
 * Tells users by mail how work has ended. The mails are queued in the transaction that ends the job: each once, whatever crashes.
 * @param wake tells this process that there are mails to send
 */
export function tellOutcomeJob(publicUrl: string, wake: () => void): JobHandler<TellOutcome> {
  return {
    ...tellOutcomeKind,
    async run(db, { outcomeId }, { accountId, complete }) {
      await retrying(() =>
        db.transaction().execute(async (transaction) => {
          const outcome = await findOutcome(transaction, accountId, outcomeId);
          if (outcome !== undefined) await tellOutcome(transaction, outcome, publicUrl);
          await complete(transaction);
        }),
      );
      wake();
    },
  };
}

async function tellOutcome(db: Db, outcome: RecordedOutcome, publicUrl: string): Promise<void> {
  const name = (await readNames(db, outcome.account_id, [outcome]))(outcome);
  if (name === undefined) return;
  const account = await findAccount(db, outcome.account_id);
  for (const user of await usersConcerned(db, outcome))
    if (wantsMail(user.outcome_mails, outcome.kind, outcome.result))
      await sendOutcome(db, account, user, { ...outcome, name }, publicUrl);
}

/** Active users whom an outcome concerns. */
async function usersConcerned(db: Db, outcome: RecordedOutcome): Promise<users.User[]> {
  const { account_id: accountId, kind, result, started_by } = outcome;
  const starter = started_by === null ? undefined : await users.findUser(db, accountId, started_by);
  const own = starter?.state === 'active' ? [starter] : [];
  // A paused sendout waits for a person, whoever that is.
  if (result === 'paused' && own.length === 0) return users.listActiveUsers(db, accountId, signOffs.sendingRoles);
  // Nobody looks at a sendout that should have begun at night.
  if (kind === 'sendout' && result === 'failed') {
    const senders = await users.listActiveUsers(db, accountId, signOffs.sendingRoles);
    return [...senders, ...own.filter(({ id }) => !senders.some((sender) => sender.id === id))];
  }
  // Forms and programs go on when those who made them have left.
  return own.length === 0 && isLasting(kind) ? users.listActiveUsers(db, accountId, ['administrator']) : own;
}
