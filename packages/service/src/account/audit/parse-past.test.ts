import { expect, test } from 'vitest';
import { parsePast } from './parse-past.ts';

const now = new Date('2031-01-10T10:00:00Z');

test.each([
  ['2031-01-09', 'begin', '2031-01-09T00:00:00.000Z'],
  ['2031-01-09', 'end', '2031-01-10T00:00:00.000Z'],
  ['7d', 'begin', '2031-01-03T10:00:00.000Z'],
  ['12h', 'end', '2031-01-09T22:00:00.000Z'],
] as const)('%s as %s', (text, edge, wanted) => {
  expect(parsePast(text, edge, now).toISOString()).toBe(wanted);
});

test.each(['', 'yesterday', '2031-02-30', '-3d', '3w'])('"%s" is refused', (text) => {
  expect(() => parsePast(text, 'begin', now)).toThrow('a time must be a date such as');
});
