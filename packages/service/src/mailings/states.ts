import type { MailingState, MailingType } from '../platform/database/schema.ts';

/** Who moves a mailing from state to state: a user, the scheduler, the dispatcher, or the retention job. */
export type Actor = 'user' | 'scheduler' | 'dispatcher' | 'retention';

interface Transition {
  from: MailingState;
  to: MailingState;
  actors: readonly Actor[];
  /** Mailing types that may take this way; all when absent. */
  types?: readonly MailingType[];
}

/** Every allowed change of state. What is not in this table does not happen. */
const transitions: readonly Transition[] = [
  { from: 'draft', to: 'scheduled', actors: ['user'], types: ['regular'] },
  { from: 'draft', to: 'queued', actors: ['user'], types: ['regular'] },
  { from: 'draft', to: 'released', actors: ['user'], types: ['trigger', 'doi'] },
  { from: 'failed', to: 'draft', actors: ['user'] },
  { from: 'failed', to: 'queued', actors: ['user'], types: ['regular'] },
  { from: 'scheduled', to: 'draft', actors: ['user', 'scheduler'] },
  { from: 'scheduled', to: 'queued', actors: ['scheduler'] },
  { from: 'queued', to: 'checks', actors: ['dispatcher'] },
  { from: 'queued', to: 'canceled', actors: ['user'] },
  { from: 'checks', to: 'blacklist', actors: ['dispatcher'] },
  { from: 'checks', to: 'failed', actors: ['dispatcher'] },
  { from: 'checks', to: 'canceled', actors: ['user'] },
  { from: 'blacklist', to: 'preparing', actors: ['dispatcher'] },
  { from: 'blacklist', to: 'failed', actors: ['dispatcher'] },
  { from: 'blacklist', to: 'canceled', actors: ['user'] },
  { from: 'preparing', to: 'sending', actors: ['dispatcher'] },
  { from: 'preparing', to: 'failed', actors: ['dispatcher'] },
  { from: 'preparing', to: 'canceled', actors: ['user'] },
  { from: 'sending', to: 'done', actors: ['dispatcher'] },
  { from: 'sending', to: 'paused', actors: ['user', 'dispatcher'] },
  { from: 'sending', to: 'canceled', actors: ['user'] },
  { from: 'sending', to: 'failed', actors: ['dispatcher'] },
  { from: 'paused', to: 'sending', actors: ['user'], types: ['regular'] },
  { from: 'paused', to: 'released', actors: ['user'], types: ['trigger', 'doi'] },
  { from: 'paused', to: 'canceled', actors: ['user'] },
  { from: 'released', to: 'draft', actors: ['user'] },
  { from: 'released', to: 'paused', actors: ['user'] },
  { from: 'canceled', to: 'archiving', actors: ['retention'] },
  { from: 'done', to: 'archiving', actors: ['retention'] },
  { from: 'archiving', to: 'archived', actors: ['retention'] },
];

/** Whether `actor` may move a mailing of this type from one state to the other. */
export function mayMove(from: MailingState, to: MailingState, actor: Actor, type: MailingType): boolean {
  return transitions.some(
    (way) =>
      way.from === from &&
      way.to === to &&
      way.actors.includes(actor) &&
      (way.types === undefined || way.types.includes(type)),
  );
}

/** States in which a mailing can be changed. */
export const unsealedStates: readonly MailingState[] = ['draft', 'scheduled', 'failed'];

/** A sealed mailing cannot be changed (service description, section 3). */
export function isSealed(state: MailingState): boolean {
  return !unsealedStates.includes(state);
}
