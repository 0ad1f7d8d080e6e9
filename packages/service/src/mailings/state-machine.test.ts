import { describe, expect, test } from 'vitest';
import { type Actor, endOf, type Move, moves, originsOf, targetOf } from './state-machine.ts';
import type { MailingState, MailingType } from './tables.ts';

const states: MailingState[] = [
  'draft',
  'failed',
  'queued',
  'checks',
  'blacklist',
  'preparing',
  'sending',
  'canceled',
  'paused',
  'done',
  'archiving',
  'archived',
  'released',
  'scheduled',
];
const actors: Actor[] = ['user', 'scheduler', 'dispatcher', 'retention'];

/** from → where a regular mailing can go, whoever moves it. */
const regular: Record<MailingState, MailingState[]> = {
  draft: ['queued', 'scheduled'],
  failed: ['draft', 'queued'],
  scheduled: ['draft', 'queued'],
  queued: ['canceled', 'checks'],
  checks: ['blacklist', 'canceled', 'failed'],
  blacklist: ['canceled', 'failed', 'preparing'],
  preparing: ['canceled', 'failed', 'sending'],
  sending: ['canceled', 'done', 'failed', 'paused'],
  paused: ['canceled', 'sending'],
  canceled: ['archiving'],
  done: ['archiving'],
  archiving: ['archived'],
  archived: [],
  released: ['paused'],
};

describe('all 14 × 14 pairs of states', () => {
  test.each(states)('from %s', (from) => {
    const reached = moves.flatMap((move) => actors.map((actor) => targetOf(move, from, actor, 'regular')));
    expect(states.filter((to) => reached.includes(to)).sort()).toEqual(regular[from]);
  });
});

describe('who may make which move', () => {
  test.each<[Move, MailingState, Actor, MailingType, MailingState | undefined]>([
    ['queue', 'draft', 'user', 'regular', 'queued'],
    ['queue', 'draft', 'user', 'doi', undefined],
    ['release', 'draft', 'user', 'doi', 'released'],
    ['release', 'draft', 'user', 'regular', undefined],
    ['withdraw', 'released', 'user', 'trigger', 'draft'],
    ['queue', 'scheduled', 'user', 'regular', undefined],
    ['queue', 'scheduled', 'scheduler', 'regular', 'queued'],
    ['finish', 'sending', 'user', 'regular', undefined],
    ['finish', 'sending', 'dispatcher', 'regular', 'done'],
    ['resume', 'paused', 'user', 'trigger', 'released'],
    ['resume', 'paused', 'user', 'regular', 'sending'],
    ['release', 'paused', 'user', 'trigger', undefined],
    ['release', 'draft', 'user', 'trigger', 'released'],
    ['withdraw', 'released', 'user', 'doi', 'draft'],
    ['unschedule', 'scheduled', 'user', 'regular', 'draft'],
    ['unschedule', 'scheduled', 'scheduler', 'regular', 'draft'],
    ['unschedule', 'scheduled', 'dispatcher', 'regular', undefined],
    ['pause', 'sending', 'user', 'regular', 'paused'],
    ['pause', 'sending', 'dispatcher', 'regular', 'paused'],
    ['pause', 'released', 'dispatcher', 'trigger', undefined],
    ['resume', 'paused', 'user', 'doi', 'released'],
  ])('%s from %s by %s, %s mailing: %s', (move, from, actor, type, wanted) => {
    expect(targetOf(move, from, actor, type)).toBe(wanted);
  });
});

test.each<[Move, Actor, MailingType, MailingState[], MailingState | undefined]>([
  ['queue', 'user', 'regular', ['draft', 'failed'], 'queued'],
  ['queue', 'scheduler', 'regular', ['scheduled'], 'queued'],
  ['pause', 'user', 'trigger', ['sending', 'released'], 'paused'],
  ['resume', 'user', 'doi', ['paused'], 'released'],
  ['release', 'user', 'regular', [], undefined],
])('%s by %s, %s mailing: from %j to %s', (move, actor, type, from, to) => {
  expect([originsOf(move, actor, type), endOf(move, actor, type)]).toEqual([from, to]);
});
