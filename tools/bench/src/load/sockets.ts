import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface SocketLoad {
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
}

/**
 * Requests answered per second over kept-alive plain connections, one at a time on each. All answers must be of equal
 * length; they are counted by it and not parsed, so that the load costs little beside the server.
 */
export async function answersPerSecond({
  port,
  path,
  headers,
  connections,
  milliseconds,
}: SocketLoad): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${lines.join('')}\r\n`);
  const length = await answerLength(port, request);
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1').setNoDelay(true));
  let answered = 0;
  for (const socket of sockets) {
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (received < length) return;
      received -= length;
      answered++;
      socket.write(request);
    });
  }
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const start = performance.now();
  for (const socket of sockets) socket.write(request);
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  const seconds = (performance.now() - start) / 1000;
  for (const socket of sockets) socket.destroy();
  return answered / seconds;
}

/** Bytes of one answer with its head; fails on any status but 200. */
async function answerLength(port: number, request: Buffer): Promise<number> {
  const socket = connect(port, '127.0.0.1');
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
