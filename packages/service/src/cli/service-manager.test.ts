import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passedSocket, serviceManager } from './service-manager.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pid = String(process.pid);

test.each<[env: Record<string, string>, wanted: string[]]>([
  [{}, []],
  [{ NOTIFY_SOCKET: '/run/x' }, ['READY=1', 'STOPPING=1']],
  [
    { NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '60000000', WATCHDOG_PID: pid },
    ['READY=1', 'WATCHDOG=1', 'WATCHDOG=1', 'STOPPING=1'],
  ],
  [{ NOTIFY_SOCKET: '/run/x', WATCHDOG_USEC: '60000000', WATCHDOG_PID: '1' }, ['READY=1', 'STOPPING=1']],
])('%j', (env, wanted) => {
  const sent: string[] = [];
  const manager = serviceManager(
    () => {},
    env,
    (...assignments) => sent.push(...assignments),
  );
  vi.advanceTimersByTime(60_000);
  manager.ready();
  vi.advanceTimersByTime(40_000);
  manager.stopping();
  expect(sent).toEqual(wanted);
});

test.each([
  [{}, undefined],
  [{ LISTEN_FDS: '1', LISTEN_PID: pid }, 3],
  [{ LISTEN_FDS: '1', LISTEN_PID: '1' }, undefined],
])('socket of %j', (env, wanted) => {
  expect(passedSocket(env)).toBe(wanted);
});

test('several sockets are refused', () => {
  expect(() => passedSocket({ LISTEN_FDS: '2', LISTEN_PID: pid })).toThrow('there must be one socket');
});
