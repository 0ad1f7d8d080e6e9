import { connect, createServer, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** Mails of the allowed size to one return path, by a number of connections, until the thread is ended. */
export interface Flood {
  port: number;
  returnPath: string;
  connections: number;
}

const bytes = 1_900_000;
const repeated = (piece: string) => piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);
const report = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n';
const status = `${report}Content-Type: message/delivery-status\r\n\r\n`;

/** What once took seconds of each mail. */
const shapes = [
  `From: x@example.com\r\nTo: ${repeated('g:')}\r\n\r\ntext`,
  `From: x@example.com\r\n${status}${repeated('Status:\r\n\r\n')}`,
  `From: x@example.com\r\n${status}${repeated('Action: failed\r\n')}`,
  `From: x@example.com\r\n${report}${repeated('\r\n--b\r\n')}`,
];

let refused = 0;

async function flood({ port, returnPath }: Flood): Promise<void> {
  for (let at = 0; ; at++) {
    const socket = connect(port, '127.0.0.1').setNoDelay();
    socket.on('error', () => {});
    try {
      const next = answers(socket);
      await next();
      for (;;) {
        const lines = ['HELO attacker', 'MAIL FROM:<>', `RCPT TO:<${returnPath}>`, 'DATA'];
        for (const line of lines) {
          socket.write(`${line}\r\n`);
          await next();
        }
        socket.write(`${shapes[at++ % shapes.length]}\r\n.\r\n`);
        await next();
      }
    } catch {
      socket.destroy();
      parentPort!.postMessage(++refused);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Gives the answers of the server one by one. */
function answers(socket: Socket): () => Promise<string> {
  const lines = socket.setEncoding('latin1')[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await lines.next();
    if (done || /^[45]/.test(value)) throw new Error(`refused: ${value}`);
    return value;
  };
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

if (parentPort) {
  const wanted = workerData as Flood;
  await Promise.all(Array.from({ length: wanted.connections }, () => flood(wanted)));
}
