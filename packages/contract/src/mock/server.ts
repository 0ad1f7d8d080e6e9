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
}

export interface RunningMock {
  /** With TLS, with the path of the description's first server. */
  url: string;
  /** Address without TLS. */
  plainUrl: string;
  close(): Promise<void>;
}

/** First byte of a TLS connection (RFC 8446 section 5.1, a record of type handshake). */
const TLS_HANDSHAKE = 22;

/** Serves a description with made-up answers, with TLS and without on one port. */
export async function startMock({ contract, identity, host, port }: MockOptions): Promise<RunningMock> {
  const { path, httpsOnly } = readServers(contract.model.document.servers);
  const serve = (scheme: string) => async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { path: below, ...request } = await readIncoming(incoming, contract.model.maxBody);
    const origin = `${scheme}://${incoming.headers.host ?? 'localhost'}`;
    const setting = { contract, baseUrl: origin + path, httpsOnly };
    const { status, headers, body } = await mockAnswer(setting, { ...request, url: origin + below });
    outgoing.writeHead(status, [...headers, ['Content-Length', String(body.length)]].flat());
    outgoing.end(body);
  };
  const secure = https.createServer(identity, serve('https'));
  const plain = http.createServer(serve('http'));
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

/** The path of the first server, and whether all of them want TLS. */
function readServers(servers: Server[] = []): { path: string; httpsOnly: boolean } {
  const urls = servers.map(({ url, variables = {} }) =>
    url.replace(/\{([^}]*)\}/g, (_, name) => variables[name]?.default ?? name),
  );
  const [first = '/'] = urls;
  const { pathname } = new URL(first, 'http://localhost');
  return {
    path: pathname.replace(/\/$/, ''),
    httpsOnly: urls.length > 0 && urls.every((url) => url.startsWith('https:')),
  };
}
