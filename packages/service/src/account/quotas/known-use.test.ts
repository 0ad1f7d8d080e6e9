import { expect, test } from 'vitest';
import { mustCount } from './known-use.ts';

test.each([
  ['nothing is known', undefined, 1, 1_000_000, 0, true],
  ['a small quota', { counted: 3, added: 0, countedAt: 0 }, 1, 10_000, 0, true],
  ['much room', { counted: 0, added: 50_000, countedAt: 0 }, 1, 1_000_000, 0, false],
  ['a tenth of the room is used up', { counted: 0, added: 100_000, countedAt: 0 }, 1, 1_000_000, 0, true],
  ['little room, and little was added', { counted: 998_000, added: 999, countedAt: 0 }, 1, 1_000_000, 0, false],
  ['little room, and a thousandth was added', { counted: 998_000, added: 1000, countedAt: 0 }, 1, 1_000_000, 0, true],
  ['no room, as was just counted', { counted: 1_000_000, added: 0, countedAt: 0 }, 1, 1_000_000, 9999, false],
  ['no room, as was counted a while ago', { counted: 1_000_000, added: 0, countedAt: 0 }, 1, 1_000_000, 10_000, true],
])('%s', (_, known, adding, quota, now, wanted) => {
  expect(mustCount(known, adding, quota, now)).toBe(wanted);
});
