import { expect, test } from 'vitest';
import type { Mailing } from '../../mailings/index.ts';
import { slowStart } from './slow-start.ts';

const minutes = (number: number) => number * 60_000;

test.each<[Mailing['speed_level'], number, number, number]>([
  ['medium', 0, 20, 2],
  ['medium', minutes(0.99), 20, 2],
  ['medium', minutes(1), 20, 4],
  ['medium', minutes(2), 20, 8],
  ['medium', minutes(3), 20, 16],
  ['medium', minutes(4), 20, 20],
  ['medium', minutes(60 * 24 * 30), 20, 20],
  ['low', 0, 20, 2],
  ['high', 0, 20, 2],
  ['supersonic', 0, 20, 20],
  ['low', 0, 5, 1],
  ['low', minutes(-5), 20, 2],
])('%s after %i ms: of %i connections %i', (speed, millis, connections, wanted) => {
  expect(slowStart(speed, millis, connections)).toBe(wanted);
});
