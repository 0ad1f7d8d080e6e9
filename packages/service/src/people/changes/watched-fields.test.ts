import { expect, test } from 'vitest';
import { isWatchedChange } from './watched-fields.ts';

test.each([
  [{}, null, 'Paris', true],
  [{}, 'Paris', null, true],
  [{}, 'Paris', 'Paris', false],
  [{}, null, null, false],
  [{ to: 'Paris' }, null, 'Paris', true],
  [{ to: 'Paris' }, 'Paris', 'Paris', false],
  [{ to: 'Paris' }, 'Paris', 'Rome', false],
  [{ to: null }, 'Paris', null, true],
  [{ to: null }, 'Paris', 'Rome', false],
  [{ from: null }, null, 'Rome', true],
  [{ from: null }, 'Paris', 'Rome', false],
  [{ from: true, to: false }, true, false, true],
  [{ from: true, to: false }, null, false, false],
  [{ from: true, to: false }, false, true, false],
  [{ from: 1, to: 2 }, 1, 2, true],
  [{ to: 0 }, false, 0, true],
])('%j watches for a change from %j to %j: %s', (rule, before, after, wanted) => {
  expect(isWatchedChange(rule, before, after)).toBe(wanted);
});
