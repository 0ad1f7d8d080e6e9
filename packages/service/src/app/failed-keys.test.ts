import { expect, test } from 'vitest';
import { FailedKeys } from './failed-keys.ts';

test('after 60 keys that are not valid, an address has one a second; others are not meant', () => {
  let now = 0;
  const log: string[] = [];
  const keys = new FailedKeys(
    (line) => log.push(line),
    () => now,
  );
  const tries = (remoteAddress: string, count: number) => {
    let refused = 0;
    for (let i = 0; i < count; i++) {
      try {
        keys.note({ remoteAddress });
      } catch (error) {
        refused++;
        expect(error).toMatchObject({ status: 429, headers: [['retry-after', '1']] });
      }
    }
    return refused;
  };
  expect(tries('192.0.2.1', 61)).toBe(1);
  expect(tries('192.0.2.2', 60)).toBe(0);
  now = 1000;
  expect(tries('192.0.2.1', 2)).toBe(1);
  expect(log).toEqual(['One address has sent many keys that are not valid; it is told to wait.']);
  now = 61_000;
  expect(tries('192.0.2.1', 62)).toBe(2);
  expect(log).toHaveLength(2);
});
