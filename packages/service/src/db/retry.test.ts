import { expect, test } from 'vitest';
import { retryingConflicts } from './retry.ts';

const failingWith = (code: string, times: number) => {
  let runs = 0;
  return async () => {
    runs++;
    if (runs <= times) throw Object.assign(new Error(`failed ${code}`), { code });
    return runs;
  };
};

test.each([
  ['40P01', 1, 2],
  ['40001', 4, 5],
  ['40001', 5, 'failed 40001'],
  ['23505', 1, 'failed 23505'],
])('%s, %i times: %s', async (code, times, wanted) => {
  const outcome = await retryingConflicts(failingWith(code, times)).catch((error: Error) => error.message);
  expect(outcome).toBe(wanted);
});
