import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Contract } from '../contract/contract.ts';
import type { HeaderLines, SentRequest } from '../exchange/exchange.ts';
import { readIncoming } from '../exchange/incoming.ts';
import type { Sender } from '../exchange/send.ts';
import { breach } from '../judge/finding.ts';
import { judge } from '../judge/judge.ts';
import { isBreach, type Record } from '../run/record.ts';

export interface ProxyOptions {
  contract: Contract;
  /** Where the service stands. */
  baseUrl: string;
  sender: Sender;
  /** 0 takes a free one. */
  port: number;
  onRecord: (record: Record) => void;
}

export interface RunningProxy {
  /** In place of the address of the service. */
  url: string;
  close(): Promise<void>;
}

/** Of this connection only, not of the message (RFC 9110 section 7.6.1). */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'host', 'content-length'];

/** Stands before a service: hands everything on as it is, and judges each exchange. */
export async function startProxy({ contract, baseUrl, sender, port, onRecord }: ProxyOptions): Promise<RunningProxy> {
  const { origin, pathname } = new URL(baseUrl);
  const judging = new Set<Promise<void>>();

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, path, headers, body } = await readIncoming(incoming);
    const request: SentRequest = { method, url: origin + path, headers: endToEnd(headers), body };
    try {
      const exchange = await sender.send(request);
      const { status, headers: answered, body: answer } = exchange.response;
      outgoing.writeHead(status, [...endToEnd(answered), ['Content-Length', String(answer.length)]].flat());
      outgoing.end(answer);
      const { operation, findings } = await judge(contract, baseUrl, exchange);
      const kept = findings.some(isBreach) ? { exchange } : {};
      const about = `${method} ${path}`;
      onRecord({ ...(operation ? { operation: operation.id } : {}), about, status, findings, ...kept });
    } catch (error) {
      const findings = [breach('connection', `${baseUrl} gave no answer: ${(error as Error).message}`)];
      onRecord({ about: `${method} ${path}`, findings });
      if (!outgoing.headersSent) outgoing.writeHead(502).end();
    }
  }

  const server = createServer((incoming, outgoing) => {
    const passing = pass(incoming, outgoing).finally(() => judging.delete(passing));
    judging.add(passing);
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
      await Promise.all(judging);
    },
  };
}

const endToEnd = (headers: HeaderLines): HeaderLines =>
  headers.filter(([name]) => !OF_THE_CONNECTION.includes(name.toLowerCase()));
