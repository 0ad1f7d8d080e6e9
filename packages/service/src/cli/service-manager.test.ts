import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { passedSockets, serviceManager } from './service-manager.ts';

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
  [{}, {}],
  [{ LISTEN_FDS: '1', LISTEN_PID: pid }, { fd: 3 }],
  [
    { LISTEN_FDS: '2', LISTEN_PID: pid },
    { fd: 3, httpFd: 4 },
  ],
  [{ LISTEN_FDS: '1', LISTEN_PID: '1' }, {}],
])('sockets of %j', (env, wanted) => {
  expect(passedSockets(env)).toEqual(wanted);
});

test('more sockets are refused', () => {
  expect(() => passedSockets({ LISTEN_FDS: '3', LISTEN_PID: pid })).toThrow('there must be one socket');
});
