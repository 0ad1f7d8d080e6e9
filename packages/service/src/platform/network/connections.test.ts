import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type ConnectionLimits, capConnections, limitConnections, serverTimeouts, usualLimits } from './connections.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(limits: Partial<ConnectionLimits>, listener: RequestListener) {
  const all = { ...usualLimits, lookMillis: 20, ...limits };
  const server: Server = createServer(serverTimeouts(all), listener);
  const log: string[] = [];
  const connections = limitConnections(server, all, (line) => log.push(line));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { server, log, connections, port: (server.address() as AddressInfo).port };
}

function open(port: number, sent = '', localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  closers.push(() => socket.destroy());
  if (sent) socket.write(sent);
  return socket;
}

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const ended = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve));
const answered = async (socket: Socket) => String((await once(socket, 'data'))[0]).split('\r\n')[0];

describe('an endless client loses its connection', () => {
  const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n';
  test.each<[string, Partial<ConnectionLimits>, string]>([
    ['that sends its headers byte by byte', { headMillis: 200 }, 'GET / HTTP/1.1\r\nX: '],
    ['that sends its body byte by byte', { headMillis: 100, requestMillis: 200 }, post],
    ['whose body is not even asked for', { headMillis: 100, requestMillis: 200 }, `${post}x`],
  ])('%s', async (_, limits, head) => {
    const { port } = await serve(limits, (request, response) => {
      request
        .resume()
        .on('end', () => response.end())
        .on('error', () => {});
    });
    const socket = open(port, head);
    const drip = setInterval(() => socket.write('x'), 20);
    closers.push(() => clearInterval(drip));
    await ended(socket);
  });

  test('that is silent between two requests', async () => {
    const { port } = await serve({ keepAliveMillis: 100 }, (_, response) => response.end());
    await ended(open(port, get));
  });

  test('that does not read its answer', async () => {
    const { port, server } = await serve({ readMillis: 200 }, (_, response) => response.end(Buffer.alloc(64 << 20)));
    const lost = once(server, 'connection').then(([socket]) => once(socket, 'close'));
    open(port, get).pause();
    await lost;
  });
});

test('a request that the server works on for long keeps its connection', async () => {
  const { port } = await serve(
    { readMillis: 50, keepAliveMillis: 50, headMillis: 50, requestMillis: 60 },
    (_, response) => {
      setTimeout(() => response.end(), 400);
    },
  );
  expect(await answered(open(port, get))).toBe('HTTP/1.1 200 OK');
});

test('one address has its share of the connections, and gets it back', async () => {
  const { port, log } = await serve({ perAddress: 2 }, (_, response) => response.end());
  const [first, second] = [open(port, get), open(port, get)];
  await Promise.all([answered(first), answered(second)]);
  await ended(open(port, get));
  await ended(open(port, get));
  expect(log).toEqual(['One address has 2 connections; new connections are rejected.']);
  first.destroy();
  await ended(first);
  expect(await answered(open(port, get))).toBe('HTTP/1.1 200 OK');
});

test.runIf(process.platform === 'linux')('other addresses are not meant by that', async () => {
  const { port } = await serve({ perAddress: 1 }, (_, response) => response.end());
  await answered(open(port, get));
  expect(await answered(open(port, get, '127.0.0.2'))).toBe('HTTP/1.1 200 OK');
});

test('beyond the total nobody gets in', async () => {
  const { port, log } = await serve({ total: 1 }, (_, response) => response.end());
  await answered(open(port, get));
  await ended(open(port, get));
  expect(log).toEqual(['There are 1 connections; new connections are rejected.']);
});

test('closing ends what does not end by itself', async () => {
  const { port, server, connections } = await serve({}, () => {});
  const asked = once(server, 'request');
  const socket = open(port, get);
  await asked;
  connections.endWithin(100);
  const closed = once(server, 'close');
  server.close();
  await Promise.all([closed, ended(socket)]);
});

test('connections whose listeners were removed, as STARTTLS does, count while they are open', async () => {
  const server = createTcpServer();
  const log: string[] = [];
  capConnections(server, { total: 10, perAddress: 2 }, (line) => log.push(line));
  const accepted: Socket[] = [];
  server.on('connection', (socket) => {
    socket.removeAllListeners();
    if (!socket.destroyed) accepted.push(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(
    () => accepted.forEach((socket) => void socket.destroy()),
    () => server.close(),
  );
  const connectOnce = async () => {
    const accepting = once(server, 'connection');
    open((server.address() as AddressInfo).port);
    await accepting;
  };
  for (let count = 0; count < 3; count++) await connectOnce();
  expect([accepted.length, log.length]).toEqual([2, 1]);
  for (const socket of accepted.splice(0)) socket.destroy();
  await connectOnce();
  expect(accepted.length).toBe(1);
});
