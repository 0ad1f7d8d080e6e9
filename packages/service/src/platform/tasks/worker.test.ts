import { expect, test, vi } from 'vitest';
import type { Db } from '../database/schema.ts';
import { startWorker, type Task } from './worker.ts';

const db = {} as Db;

test('a job runs while it has work, and again when woken', async () => {
  let left = 3;
  let runs = 0;
  const job: Task = {
    name: 'count',
    run: async () => {
      runs++;
      return left > 0 && left-- > 0;
    },
  };
  const worker = startWorker(db, [job], () => {}, 1_000_000);
  await vi.waitFor(() => expect(runs).toBe(4));
  left = 1;
  worker.wake();
  await vi.waitFor(() => expect(runs).toBe(6));
  await worker.close();
  expect(runs).toBe(6);
});

test('a wake during a run is not lost', async () => {
  let runs = 0;
  const first = Promise.withResolvers<boolean>();
  const job: Task = { name: 'slow', run: () => (++runs === 1 ? first.promise : Promise.resolve(false)) };
  const worker = startWorker(db, [job], () => {}, 1_000_000);
  worker.wake();
  first.resolve(false);
  await vi.waitFor(() => expect(runs).toBe(2));
  await worker.close();
});

test('a task that rests is not woken, but ended', async () => {
  let runs = 0;
  const resting: Task = { name: 'resting', restMillis: 1_000_000, run: async () => ++runs === 1 };
  let others = 0;
  const other: Task = { name: 'other', run: async () => ++others > 1_000_000 };
  const worker = startWorker(db, [resting, other], () => {}, 1_000_000);
  await vi.waitFor(() => expect(runs).toBe(2));
  worker.wake();
  await vi.waitFor(() => expect(others).toBe(2));
  await worker.close();
  expect(runs).toBe(2);
});

test('a failure goes to the log and ends neither the job nor the others', async () => {
  const log: string[] = [];
  const failing: Task = { name: 'failing', run: () => Promise.reject(new Error('no luck')) };
  const worker = startWorker(db, [failing], (line) => log.push(line), 1_000_000);
  await vi.waitFor(() => expect(log).toEqual(['Task "failing" failed: no luck']));
  worker.wake();
  await vi.waitFor(() => expect(log).toHaveLength(2));
  await worker.close();
});

test('closing aborts what runs and waits for its end', async () => {
  let ended = false;
  const job: Task = {
    name: 'long',
    run: (_, signal) =>
      new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          ended = true;
          resolve(true);
        }),
      ),
  };
  await startWorker(db, [job], () => {}).close();
  expect(ended).toBe(true);
});
