import { expect, test } from 'vitest';
import { gatherMillis } from './gather.ts';

test.each([
  [undefined, 5],
  [0, 5],
  [9, 5],
  [20, 1],
  [60, 3],
  [100, 5],
  [5000, 5],
])('at a relay that takes %s ms for a mail, a finished attempt waits %d ms at most', (mailMillis, wanted) => {
  expect(gatherMillis(mailMillis)).toBe(wanted);
});
