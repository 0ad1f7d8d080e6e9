import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterEach, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const [embedded] = databases();
const limits = { handshakeMillis: 3000, headMillis: 1000, requestMillis: 1500, lookMillis: 50, closeMillis: 500 };

const drips: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const drip of drips.splice(0)) clearInterval(drip);
});

const start = async (own: Partial<typeof limits> = {}) =>
  startTestService(await embedded!.open(), undefined, {}, { limits: { ...limits, ...own } });

const closed = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve));

/** Sends the head of a request, and then a byte now and then, for ever. */
async function slowly({ origin, cert }: TestService, head: string): Promise<TLSSocket> {
  const socket = connectTls({
    port: Number(new URL(origin).port),
    host: '127.0.0.1',
    servername: 'localhost',
    ca: cert,
  });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  socket.write(head);
  drips.push(setInterval(() => socket.write('x'), 50));
  return socket;
}

const body = (authorization: string) =>
  `POST /1.0/contacts HTTP/1.1\r\nHost: localhost\r\n${authorization}Content-Length: 9999\r\n\r\n`;

test('slow clients lose their connections, with a 408 where they can hear it; others are served all the while', async () => {
  const service = await start();
  const withKey = await slowly(service, body(`Authorization: Bearer ${service.key}\r\n`));
  const withoutKey = await slowly(service, body(''));
  const inHead = await slowly(service, 'GET /1.0/ping HTTP/1.1\r\nX: ');
  const heard = [withKey, withoutKey, inHead].map(async (socket) => {
    const chunks: Buffer[] = [];
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString().split('\r\n')[0];
  });
  const silent = connect({ port: Number(new URL(service.origin).port), host: '127.0.0.1' });
  await closed(silent);
  expect((await service.client.ping.pingGet()).status).toBe(200);
  expect(await Promise.all(heard)).toEqual([
    'HTTP/1.1 408 Request Timeout',
    'HTTP/1.1 401 Unauthorized',
    'HTTP/1.1 408 Request Timeout',
  ]);
  await service.close();
  expect(service.log.join('\n')).not.toContain('Failure');
});

test('a stop does not wait for slow clients, on either port', async () => {
  const service = await start({ handshakeMillis: 60_000, headMillis: 60_000, requestMillis: 60_000 });
  const slow = await Promise.all([slowly(service, body('')), slowly(service, 'GET /1.0/ping HTTP/1.1\r\nX: ')]);
  const silent = connect({ port: Number(new URL(service.origin).port), host: '127.0.0.1' });
  const plain = connect({ port: Number(new URL(service.plainOrigin).port), host: '127.0.0.1' });
  for (const socket of [silent, plain])
    await once(
      socket.on('error', () => {}),
      'connect',
    );
  plain.write('GET / HTTP/1.1\r\nX: ');
  const ends = [...slow, silent, plain].map(closed);
  await service.close();
  await Promise.all(ends);
});
