import { once } from 'node:events';
import { connect, type OnReadOpts, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export interface Target {
  port: number;
  /** Over TLS; the certificate is not checked. */
  secure: boolean;
  path: string;
  headers: Record<string, string>;
}

/** Kept-alive connections to a server, on which one GET after the other is sent. */
export interface Connections {
  /** Sends for some milliseconds, one request at a time on each connection, and waits for the last answers. */
  answersWithin(milliseconds: number): Promise<{ answers: number; seconds: number }>;
  close(): void;
}

/**
 * Opens connections. All answers must be of equal length; they are counted by it and not parsed, so that the load costs
 * little beside the server.
 */
export async function openConnections(target: Target, count: number): Promise<Connections> {
  const lines = Object.entries(target.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${target.path} HTTP/1.1\r\nHost: localhost:${target.port}\r\n${lines.join('')}\r\n`);
  const length = await answerLength(open(target), request);
  let answers = 0;
  let waiting = 0;
  let sending = false;
  let done = () => {};
  const sockets = Array.from({ length: count }, () => {
    let received = 0;
    const callback = (bytes: number) => {
      received += bytes;
      if (received < length) return true;
      received -= length;
      answers++;
      if (sending) socket.write(request);
      else if (--waiting === 0) done();
      return true;
    };
    const socket = open(target, { onread: { buffer: memory, callback } });
    return socket.setNoDelay(true);
  });
  await Promise.all(sockets.map((socket) => once(socket, target.secure ? 'secureConnect' : 'connect')));
  return {
    async answersWithin(milliseconds) {
      const start = performance.now();
      answers = 0;
      sending = true;
      waiting = sockets.length;
      const { promise, resolve } = Promise.withResolvers<void>();
      done = resolve;
      for (const socket of sockets) socket.write(request);
      stayAwake(() => sending);
      setTimeout(() => {
        sending = false;
      }, milliseconds);
      await promise;
      return { answers, seconds: (performance.now() - start) / 1000 };
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Turns the event loop without pause. A process that sleeps has to be woken by the write of the server, which costs as
 * much as all the rest of a short answer, and the quicker server would be spared it, because it keeps the load busy.
 */
function stayAwake(isNeeded: () => boolean): void {
  if (isNeeded()) setImmediate(stayAwake, isNeeded);
}

/** What is read is not kept, so that all connections can share its memory. */
const memory = Buffer.alloc(65_536);

/** `onread` takes what comes in; without it, the socket is read as a stream. */
function open({ port, secure }: Target, more: { onread?: OnReadOpts } = {}): Socket {
  const place = { port, host: '127.0.0.1', ...more };
  return secure ? connectTls({ ...place, rejectUnauthorized: false }) : connect(place);
}

/** Bytes of one answer with its head; fails on any status but 200. */
async function answerLength(socket: Socket, request: Buffer): Promise<number> {
  socket.write(request);
  let answer = '';
  for await (const chunk of socket as AsyncIterable<Buffer> & Socket) {
    answer += chunk.toString('latin1');
    const head = answer.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(answer)?.[1];
    if (head < 0 || length === undefined) continue;
    if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`The server answered ${answer.slice(0, 300)}`);
    if (answer.length >= head + 4 + Number(length)) break;
  }
  socket.destroy();
  return answer.length;
}
