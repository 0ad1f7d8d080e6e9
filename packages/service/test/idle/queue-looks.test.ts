import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enqueue } from '../../src/platform/queue/enqueue.ts';
import type { JobHandler } from '../../src/platform/queue/job.ts';
import { runQueue } from '../../src/platform/queue/run-queue.ts';
import { tellOfWritten } from '../../src/platform/queue/written-jobs.ts';
import { answeringDatabase } from './answering-database.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const handler: JobHandler<object> = { kind: 'note', maxAttempts: 1, run: async () => {} };

/** Runs a queue whose next job is due at a time, in milliseconds from now; notes the times of its claims and looks. */
function startQueue(dueAt: () => number | undefined) {
  const began = performance.now();
  const at = () => Math.round(performance.now() - began);
  const claims: number[] = [];
  const looks: number[] = [];
  const database = answeringDatabase((sql) => {
    if (sql.startsWith('update job') || sql.includes('update job set')) claims.push(at());
    if (!sql.includes('as millis from next')) return [];
    looks.push(at());
    const due = dueAt();
    return [{ millis: due === undefined ? null : due - at() }];
  });
  const queue = runQueue(database.kysely, [handler], () => {});
  return { claims, looks, queue, db: database.kysely };
}

test('without jobs, the queue looks every five seconds by a small statement, and claims nothing', async () => {
  const { claims, looks, queue } = startQueue(() => undefined);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(looks).toEqual([0, 5000, 10_000, 15_000, 20_000]);
  expect(claims).toEqual([0]);
  await queue.close();
});

test.each([300, 4999, 5000, 7200, 61_001])('a job that is due in %i ms is claimed then', async (due) => {
  const { claims, queue } = startQueue(() => due);
  await vi.advanceTimersByTimeAsync(due);
  expect(claims).toEqual([0, due]);
  await queue.close();
});

test('a job that is due and cannot be claimed is tried again every second', async () => {
  const { claims, queue } = startQueue(() => 0);
  await vi.advanceTimersByTimeAsync(3000);
  expect(claims).toEqual([0, 1000, 2000, 3000]);
  await queue.close();
});

test('a job that this process writes is claimed within a second of the commit, whenever that is', async () => {
  let due: number | undefined;
  const { claims, queue, db } = startQueue(() => due);
  await vi.advanceTimersByTimeAsync(7300);
  await enqueue(db, handler, { accountId: 1, payload: {} });
  await vi.advanceTimersByTimeAsync(4200);
  expect(claims).toEqual([0]);
  due = 11_500;
  await vi.advanceTimersByTimeAsync(1000);
  expect(claims.slice(0, 2)).toEqual([0, expect.closeTo(12_000, -3)]);
  expect(claims[1]! - due).toBeLessThanOrEqual(1000);
  await queue.close();
});

test('a job that another process wrote without a notification is claimed within five seconds', async () => {
  let due: number | undefined;
  const { claims, queue } = startQueue(() => due);
  await vi.advanceTimersByTimeAsync(6000);
  due = 6000;
  await vi.advanceTimersByTimeAsync(5000);
  expect(claims.slice(0, 2)).toEqual([0, 10_000]);
  await queue.close();
});

test('a queue that is woken claims at once', async () => {
  const { claims, queue } = startQueue(() => undefined);
  await vi.advanceTimersByTimeAsync(1234);
  queue.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(claims).toEqual([0, 1234]);
  await queue.close();
});

test('a process without a queue tells others half a second after it has written jobs, and once of many', async () => {
  const { kysely } = answeringDatabase(() => []);
  let told = 0;
  const end = tellOfWritten(kysely, () => told++);
  await enqueue(kysely, handler, { accountId: 1, payload: {} });
  await vi.advanceTimersByTimeAsync(300);
  await kysely.transaction().execute((transaction) => enqueue(transaction, handler, { accountId: 1, payload: {} }));
  expect(told).toBe(0);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toBe(1);
  await enqueue(kysely, handler, { accountId: 1, payload: {} });
  end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toBe(1);
});
