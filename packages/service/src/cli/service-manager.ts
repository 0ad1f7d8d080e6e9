import { execFile } from 'node:child_process';
import type { Log } from '../platform/log/log.ts';

/** A service manager that follows the protocol of sd_notify(3), such as systemd. Without one nothing happens. */
export interface ServiceManager {
  /** Call it when the service answers. From then on the manager hears regularly that the event loop turns. */
  ready(): void;
  stopping(): void;
}

type Send = (...assignments: string[]) => void;

/** Node has no datagram sockets in the file system, so systemd's own program sends. */
function sendWithSystemd(log: Log): Send {
  let failed = false;
  return (...assignments) => {
    execFile('systemd-notify', assignments, (error) => {
      if (error === null || failed) return;
      failed = true;
      log(`The service manager could not be notified: ${error.message.trim()}`);
    });
  };
}

export function serviceManager(log: Log, env = process.env, send = sendWithSystemd(log)): ServiceManager {
  if (env.NOTIFY_SOCKET === undefined) return { ready() {}, stopping() {} };
  const millis = watchdogMillis(env);
  return {
    ready() {
      send('READY=1');
      // A third of the limit, so that one late turn is no reason to be killed.
      if (millis !== undefined) setInterval(() => send('WATCHDOG=1'), millis / 3).unref();
    },
    stopping: () => send('STOPPING=1'),
  };
}

function watchdogMillis({ WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv): number | undefined {
  if (WATCHDOG_PID !== undefined && Number(WATCHDOG_PID) !== process.pid) return undefined;
  const micros = Number(WATCHDOG_USEC);
  return micros > 0 ? micros / 1000 : undefined;
}

/** The first file descriptor that a service manager passes on. */
const firstPassed = 3;

/**
 * Returns the file descriptors of the sockets on which the service manager listens for this process (`mailwright.socket`), so
 * that connections wait during a restart instead of being refused: the first for HTTPS, the second for HTTP.
 * @throws Error if there are more
 */
export function passedSockets({ LISTEN_FDS, LISTEN_PID }: NodeJS.ProcessEnv): { fd?: number; httpFd?: number } {
  if (LISTEN_FDS === undefined || Number(LISTEN_PID) !== process.pid) return {};
  if (LISTEN_FDS === '1') return { fd: firstPassed };
  if (LISTEN_FDS === '2') return { fd: firstPassed, httpFd: firstPassed + 1 };
  throw new Error(`LISTEN_FDS: there must be one socket, for HTTPS, or a second one for HTTP, not ${LISTEN_FDS}`);
}
