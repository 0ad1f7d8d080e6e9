import { type Account, answerSettings } from '../../../account/index.ts';
import { retrying } from '../../../platform/database/retry.ts';
import type { Db } from '../../../platform/database/schema.ts';
import { hooksOf } from '../../../platform/hooks/hooks.ts';
import { MemoryLimitError } from '../../../platform/workers/limit-errors.ts';
import { workerFunctions } from '../../../platform/workers/worker-pool.ts';
import { type MailKey, parseOccasion } from '../../../tracking/index.ts';
import { composeForward, type ForwardedMail, isForwarded } from './forwarding.ts';
import type { AnswerReading, ReadAnswer } from './reading/read-answer.ts';
import { countRecentAnswers, findAnsweredMail, insertAnswer } from './store.ts';

declare module '../../../platform/hooks/hooks.ts' {
  interface Hooks {
    /** Queues an answer to the person who reads answers of an account, in the caller's transaction. */
    forwardAnswer(db: Db, account: Account, to: string, mail: ForwardedMail): Promise<void>;
  }
}

/** Answers that a contact and forwarded ones that an account may have in 24 hours: whoever has an address must not fill mailboxes. */
const maxOfContact = 20;
const maxForwarded = 500;

/** More answers came than are taken; this one may come again later. */
export class TooManyAnswersError extends Error {
  override name = 'TooManyAnswersError';
}

/**
 * What became of an answer: it is `taken`, or was taken before; it is `foreign` if it answers no mail to a contact that is there;
 * `looping` and `unreadable` ones are for nobody.
 */
export type AnswerOutcome = 'taken' | 'foreign' | 'looping' | 'unreadable';

const callWorker = workerFunctions<typeof import('./reading/read-answer.ts')>(import.meta.url, './reading/read-answer');
const deadlineMillis = 20_000;

type Unsubscribe = (db: Db) => Promise<void>;

/** Reports whether the service takes answers to mails of an account. */
export const takesAnswers = (account: Account): boolean => account.answers_to !== null;

/**
 * Reads an answer to a mail, records what it is, and forwards it or unsubscribes the contact as the account says. In one
 * transaction; an answer that comes again changes nothing.
 * @param message all of it
 * @param unsubscribe unsubscribes the contact, in the transaction
 * @throws TooManyAnswersError
 */
export async function receiveAnswer(
  db: Db,
  account: Account,
  mail: MailKey,
  message: Uint8Array,
  unsubscribe: Unsubscribe,
): Promise<AnswerOutcome> {
  const settings = answerSettings(account);
  if (settings === undefined || mail.contactId === 0) return 'foreign';
  const reading = await readWithinLimits(message);
  if ('fault' in reading) return 'unreadable';
  if (reading.isLoop) return 'looping';
  const terms = { forwardTo: settings.forward_to, acts: settings.unsubscribe === 'act', unsubscribe };
  return retrying(() =>
    db.transaction().execute((transaction) => takeAnswer(transaction, account, mail, reading, terms)),
  );
}

async function readWithinLimits(message: Uint8Array): Promise<AnswerReading> {
  try {
    return await callWorker('readAnswer', message, { deadlineMillis });
  } catch (error) {
    if (error instanceof MemoryLimitError) return { fault: error.message };
    throw error;
  }
}

async function takeAnswer(
  db: Db,
  account: Account,
  mail: MailKey,
  answer: ReadAnswer,
  terms: { forwardTo: string; acts: boolean; unsubscribe: Unsubscribe },
): Promise<AnswerOutcome> {
  const answered = await findAnsweredMail(db, account.id, mail);
  const cause = answered && parseOccasion(answered.occasion)?.kind;
  if (answered === undefined || cause === 'trial' || cause === 'transactional') return 'foreign';
  const { occasion, email } = answered;
  const forwarded = isForwarded(answer, email, terms);
  const recent = await countRecentAnswers(db, account.id, mail.contactId);
  if (recent.ofContact >= maxOfContact || (forwarded && recent.forwarded >= maxForwarded))
    throw new TooManyAnswersError('There were too many answers in 24 hours');
  const { kind, fingerprint } = answer;
  if (!(await insertAnswer(db, account.id, mail, { occasion, kind, forwarded, fingerprint }))) return 'taken';
  if (kind === 'unsubscribe' && terms.acts) await terms.unsubscribe(db);
  if (forwarded) {
    const name = `${answered.firstname} ${answered.lastname}`.trim();
    const forward = composeForward(answer, { account, mailingId: mail.mailingId, contact: { email, name } });
    await hooksOf(db).forwardAnswer(db, account, terms.forwardTo, forward);
  }
  return 'taken';
}
