import type { MailingState, MailingType } from './tables.ts';

/** Cause of a change of state: a user, the scheduler, the dispatcher, or the retention job. */
export type Actor = 'user' | 'scheduler' | 'dispatcher' | 'retention';

interface Transition {
  from: readonly MailingState[];
  to: MailingState;
  actors: readonly Actor[];
  /** Mailing types with this transition; absent for all types. */
  types?: readonly MailingType[];
}

/** The transitions of mailings by name; no others are possible. */
const transitions = {
  schedule: [{ from: ['draft'], to: 'scheduled', actors: ['user'], types: ['regular'] }],
  unschedule: [{ from: ['scheduled'], to: 'draft', actors: ['user', 'scheduler'] }],
  /** A failed mailing that is changed becomes a draft again. */
  reopen: [{ from: ['failed'], to: 'draft', actors: ['user'] }],
  queue: [
    { from: ['draft', 'failed'], to: 'queued', actors: ['user'], types: ['regular'] },
    { from: ['scheduled'], to: 'queued', actors: ['scheduler'] },
  ],
  check: [{ from: ['queued'], to: 'checks', actors: ['dispatcher'] }],
  evaluate: [{ from: ['checks'], to: 'blacklist', actors: ['dispatcher'] }],
  prepare: [{ from: ['blacklist'], to: 'preparing', actors: ['dispatcher'] }],
  send: [{ from: ['preparing'], to: 'sending', actors: ['dispatcher'] }],
  finish: [{ from: ['sending'], to: 'done', actors: ['dispatcher'] }],
  fail: [{ from: ['checks', 'blacklist', 'preparing', 'sending'], to: 'failed', actors: ['dispatcher'] }],
  release: [{ from: ['draft'], to: 'released', actors: ['user'], types: ['trigger', 'doi'] }],
  withdraw: [{ from: ['released'], to: 'draft', actors: ['user'], types: ['trigger', 'doi'] }],
  pause: [
    { from: ['sending'], to: 'paused', actors: ['user', 'dispatcher'] },
    { from: ['released'], to: 'paused', actors: ['user'] },
  ],
  resume: [
    { from: ['paused'], to: 'sending', actors: ['user'], types: ['regular'] },
    { from: ['paused'], to: 'released', actors: ['user'], types: ['trigger', 'doi'] },
  ],
  cancel: [
    { from: ['queued', 'checks', 'blacklist', 'preparing', 'sending', 'paused'], to: 'canceled', actors: ['user'] },
  ],
  archive: [{ from: ['done', 'canceled'], to: 'archiving', actors: ['retention'] }],
  close: [{ from: ['archiving'], to: 'archived', actors: ['retention'] }],
} satisfies Record<string, readonly Transition[]>;

/** Name of a change of state. */
export type Move = keyof typeof transitions;

export const moves = Object.keys(transitions) as Move[];

/** Returns the state after a move, or `undefined` if the actor cannot make the move from this state. */
export function targetOf(move: Move, from: MailingState, actor: Actor, type: MailingType): MailingState | undefined {
  return ways(move, actor, type).find((way) => way.from.includes(from))?.to;
}

/** Returns the states from which an actor can make the move. */
export function originsOf(move: Move, actor: Actor, type: MailingType): MailingState[] {
  return ways(move, actor, type).flatMap(({ from }) => from);
}

/** The state in which a move ends; undefined when mailings of the type never make it. */
export function endOf(move: Move, actor: Actor, type: MailingType): MailingState | undefined {
  return ways(move, actor, type)[0]?.to;
}

function ways(move: Move, actor: Actor, type: MailingType): Transition[] {
  const all: readonly Transition[] = transitions[move];
  return all.filter(({ actors, types }) => actors.includes(actor) && (types === undefined || types.includes(type)));
}
