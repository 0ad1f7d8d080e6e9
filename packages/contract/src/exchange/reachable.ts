import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { UnreachableError } from '../input-error.ts';

const POLL = 250;
/** Maximum time for a service to start, in milliseconds. */
const PATIENCE = 15_000;

/**
 * Waits until something listens at an address, for services that are just starting.
 * @throws UnreachableError when nothing does
 */
export async function waitUntilReachable(url: string, timeout = PATIENCE): Promise<void> {
  const start = performance.now();
  let fault: Error | undefined;
  do {
    fault = await attempt(new URL(url));
    if (!fault) return;
    await setTimeout(POLL);
  } while (performance.now() - start < timeout);
  throw new UnreachableError(`Nothing responds at ${url}: ${fault.message || (fault as NodeJS.ErrnoException).code}`);
}

function attempt({ protocol, hostname, port }: URL): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[(.*)\]$/, '$1');
    const socket = connect({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
    socket.once('error', resolve);
    socket.once('connect', () => {
      socket.destroy();
      resolve(undefined);
    });
  });
}
