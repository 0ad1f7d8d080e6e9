import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchTime } from './watch-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches a thread that gets a share of a processor, and tells what was said after so many ms. */
async function watch(share: number, limit: number, millis: number, stopAfter = Number.POSITIVE_INFINITY) {
  const start = Date.now();
  const cpuUsage = async () => ({ user: (Date.now() - start) * share * 1000, system: 0 });
  const ends: string[] = [];
  const stop = watchTime(
    () => ({ cpuUsage }),
    limit,
    (how) => ends.push(`${how} ${Date.now() - start}`),
  );
  await vi.advanceTimersByTimeAsync(Math.min(millis, stopAfter));
  stop();
  await vi.advanceTimersByTimeAsync(millis);
  return ends;
}

test.each([
  ['of all its time', 1, 1000, 60_000, ['worked 1010']],
  ['of half of it', 0.5, 1000, 60_000, [expect.stringMatching(/^worked (19|20)\d\d$/)]],
  ['of a tenth', 0.1, 2000, 60_000, [expect.stringMatching(/^worked (19|20)\d\d\d$/)]],
  ['of nothing', 0, 1000, 200_000, ['waited 121000']],
  ['of so little that nobody waits', 0.001, 1000, 200_000, ['waited 121000']],
])('a thread works for a limit %s', async (_, share, limit, millis, wanted) => {
  expect(await watch(share, limit, millis)).toEqual(wanted);
});

test('work that is done in time is not ended', async () => {
  expect(await watch(1, 1000, 60_000, 500)).toEqual([]);
  expect(await watch(1, 5, 60_000, 5)).toEqual([]);
});

test('a thread that does not answer is one that waits', async () => {
  const ends: string[] = [];
  watchTime(
    () => ({ cpuUsage: () => new Promise(() => {}) }),
    1000,
    (how) => ends.push(how),
  );
  await vi.advanceTimersByTimeAsync(130_000);
  expect(ends).toEqual(['waited']);
});
