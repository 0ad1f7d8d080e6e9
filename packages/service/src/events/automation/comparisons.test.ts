import { expect, test } from 'vitest';
import { nextComparison } from './comparisons.ts';

test.each<[string, ended: string, wanted: string]>([
  ['at once', '08:00:00', '08:05:00'],
  ['in a moment', '08:00:29', '08:05:00'],
  ['in half a minute', '08:00:30', '08:05:00'],
  ['in a minute', '08:01:00', '08:10:00'],
  ['in an hour', '09:00:00', '10:00:00'],
  ['before it began, by a clock that was set back', '07:59:00', '08:05:00'],
])('a comparison that ends %s is followed by the next one', (_, ended, wanted) => {
  const at = (time: string) => new Date(`2031-02-01T${time}Z`);
  expect(nextComparison(at('08:00:00'), at(ended))).toEqual(at(wanted));
});
