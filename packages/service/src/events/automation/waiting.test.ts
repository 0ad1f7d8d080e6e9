import { expect, test } from 'vitest';
import { nextLook } from './waiting.ts';

const since = '2031-03-29T11:00Z';
test.each<[string, at_most: string, now: string, wanted: string | undefined]>([
  ['at first', 'P3D', since, '2031-03-29T11:05Z'],
  ['within an hour', 'P3D', '2031-03-29T12:00Z', '2031-03-29T12:05Z'],
  ['after two hours', 'P3D', '2031-03-29T13:00Z', '2031-03-29T13:10Z'],
  ['after twelve hours', 'P3D', '2031-03-29T23:00Z', '2031-03-30T00:00Z'],
  ['after days', 'P3D', '2031-03-31T23:00Z', '2031-04-01T00:00Z'],
  ['shortly before the end', 'P3D', '2031-04-01T09:59Z', '2031-04-01T10:00Z'],
  ['at the end, of days in which the clock went forward', 'P3D', '2031-04-01T10:00Z', undefined],
  ['long after the end', 'P3D', '2032-01-01T00:00Z', undefined],
  ['a minute', 'PT1M', since, '2031-03-29T11:01Z'],
  ['a day of 23 hours', 'P1D', '2031-03-30T09:30Z', '2031-03-30T10:00Z'],
  ['24 hours', 'PT24H', '2031-03-30T10:30Z', '2031-03-30T11:00Z'],
  ['when the clock was set back', 'P3D', '2031-03-29T10:00Z', '2031-03-29T10:05Z'],
])('%s: %s at %s', (_, at_most, now, wanted) => {
  const next = nextLook({ at_most }, new Date(since), new Date(now), 'Europe/Berlin');
  expect(next).toEqual(wanted === undefined ? undefined : new Date(wanted));
});
