import { describe, expect, test } from 'vitest';
import { nextSendTime, restWaitsUntil, turnOf } from './send-times.ts';

const at = (text: string) => new Date(`${text}Z`);

describe('the next time of day', () => {
  test.each([
    ['later on the same day', '18:30', 'Europe/Berlin', '2031-01-09T08:00', '2031-01-09T17:30'],
    ['on the next day', '09:00', 'Europe/Berlin', '2031-01-09T08:01', '2031-01-10T08:00'],
    ['a moment after it', '09:00', 'Europe/Berlin', '2031-01-09T08:00', '2031-01-10T08:00'],
    ['where the day is another one', '09:00', 'Pacific/Auckland', '2031-01-09T20:30', '2031-01-10T20:00'],
    ['that clocks skip', '02:30', 'Europe/Berlin', '2031-03-29T12:00', '2031-03-30T01:00'],
    ['that clocks show twice, before both', '02:30', 'Europe/Berlin', '2031-10-25T12:00', '2031-10-26T00:30'],
    ['that clocks show twice, between both', '02:30', 'Europe/Berlin', '2031-10-26T00:45', '2031-10-27T01:30'],
  ])('%s', (_, time, zone, after, wanted) => {
    expect(nextSendTime(time, zone, at(after))).toEqual(at(wanted));
  });
});

describe('the turn of a variant', () => {
  test.each([
    ['has no time', undefined, '2031-01-08T12:00', '2031-01-09T08:00', 'sends'],
    ['waits', '2031-01-09T08:00', '2031-01-08T12:00', '2031-01-09T07:59', 'waits'],
    ['has come', '2031-01-09T08:00', '2031-01-08T12:00', '2031-01-09T08:00', 'sends'],
    ['is late', '2031-01-09T08:00', '2031-01-08T12:00', '2031-01-09T10:00', 'sends'],
    ['was missed', '2031-01-09T08:00', '2031-01-08T12:00', '2031-01-09T10:01', 'missed'],
    ['was missed, and a person sends it', '2031-01-09T08:00', '2031-01-09T12:00', '2031-01-09T12:01', 'sends'],
  ] as const)('%s', (_, startsAt, queuedAt, now, turn) => {
    expect(turnOf(startsAt === undefined ? null : at(startsAt), at(queuedAt), at(now))).toBe(turn);
  });
});

describe('the rest', () => {
  test.each([
    ['goes at once', undefined, null, '2031-01-09T08:00', undefined],
    ['waits', '2031-01-09T08:00', '09:00', '2031-01-09T07:00', '2031-01-09T08:00'],
    ['goes at its time', '2031-01-09T08:00', '09:00', '2031-01-09T08:00', undefined],
    ['goes a little late', '2031-01-09T08:00', '09:00', '2031-01-09T10:00', undefined],
    ['goes on the next day', '2031-01-09T08:00', '09:00', '2031-01-09T10:01', '2031-01-10T08:00'],
  ] as const)('%s', (_, restAt, sendTime, now, until) => {
    const found = restWaitsUntil(restAt === undefined ? null : at(restAt), sendTime, 'Europe/Berlin', at(now));
    expect(found).toEqual(until === undefined ? undefined : at(until));
  });
});
