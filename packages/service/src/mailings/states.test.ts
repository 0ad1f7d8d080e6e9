import { expect, test } from 'vitest';
import { isFinished, isMailingState, isReleased, isSealed, isUnderWay, wasSent } from './states.ts';
import type { MailingState } from './tables.ts';

test.each<[string, boolean]>([
  ['draft', true],
  ['archiving', true],
  ['Draft', false],
  ['toString', false],
  ['', false],
])('%j is the name of a state: %s', (name, wanted) => {
  expect(isMailingState(name)).toBe(wanted);
});

test.each<[MailingState, string]>([
  ['draft', ''],
  ['failed', ''],
  ['scheduled', 'under way'],
  ['queued', 'sealed, under way'],
  ['checks', 'sealed, under way'],
  ['blacklist', 'sealed, under way'],
  ['preparing', 'sealed, under way'],
  ['sending', 'sealed, under way, sent'],
  ['paused', 'sealed, under way, sent'],
  ['released', 'sealed, under way, sent, released'],
  ['canceled', 'sealed, sent, finished'],
  ['done', 'sealed, sent, finished'],
  ['archiving', 'sealed, sent, finished'],
  ['archived', 'sealed, sent, finished'],
])('%s: %s', (state, wanted) => {
  const predicates = {
    sealed: isSealed,
    'under way': isUnderWay,
    sent: wasSent,
    released: isReleased,
    finished: isFinished,
  };
  const held = Object.entries(predicates).filter(([, holds]) => holds(state));
  expect(held.map(([name]) => name).join(', ')).toBe(wanted);
});
