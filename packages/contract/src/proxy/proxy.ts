import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Contract } from '../contract/contract.ts';
import type { Sender } from '../exchange/send.ts';
import { breach } from '../judge/finding.ts';
import { judge, pathBelow } from '../judge/judge.ts';
import { createWitness, type Record, type Untried } from '../run/record.ts';
import { LONGEST_JUDGED, type Passed, passOn } from './pass.ts';

export interface ProxyOptions {
  contract: Contract;
  /** Where the service stands. */
  baseUrl: string;
  sender: Sender;
  /** 0 takes a free one. */
  port: number;
  onRecord: (record: Record) => void;
  onUntried: (untried: Untried) => void;
}

export interface RunningProxy {
  /** In place of the address of the service. */
  url: string;
  close(): Promise<void>;
}

/** Exchanges that may wait for their judgement; while there are more, requests wait. */
const MOST_WAITING = 16;

/**
 * Stands before a service: hands everything on as it comes, and judges each exchange. Copies of bodies are kept until they
 * are judged, one after the other, so that memory is bounded whatever passes by.
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { contract, baseUrl, sender, port, onRecord, onUntried } = options;
  const { origin, pathname } = new URL(baseUrl);
  const passing = new Set<Promise<void>>();
  const witness = createWitness();
  let judged = Promise.resolve();
  let waiting = 0;

  async function judgePassed(about: string, { exchange, fault, tooLong }: Passed): Promise<void> {
    if (fault) onRecord({ about, findings: [breach('connection', `${baseUrl} gave no answer: ${fault.message}`)] });
    if (tooLong) {
      const { method, url } = tooLong;
      const route = contract.route(method, pathBelow(baseUrl, url));
      const operation = route.found === 'operation' ? route.operation.id : 'unknown paths';
      onUntried({ operation, about, why: `a body of more than ${LONGEST_JUDGED} bytes passed without validation` });
    }
    if (!exchange) return;
    const { operation, status, findings } = await judge(contract, baseUrl, exchange);
    const of = operation ? { operation: operation.id } : {};
    onRecord({ ...of, about, status, findings, ...witness(operation?.id, exchange, findings) });
  }

  const server = createServer((incoming, outgoing) => {
    const handle = async () => {
      while (waiting > MOST_WAITING) await judged;
      const passed = await passOn(incoming, outgoing, sender, origin);
      waiting++;
      judged = judged.then(() => judgePassed(`${incoming.method} ${incoming.url}`, passed)).finally(() => waiting--);
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
      await judged;
    },
  };
}
