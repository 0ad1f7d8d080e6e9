import { isDeepStrictEqual } from 'node:util';
import { afterAll } from 'vitest';

/**
 * Setup file of tests that share a process: a file that leaves the process other than it found it fails, because it is another
 * file that would fail for it, now and then.
 */

const globals = [
  'Date',
  'Headers',
  'Request',
  'Response',
  'fetch',
  'performance',
  'process',
  'setInterval',
  'setTimeout',
];
const events = ['SIGINT', 'SIGTERM', 'uncaughtException', 'unhandledRejection'];

function takeState(): Map<string, unknown> {
  return new Map<string, unknown>([
    ...globals.map((name) => [`globalThis.${name}`, (globalThis as Record<string, unknown>)[name]] as const),
    ...events.map((event) => [`listeners of ${event}`, process.listenerCount(event)] as const),
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ['the working directory', process.cwd()],
  ]);
}

/** Of Vitest and of the run, not of a test. */
const notByTests = /^process\.env\.(VITEST|NODE_V8_COVERAGE)/;

const before = takeState();
afterAll(() => {
  const after = takeState();
  const left = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !notByTests.test(name) && !isDeepStrictEqual(before.get(name), after.get(name)),
  );
  if (left.length > 0)
    throw new Error(
      `This file leaves ${left.join(', ')} changed for the tests after it in the same process. Restore it, or give the file a process of its own (vitest.config.ts).`,
    );
});
