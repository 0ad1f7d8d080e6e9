import { expect, test } from 'vitest';
import { RelayHealth } from './health.ts';

test('a relay that fails is left for a pause that doubles, and then tried', () => {
  const health = new RelayHealth();
  expect(health.state(0)).toBe('up');
  const pauses: number[] = [];
  let now = 0;
  for (let failure = 0; failure < 12; failure++) {
    expect(health.failed(health.begin(), '421 busy', now)).toBe(true);
    expect(health.state(now)).toBe('down');
    pauses.push(health.pauseMillis(now));
    now += health.pauseMillis(now);
    expect(health.state(now)).toBe('trying');
  }
  expect(pauses.slice(0, 4)).toEqual([1000, 2000, 4000, 8000]);
  expect(pauses.at(-1)).toBe(300_000);
  expect(health.reason).toBe('421 busy');
  expect(health.succeeded(health.begin())).toBe(true);
  expect(health.state(now)).toBe('up');
  expect(health.reason).toBeUndefined();
});

test('failures of attempts that were under way together count once, and their successes not at all', () => {
  const health = new RelayHealth();
  const attempts = Array.from({ length: 20 }, () => health.begin());
  expect(attempts.map((attempt) => health.failed(attempt, 'gone', 0)).filter(Boolean)).toHaveLength(1);
  expect(health.pauseMillis(0)).toBe(1000);
  expect(health.succeeded(attempts[0]!)).toBe(false);
  expect(health.state(0)).toBe('down');
});

test('a relay that does not know us is left for the longest time', () => {
  const health = new RelayHealth();
  health.failed(health.begin(), '535 wrong password', 0, true);
  expect(health.pauseMillis(0)).toBe(300_000);
});
