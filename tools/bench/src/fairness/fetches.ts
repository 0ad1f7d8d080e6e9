import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetcher } from '../../../../packages/service/src/platform/fetch/fetch.ts';
import { onBehalfOf } from '../../../../packages/service/src/platform/turns/on-behalf.ts';
import { type Contest, timed } from './contests.ts';

const attacker = 1;
const victim = 2;
/** Names of hosts that never answer; each may be asked twice at once. */
const hosts = 100;

/**
 * Fetches of an address that answers, against those of hosts that never do. The service asks no private addresses, so that
 * its fetcher is measured by itself.
 */
export async function fetchesContest(): Promise<Contest & { stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/answers')) response.end('<p>Spring has come.</p>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = (host: string, path: string) => `http://${host}.test:${port}${path}`;
  const fetcher = createFetcher({
    allows: () => true,
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  let number = 0;
  return {
    name: 'fetches',
    victim: () =>
      timed(() => onBehalfOf(victim, () => fetcher.fetch(address('news', `/answers?${number++}`), { method: 'GET' }))),
    attack: async () => {
      for (let host = 0; host < hosts; host++)
        onBehalfOf(attacker, () => fetcher.fetch(address(`slow${host}`, '/'))).catch(() => {});
      return async () => {};
    },
    stop: async () => {
      await fetcher.close();
      await closed(server);
    },
  };
}

function closed(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return once(server.close(), 'close');
}
