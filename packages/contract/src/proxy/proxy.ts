import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sender } from '../exchange/send.ts';
import { type Passed, passOn } from './pass.ts';
import type { Sampler } from './sample.ts';

export interface ProxyOptions {
  /** Base URL of the service. */
  baseUrl: string;
  sender: Sender;
  /** 0 takes a free one. */
  port: number;
  /** Gets each request with its answer, one after the other. */
  take: (about: string, passed: Passed) => Promise<void>;
  /** Chooses the requests that `take` gets; the others pass without a copy. All by default. */
  sample?: Sampler | undefined;
}

export interface RunningProxy {
  /** In place of the address of the service. */
  url: string;
  close(): Promise<void>;
}

/** Exchanges that may wait to be taken; while there are more, requests wait. */
const MOST_WAITING = 16;

/**
 * Stands before a service: hands everything on as it comes, and gives each exchange to `take`. Copies of bodies are kept until
 * they are taken, one after the other, so that memory is bounded whatever passes by.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { baseUrl, sender, port, take, sample = () => true } = options;
  const { origin, pathname } = new URL(baseUrl);
  const passing = new Set<Promise<void>>();
  let taken = Promise.resolve();
  let waiting = 0;

  const server = createServer((incoming, outgoing) => {
    const handle = async () => {
      const isJudged = sample();
      while (isJudged && waiting > MOST_WAITING) await taken;
      const passed = await passOn(incoming, outgoing, sender, origin, isJudged);
      if (!isJudged) return;
      waiting++;
      taken = taken.then(() => take(`${incoming.method} ${incoming.url}`, passed)).finally(() => waiting--);
    };
    const handled = handle().finally(() => passing.delete(handled));
    passing.add(handled);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}${pathname.replace(/\/$/, '')}`,
    async close() {
      server.closeIdleConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(passing);
      await taken;
    },
  };
}
