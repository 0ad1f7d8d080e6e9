import type { Answered } from './cast.ts';
import { type ClaimedBatch, type HandedMail, nameOfWay, type StartedMail } from './post-office.ts';

/** State of a recipient at the end. */
export interface Outcome {
  contactId: number;
  state: string;
  reason: string | null;
}

interface Story {
  mails: readonly HandedMail[];
  outcomes: readonly Outcome[];
  answers: readonly Answered[];
  claims: readonly ClaimedBatch[];
  starts: readonly StartedMail[];
  /** Mails that may come twice because workers were interrupted. */
  mostDoubled: number;
}

/** Returns what must not have happened to the mails of a sendout. */
export function faultsOfMails({ mails, outcomes, answers, claims, starts, mostDoubled }: Story): string[] {
  const taken = Map.groupBy(
    mails.filter(({ answer }) => answer === 'taken'),
    ({ contactId }) => contactId,
  );
  const unknown = mails.filter(({ answer }) => answer === 'unknown').length;
  const doubled = [...taken.values()].reduce((sum, { length }) => sum + length - 1, 0);
  return [
    ...(doubled > mostDoubled ? [`${doubled} mails came twice, and ${mostDoubled} may`] : []),
    ...outcomes.flatMap((outcome) => faultsOfOutcome(outcome, taken.has(outcome.contactId), mostDoubled + unknown)),
    ...outcomes.flatMap((outcome) => faultsOfLast(outcome, mails)),
    ...answers.flatMap((answer) => faultsAfter(answer, mails, answers)),
    ...starts.flatMap((start) => faultsOfStart(start, claims)),
  ];
}

function faultsOfOutcome({ contactId, state, reason }: Outcome, isTaken: boolean, mostUncertain: number): string[] {
  if (state === 'sent' && !isTaken) return [`the mail to ${contactId} counts as sent, and nobody has it`];
  if (!['sent', 'failed', 'skipped'].includes(state)) return [`the mail to ${contactId} has no end: ${state}`];
  if (!isTaken || state === 'sent') return [];
  if (mostUncertain > 0) return [];
  return [`the mail to ${contactId} was taken and counts as ${state} (${reason})`];
}

/** What counts is the answer to the last attempt: those before it belong to workers that were interrupted. */
function faultsOfLast({ contactId, state, reason }: Outcome, mails: readonly HandedMail[]): string[] {
  const own = mails.filter((mail) => mail.contactId === contactId);
  const last = own.sort((one, other) => one.attempt - other.attempt).at(-1);
  if (last === undefined) return [];
  const wanted = state === 'sent' ? 'taken' : state === 'failed' && reason?.startsWith('550') ? 'refused' : undefined;
  return wanted === undefined || last.answer === wanted
    ? []
    : [`the mail to ${contactId} counts as ${state}, and its last attempt was ${last.answer}`];
}

/** Mails that were handed over after somebody had been told that they would not. */
function faultsAfter(answer: Answered, mails: readonly HandedMail[], answers: readonly Answered[]): string[] {
  if (answer.what === 'resume') return [];
  const resumed = answers.find(({ what, at }) => answer.contactId === undefined && what === 'resume' && at > answer.at);
  const later = mails.filter(
    ({ contactId, at }) =>
      at > answer.at && at < (resumed?.at ?? Number.POSITIVE_INFINITY) && contactId === (answer.contactId ?? contactId),
  );
  // Two workers may have the same mail in flight: one that stands still, and one that has taken over.
  const byWay = Map.groupBy(later, nameOfWay);
  return [...byWay].flatMap(([way, found]) => {
    const { worker, contactId } = found[0]!;
    const may = answer.underWay.has(way) || answer.starting.has(worker) ? 1 : 0;
    return found.length > may
      ? [
          `${found.length} mails were handed over to ${contactId} by ${worker} after the ${answer.what}, step ${answer.at}`,
        ]
      : [];
  });
}

/** A worker that has lost a batch must not put its mails in flight. A statement that waited may have begun before. */
function faultsOfStart({ worker, contactId, began }: StartedMail, claims: readonly ClaimedBatch[]): string[] {
  const last = claims.findLast(({ contactIds, at }) => at < began && contactIds.includes(contactId));
  return last === undefined || last.worker === worker
    ? []
    : [
        `${worker} put the mail to ${contactId} in flight, step ${began}; ${last.worker} had claimed it, step ${last.at}`,
      ];
}
