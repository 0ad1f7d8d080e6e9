import { expect, test } from 'vitest';
import { RelayBackOff } from './back-off.ts';

const sendout = { accountId: 1, mailingId: 7 };

test('pauses grow with each failure, up to a minute, and end with a success', () => {
  const backOff = new RelayBackOff();
  const waits = Array.from({ length: 9 }, () => {
    backOff.failed('down', 0);
    return backOff.waitMillis(0);
  });
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(backOff.waitMillis(59_000)).toBe(1000);
  backOff.succeeded();
  expect(backOff.waitMillis(0)).toBe(0);
});

test('twenty failures in a row are too many, and name the sendouts', () => {
  const backOff = new RelayBackOff();
  for (let count = 0; count < 19; count++) backOff.failed('down', 0, false, { accountId: 1, mailingId: 3 });
  expect(backOff.exhausted()).toBeUndefined();
  backOff.succeeded();
  for (let count = 0; count < 20; count++) backOff.failed('auth refused', 0, false, sendout);
  expect(backOff.exhausted()).toEqual({ reason: 'auth refused', sendouts: [sendout] });
  expect(backOff.exhausted()).toBeUndefined();
});

test('a sendout of which other relays take mails is not stopped', () => {
  const backOff = new RelayBackOff();
  for (let count = 0; count < 100; count++) {
    backOff.failed('down', 0, false, sendout);
    if (count % 10 === 0) backOff.passed(sendout);
  }
  expect(backOff.exhausted()).toBeUndefined();
  expect(backOff.waitMillis(0)).toBe(60_000);
});

test('a refused password is enough, and keeps the pause for mails of no sendout', () => {
  const backOff = new RelayBackOff();
  backOff.failed('535', 0, true);
  expect(backOff.exhausted()).toBeUndefined();
  expect(backOff.waitMillis(0)).toBe(60_000);
  backOff.failed('535', 0, true, sendout);
  expect(backOff.exhausted()).toEqual({ reason: '535', sendouts: [sendout] });
  expect(backOff.waitMillis(0)).toBe(0);
});
