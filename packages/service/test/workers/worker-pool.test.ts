import { readdirSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { onBehalfOf } from '../../src/platform/turns/on-behalf.ts';
import { DeadlineError, MemoryLimitError } from '../../src/platform/workers/limit-errors.ts';
import { maxBufferBytes } from '../../src/platform/workers/watch-buffers.ts';
import { workerFunctions } from '../../src/platform/workers/worker-pool.ts';

const call = workerFunctions<typeof import('./functions.ts')>(import.meta.url, './functions');
const long = { deadlineMillis: 120_000 };

test('functions run in another thread, without environment variables', async () => {
  const { input, thread, variables } = await call('echo', { text: 'ä', bytes: new Uint8Array([1]) }, long);
  expect(input).toEqual({ text: 'ä', bytes: new Uint8Array([1]) });
  expect(thread).not.toBe(threadId);
  expect(variables).toBe(0);
});

test('what a function throws is told; a loop and unlimited memory are ended; others are served afterwards', async () => {
  await expect(call('throwError', 'broken', long)).rejects.toThrow('broken');
  await expect(call('loopForever', null, { deadlineMillis: 300 })).rejects.toThrow(DeadlineError);
  await expect(call('fillMemory', null, long)).rejects.toThrow(MemoryLimitError);
  await expect(call('echo', 1, long)).resolves.toMatchObject({ input: 1 });
});

test('only work counts, not that a thread waits for a processor', async () => {
  // By the clock, the last of them takes longer than it may. The start of a thread is work, too, and slow on a slow machine.
  const busy = Array.from({ length: 12 }, () => call('workFor', 200, { deadlineMillis: 900 }));
  expect(await Promise.all(busy)).toEqual(busy.map(() => 'ended'));
  await expect(call('workFor', 10_000, { deadlineMillis: 100 })).rejects.toThrow(DeadlineError);
});

test('buffers count too, also while a function waits for nothing', async () => {
  await expect(call('fillBuffers', null, long)).rejects.toThrow(MemoryLimitError);
  const packed = gzipSync(Buffer.alloc(2 * maxBufferBytes));
  await expect(call('unpack', packed, long)).rejects.toThrow(MemoryLimitError);
  const small = gzipSync(Buffer.alloc(1000));
  await expect(call('unpack', small, long)).resolves.toHaveLength(1000);
});

test('a thread that runs out of memory after its call ends nothing else', async () => {
  await expect(call('fillMemoryLater', null, long)).resolves.toBe('ended');
  const threads = () => readdirSync('/proc/self/task').length;
  const before = threads();
  await expect.poll(threads).toBeLessThan(before);
  // On a busy machine another thread may have ended first: a call that the full one takes is told so, and the next is served.
  const echo = () => call('echo', 2, long).catch((error: unknown) => expect(error).toBeInstanceOf(MemoryLimitError));
  await expect.poll(echo).toMatchObject({ input: 2 });
});

test('an account that keeps threads busy leaves one for others', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const busy = Array.from({ length: 20 }, () => onBehalfOf(1, () => call('waitFor', flag, long)));
  for (let asked = 0; asked < 5; asked++) {
    await expect(onBehalfOf(2, () => call('echo', asked, long))).resolves.toMatchObject({ input: asked });
  }
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  expect(await Promise.all(busy)).toEqual(busy.map(() => 'ended'));
});

test('accounts whose calls were ended at a deadline leave one thread for others, all together', async () => {
  const slow = Array.from({ length: 12 }, (_, at) => 100 + at);
  for (const account of slow)
    await expect(onBehalfOf(account, () => call('loopForever', null, { deadlineMillis: 50 }))).rejects.toThrow(
      DeadlineError,
    );
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const busy = slow.map((account) => onBehalfOf(account, () => call('waitFor', flag, long)));
  await expect(onBehalfOf(3, () => call('echo', 'served', long))).resolves.toMatchObject({ input: 'served' });
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  expect(await Promise.all(busy)).toEqual(busy.map(() => 'ended'));
});
