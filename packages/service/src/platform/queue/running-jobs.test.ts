import { expect, test } from 'vitest';
import { RunningJobs } from './running-jobs.ts';

const job = (account_id: number, kind: string) => ({ account_id, kind });

test.each([
  ['nothing runs', [], ['one', 'many'], []],
  ['the only place of a kind is taken', [job(1, 'one')], ['many'], [{ accountId: 1, kind: 'one' }]],
  ['one account leaves a place', [job(1, 'many'), job(1, 'many')], ['one', 'many'], [{ accountId: 1, kind: 'many' }]],
  ['another one takes it', [job(1, 'many'), job(1, 'many'), job(2, 'many')], ['one'], [{ accountId: 1, kind: 'many' }]],
])('%s', (_name, running, free, busy) => {
  const jobs = new RunningJobs([{ kind: 'one' }, { kind: 'many', concurrency: 3 }]);
  for (const each of running) jobs.begin(each);
  expect(jobs.freeKinds()).toEqual(free);
  expect(jobs.busy()).toEqual(busy);
  for (const each of running) jobs.end(each);
  expect(jobs.freeKinds()).toEqual(['one', 'many']);
  expect(jobs.busy()).toEqual([]);
});
