import { expect, test } from 'vitest';
import { retrying, unavailabilityOf } from './retry.ts';
import { CommitUnknownError, ConnectionLostError, ContendedError, DatabaseUnavailableError } from './unavailable.ts';

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
  ['23505', 1, 2],
  ['23503', 4, 5],
  ['40001', 5, 'Another request is changing the same data; nothing was changed.'],
  ['23514', 1, 'failed 23514'],
])('%s, %i times: %s', async (code, times, wanted) => {
  const outcome = await retrying(failingWith(code, times)).catch((error: Error) => error.message);
  expect(outcome).toBe(wanted);
});

test.each([
  ['a connection lost twice is replaced', () => new ConnectionLostError('cut'), 2, 3],
  ['one lost again and again is given up', () => new ConnectionLostError('cut'), 9, 'ConnectionLostError'],
  ['a commit that nobody knows of is not repeated', () => new CommitUnknownError('cut'), 1, 'CommitUnknownError'],
  ['nor is what cannot be done', () => new DatabaseUnavailableError('full'), 1, 'DatabaseUnavailableError'],
])('%s', async (_, failure, times, wanted) => {
  let runs = 0;
  const work = async () => {
    if (++runs <= times) throw failure();
    return runs;
  };
  expect(await retrying(work).catch((error: Error) => error.name)).toBe(wanted);
});

test.each([
  ['40001', true],
  ['40P01', true],
  ['23505', true],
  ['23503', true],
  ['42601', false],
])('what others stood in the way of, %s, is unavailability where it was not run again', (code, wanted) => {
  const failure = Object.assign(new Error('no'), { code });
  expect(unavailabilityOf(failure)).toEqual(wanted ? expect.any(ContendedError) : undefined);
});
