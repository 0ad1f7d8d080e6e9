import type { MailingState } from './tables.ts';

const states: Record<MailingState, true> = {
  draft: true,
  scheduled: true,
  queued: true,
  checks: true,
  blacklist: true,
  preparing: true,
  sending: true,
  paused: true,
  canceled: true,
  done: true,
  archiving: true,
  archived: true,
  released: true,
  failed: true,
};

/** All states of mailings. */
export const mailingStates = Object.keys(states) as MailingState[];

export const isMailingState = (name: string): name is MailingState => Object.hasOwn(states, name);

/** States in which a mailing can be changed. */
export const unsealedStates: readonly MailingState[] = ['draft', 'scheduled', 'failed'];

/** Nothing more is sent. */
const finishedStates: readonly MailingState[] = ['done', 'canceled', 'archiving', 'archived'];

/** Mails went out, at least in part; a canceled one may have. */
const sentStates: readonly MailingState[] = ['sending', 'paused', 'released', ...finishedStates];

/** A sealed mailing cannot be changed. */
export function isSealed(state: MailingState): boolean {
  return !unsealedStates.includes(state);
}

/** Reports whether nothing more is sent of a mailing in this state. */
export function isFinished(state: MailingState): boolean {
  return finishedStates.includes(state);
}

/** From the moment that a mailing waits for its time until nothing is left to send. */
export function isUnderWay(state: MailingState): boolean {
  return !isFinished(state) && state !== 'draft' && state !== 'failed';
}

/** Reports whether mails of a mailing in this state can have reached somebody. */
export function wasSent(state: MailingState): boolean {
  return sentStates.includes(state);
}

/** Reports whether single mails of a trigger or double-opt-in mailing are sent when something asks for them. */
export function isReleased(state: MailingState): boolean {
  return state === 'released';
}
