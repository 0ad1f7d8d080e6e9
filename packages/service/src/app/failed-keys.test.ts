import { expect, test } from 'vitest';
import { FailedKeys } from './failed-keys.ts';

test('after 1000 keys that are not valid, an address has ten a second; others are not meant', () => {
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
        expect(error).toMatchObject({ status: 429, headers: [['Retry-After', '1']] });
      }
    }
    return refused;
  };
  expect(tries('192.0.2.1', 1001)).toBe(1);
  expect(tries('192.0.2.2', 1000)).toBe(0);
  now = 1000;
  expect(tries('192.0.2.1', 11)).toBe(1);
  expect(log).toEqual(['One address has sent many invalid API keys; further attempts are answered with 429.']);
  now = 101_000;
  expect(tries('192.0.2.1', 1002)).toBe(2);
  expect(log).toHaveLength(2);
});
