import { expect, test } from 'vitest';
import { refill } from '../limits/bucket.ts';
import { isOver, paceAfterTaking, rateOf, slowDown, toBucket } from './pace.ts';

const minute = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2031, 5, 1) + minutes * minute);
const today = (minutes: number) => ({ now: at(minutes), day: '2031-06-01', tomorrow: at(1440) });

/** The pace at a time up to which mails went all the time. */
function busyUntil(minutes: number, pace = slowDown(undefined, 600, at(0)), from = 0) {
  let busy = pace;
  for (let now = from + 1; now <= minutes; now++)
    busy = paceAfterTaking(busy, refill(toBucket(busy, today(now)), today(now)));
  return busy;
}

test('a receiver that asks for fewer mails gets two thirds of it, the former rate after five minutes, and then ever more', () => {
  const rates = [0, 1, 2, 5, 8, 10, 20].map((minutes) => Math.round(rateOf(busyUntil(minutes), at(minutes))));
  expect(rates).toEqual([420, 508, 561, 600, 639, 780, 5460]);
  expect([isOver(busyUntil(29), at(29)), isOver(busyUntil(30), at(30))]).toEqual([false, true]);
});

test.each([
  ['the first time: what it took, and no less than 60 a minute', undefined, 0, 10, 60],
  ['the first time, with many mails', undefined, 0, 5000, 5000],
  ['with the mails that are in flight when it asks', busyUntil(0), 0.3, 600, 600],
  ['below its former limit: further down', busyUntil(2), 2, 600, 477],
  ['above its former limit', busyUntil(10), 10, 600, 780],
  ['after it had taken all for half an hour', busyUntil(31), 31, 70, 70],
])('asking %s', (_, former, minutes, accepted, ceiling) => {
  expect(Math.round(slowDown(former, accepted, at(minutes)).ceiling)).toBe(ceiling);
});

test('however often it asks, one mail a minute goes', () => {
  let pace = slowDown(undefined, 0, at(0));
  for (let minutes = 1; minutes < 50; minutes++) pace = slowDown(pace, 0, at(minutes));
  expect(rateOf(pace, at(49))).toBeGreaterThanOrEqual(1);
});

test('a pause tells nothing: the rate goes on where it was', () => {
  const pace = busyUntil(2);
  const before = rateOf(pace, at(2));
  expect(rateOf(pace, at(24 * 60))).toBe(before);
  const again = busyUntil(
    24 * 60 + 3,
    paceAfterTaking(pace, refill(toBucket(pace, today(1440)), today(1440))),
    24 * 60,
  );
  expect(Math.round(rateOf(again, at(24 * 60 + 3)))).toBe(600);
});
