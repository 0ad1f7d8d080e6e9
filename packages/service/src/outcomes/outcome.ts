import type { OutcomeReason, User, WorkOutcome } from '@mailwright/server';

export type { OutcomeReason };

/** What a user starts and what comes to an end by itself later. Forms and programs go on; they end where they stop working, or when somebody else switches them off. */
export type OutcomeKind = WorkOutcome['kind'];
export type OutcomeResult = WorkOutcome['result'];

/** About which outcomes a user gets mails, by kind; only choices that differ from the usual ones are stored. */
export type OutcomeMails = User['outcome_mails'];
type Choice = OutcomeMails[OutcomeKind];

/** The end of an import and a sendout is waited for; the others matter when they fail. */
const usual: OutcomeMails = {
  import: 'all',
  sendout: 'all',
  test: 'failures',
  approval: 'failures',
  form: 'failures',
  program: 'failures',
};

export const outcomeMails = (chosen: Partial<OutcomeMails>): OutcomeMails => ({ ...usual, ...chosen });

/** Work without an end of its own: each outcome until somebody looks is another sign of one fault. */
export const isLasting = (kind: OutcomeKind): boolean => kind === 'form' || kind === 'program';

/** Reports whether a user wants a mail about such an outcome. */
export function wantsMail(chosen: Partial<OutcomeMails>, kind: OutcomeKind, result: OutcomeResult): boolean {
  const choice: Choice = outcomeMails(chosen)[kind];
  return choice === 'all' || (choice === 'failures' && result !== 'done');
}

/** Reasons of the same fault are one reason: the latest, with how many it concerns in all. */
export function joinReasons(before: readonly OutcomeReason[], now: readonly OutcomeReason[]): OutcomeReason[] {
  const joined = new Map(before.map((reason) => [faultOf(reason), reason]));
  for (const reason of now) {
    const known = joined.get(faultOf(reason))?.count;
    const count = reason.count === undefined ? undefined : reason.count + (known ?? 0);
    joined.set(faultOf(reason), { ...reason, ...(count !== undefined && { count }) });
  }
  return [...joined.values()];
}

const faultOf = ({ code, step, mailing_id }: OutcomeReason) => `${code} ${step ?? ''} ${mailing_id ?? ''}`;
