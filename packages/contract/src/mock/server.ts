import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import type { Contract } from '../contract/contract.ts';
import { readIncoming } from '../exchange/incoming.ts';
import { mockAnswer } from './answer.ts';
import type { Identity } from './certificate.ts';

export interface MockOptions {
  contract: Contract;
  identity: Identity;
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Makes up all bodies at random, in place of examples. */
  dynamic?: boolean;
}

export interface RunningMock {
  /** With TLS, with the path of the description's first server. */
  url: string;
  /** Address without TLS. */
  plainUrl: string;
  /** The description's first server is one without TLS. */
  isPlain: boolean;
  close(): Promise<void>;
}

/** First byte of a TLS connection (RFC 8446 section 5.1, a record of type handshake). */
const TLS_HANDSHAKE = 22;

/** Serves a description with made-up answers, with TLS and without on one port. */
export async function startMock({
  contract,
  identity,
  host,
  port,
  dynamic = false,
}: MockOptions): Promise<RunningMock> {
  const { path, httpsOnly, isPlain } = readServers(contract.model.document.servers);
  const serve = (scheme: string) => async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { path: below, ...request } = await readIncoming(incoming, contract.model.maxBody);
    const origin = `${scheme}://${incoming.headers.host ?? 'localhost'}`;
    const setting = { contract, baseUrl: origin + path, httpsOnly, dynamic };
    const { status, headers, body } = await mockAnswer(setting, { ...request, url: origin + below });
    const framed = status === 204 ? headers : [...headers, ['Content-Length', String(body.length)]];
    outgoing.writeHead(status, framed.flat());
    outgoing.end(body);
  };
  /** A fault of the mock must not end it. */
  const guarded = (scheme: string) => (incoming: IncomingMessage, outgoing: ServerResponse) =>
    serve(scheme)(incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' });
      outgoing.end(`The mock failed: ${error}`);
    });
  const secure = https.createServer(identity, guarded('https'));
  const plain = http.createServer(guarded('http'));
  const sockets = new Set<Socket>();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.once('data', (start) => {
      socket.pause();
      socket.unshift(start);
      (start[0] === TLS_HANDSHAKE ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, host, resolve);
  });
  const address = `localhost:${(listener.address() as AddressInfo).port}${path}`;
  return {
    url: `https://${address}`,
    plainUrl: `http://${address}`,
    isPlain,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

interface Server {
  url: string;
  variables?: Record<string, { default: string }>;
}

/** The path of the first server, whether it is without TLS, and whether all of them want TLS. */
function readServers(servers: Server[] = []): { path: string; isPlain: boolean; httpsOnly: boolean } {
  const urls = servers.map(({ url, variables = {} }) =>
    url.replace(/\{([^}]*)\}/g, (_, name) => variables[name]?.default ?? name),
  );
  const [first = '/'] = urls;
  const { pathname } = new URL(first, 'http://localhost');
  return {
    path: pathname.replace(/\/$/, ''),
    isPlain: first.startsWith('http:'),
    httpsOnly: urls.length > 0 && urls.every((url) => url.startsWith('https:')),
  };
}
