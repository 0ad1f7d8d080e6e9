import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

/**
 * A service with its database in one process of its own, under what clients and operators do to it. A full disk is in
 * `test/db/embedded-full-disk.test.ts`; a PostgreSQL that is restarted, and connections that are cut, in
 * `test/db/lost-connections.test.ts`.
 */

const key = 'key-that-survives-1';
const dataDir = await usedDirectory();
/** Of the process, with the embedded database; 2,000 connections with TLS take about 100 KB each. */
const mostMebibytes = 1200;

let service: Awaited<ReturnType<typeof startService>>;
const connected: TLSSocket[] = [];
beforeAll(async () => {
  service = await startService(dataDir, ['--key', key]);
});
afterAll(async () => {
  for (const socket of connected) socket.destroy();
  service.child.kill('SIGKILL');
  await service.ended;
});

const client = () =>
  createClient({
    baseUrl: service.baseUrl,
    apiKey: key,
    retries: 0,
    fetch: trusting(join(dataDir, 'tls', 'certificate.pem')),
  });

/** Residential memory of the service; undefined where the system does not tell it in this way. */
function mebibytes(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024;
}

async function expectWell(): Promise<void> {
  expect((await client().ping.pingGet()).status).toBe(200);
  const used = mebibytes();
  if (used !== undefined) expect(used).toBeLessThan(mostMebibytes);
}

/** A TLS connection from one of several addresses, so that none has more than its share. */
async function open(n: number): Promise<TLSSocket> {
  const localAddress = process.platform === 'linux' ? `127.0.0.${2 + (n % 8)}` : undefined;
  const port = Number(new URL(service.baseUrl).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress, rejectUnauthorized: false } as Parameters<
    typeof connect
  >[0] &
    object);
  socket.on('error', () => {});
  connected.push(socket);
  await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]);
  return socket;
}

const lines = ['GET /1.0/ping HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`];
const ask = `${lines.join('\r\n')}\r\n\r\n`;
const count = deep && process.platform === 'linux' ? 2000 : 400;

test(`${count} connections at once: each is answered, and others are served beside them`, async () => {
  const sockets: TLSSocket[] = [];
  for (let n = 0; n < count; n += 50) {
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => open(n + i)))));
  }
  await expectWell();
  const answers = await Promise.all(
    sockets.map(async (socket) => {
      socket.write(ask);
      const [data] = await once(socket, 'data');
      return String(data).split('\r\n')[0];
    }),
  );
  expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 200 OK']));
  for (const socket of sockets) socket.destroy();
  await expectWell();
});

test('broken clients: what they send ends nothing but their own connections', async () => {
  const head = `POST /1.0/contacts HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n`;
  const broken = [
    'nonsense\r\n\r\n',
    `${head}Content-Length: -1\r\n\r\n`,
    `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`,
    `${head}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
    `${head}Content-Length: 9000000\r\n\r\n<contacts>`,
    `${head}Content-Length: 10\r\n\r\n<contacts>`.repeat(50),
    `GET /${'x'.repeat(40_000)} HTTP/1.1\r\n\r\n`,
    Array.from({ length: 500 }, () => ask).join(''),
  ];
  for (let round = 0; round < 10; round++) {
    const sockets = await Promise.all(broken.map((_, n) => open(n)));
    for (const [n, socket] of sockets.entries()) {
      socket.write(broken[n]!);
      setImmediate(() => socket.destroy());
    }
    await Promise.all(sockets.map((socket) => socket.closed || once(socket, 'close')));
  }
  await expectWell();
});

test('kill -9 under writers: all that was acknowledged is there when it runs again', async () => {
  const acknowledged: string[] = [];
  const write = async (writer: number) => {
    const writing = client();
    for (let n = 0; ; n++) {
      const name = `chaos ${writer} ${n}`;
      const answer = await writing.mailings.create({ name, subject: 'x' });
      if (!answer.ok) return;
      acknowledged.push(name);
      if (acknowledged.length === 60) service.child.kill('SIGKILL');
    }
  };
  await Promise.all([1, 2, 3, 4].map(write));
  await service.ended;
  service = await startService(dataDir);
  await expectWell();
  const mailings = await client()
    .mailings.listByStates.all({ fields: ['name'], page_size: 1000 })
    .toArray();
  const names = new Set(mailings.map(({ fields }) => fields[0]!.value));
  expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);
});
