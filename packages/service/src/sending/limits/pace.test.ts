import { expect, test } from 'vitest';
import type { Mailing } from '../../mailings/index.ts';
import { asksForLess, DomainPaces, slowStart } from './pace.ts';

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

test.each<[number | undefined, string, boolean]>([
  [421, '421 too many', true],
  [450, '450 4.7.1 slower', true],
  [451, '451 4.3.0 disk', false],
  [550, '550 5.7.1 no', false],
  [450, '450 greylisted', false],
  [undefined, 'lost', false],
])('%s %s asks for less: %s', (code, message, wanted) => {
  expect(asksForLess({ message, ...(code === undefined ? {} : { code }) })).toBe(wanted);
});

test('who asks gets half, again and again, and a tenth more each minute', () => {
  const paces = new DomainPaces();
  expect(paces.most('a', 20, 0)).toBe(20);
  paces.asked('a', 0);
  expect(paces.most('a', 20, 0)).toBe(10);
  expect(paces.most('b', 20, 0)).toBe(20);
  paces.asked('a', 0);
  expect(paces.most('a', 20, 0)).toBe(5);
  for (let time = 0; time < 10; time++) paces.asked('a', 0);
  expect(paces.most('a', 20, 0)).toBe(1);
  expect(paces.most('a', 20, minutes(5))).toBe(10);
  expect(paces.most('a', 20, minutes(10))).toBe(20);
});
