/** Functions for a worker thread: an obedient one, and what hostile input could make of one. */
import { threadId } from 'node:worker_threads';

export const echo = (input: unknown): { input: unknown; thread: number; variables: number } => ({
  input,
  thread: threadId,
  variables: Object.keys(process.env).length,
});

export function loopForever(_: null): never {
  for (;;);
}

export function fillMemory(_: null): unknown {
  const kept: unknown[] = [];
  for (;;) kept.push({ number: kept.length });
}

/** Holds memory that no limit of V8 counts, and waits for nothing meanwhile. */
export function fillBuffers(_: null): unknown {
  const kept: Buffer[] = [];
  for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));
}

/** Unpacks without an end, as libraries do. */
export async function unpack(packed: Uint8Array): Promise<unknown> {
  const stream = new Blob([packed as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).bytes();
}

export const throwError = (message: string): never => {
  throw new Error(message);
};

/** Ends when the flag is set. */
export function waitFor(flag: Int32Array): string {
  Atomics.wait(flag, 0, 0);
  return 'ended';
}

/** Runs out of memory when the call is over. */
export function fillMemoryLater(_: null): string {
  setImmediate(() => fillMemory(null));
  return 'ended';
}

/** Works for so many ms of a processor's time, however long that takes by the clock. */
export function workFor(millis: number): string {
  const start = processorMillis();
  while (processorMillis() - start < millis);
  return 'ended';
}

function processorMillis(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}
