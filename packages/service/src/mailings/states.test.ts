import { describe, expect, test } from 'vitest';
import type { MailingState, MailingType } from '../platform/database/schema.ts';
import { type Actor, isSealed, mayMove } from './states.ts';

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
  released: ['draft', 'paused'],
};

describe('all 14 × 14 pairs of states', () => {
  test.each(states)('from %s', (from) => {
    const reachable = states.filter((to) => actors.some((actor) => mayMove(from, to, actor, 'regular')));
    expect(reachable.sort()).toEqual(regular[from]);
  });
});

describe('who may move what', () => {
  test.each<[MailingState, MailingState, Actor, MailingType, boolean]>([
    ['draft', 'queued', 'user', 'regular', true],
    ['draft', 'queued', 'user', 'doi', false],
    ['draft', 'released', 'user', 'doi', true],
    ['draft', 'released', 'user', 'regular', false],
    ['scheduled', 'queued', 'user', 'regular', false],
    ['scheduled', 'queued', 'scheduler', 'regular', true],
    ['sending', 'done', 'user', 'regular', false],
    ['paused', 'released', 'user', 'trigger', true],
    ['paused', 'released', 'user', 'regular', false],
  ])('%s → %s by %s, %s mailing: %s', (from, to, actor, type, wanted) => {
    expect(mayMove(from, to, actor, type)).toBe(wanted);
  });
});

test('sealed is every state but draft, scheduled and failed', () => {
  expect(states.filter((state) => !isSealed(state))).toEqual(['draft', 'failed', 'scheduled']);
});
