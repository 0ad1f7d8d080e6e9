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
