import { expect, vi } from 'vitest';

/**
 * Setup file of all tests: raises the time limits of `vi.waitFor`, `vi.waitUntil` and `expect.poll` to ten minutes, so that
 * a busy machine makes the tests slower and never fails them. A test that hangs still fails, by the limit of the test.
 */
const leastMillis = 600_000;

type Options = number | { timeout?: number | undefined; interval?: number | undefined } | undefined;

/** Returns the options of a wait, with a time limit of ten minutes or more. */
function patiently(options: Options): { timeout: number; interval?: number } {
  const { timeout = 0, ...others } = typeof options === 'number' ? { timeout: options } : (options ?? {});
  return { ...others, timeout: Math.max(timeout, leastMillis) } as { timeout: number; interval?: number };
}

const { waitFor, waitUntil } = vi;
vi.waitFor = (callback, options) => waitFor(callback, patiently(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patiently(options));

const { poll } = expect;
expect.poll = ((actual, { message, ...options } = {}) =>
  poll(actual, { ...patiently(options), ...(message === undefined ? {} : { message }) })) as typeof expect.poll;
