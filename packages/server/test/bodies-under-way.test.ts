import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { api as own } from '../src/generated/server/index.ts';
import { createDispatcher, type Hooks, implementApi, nodeListener, type Principal } from '../src/runtime/index.ts';
import { api, handlers } from './fixture.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

interface Sent {
  key?: string;
  bytes: number;
  packed?: boolean;
  chunked?: boolean;
}

/** A server with bounds of 3000 bytes of all and 2000 of each client; what comes stays in the handler until it is let go. */
async function serve() {
  const held: (() => void)[] = [];
  let arrived = () => {};
  const hold = () =>
    new Promise<void>((resolve) => {
      held.push(resolve);
      arrived();
    });
  const hooks: Hooks<string, Principal & { name: string }> = {
    authenticate: (key) => ({ name: key.slice(0, 12), rights: new Set(['post']) }),
    intercept: (_call, next) => next('context'),
    requireHttps: false,
    maxBodies: { all: 3000, client: 2000 },
    clientOf: ({ name }) => name,
  };
  const server = createServer(nodeListener(createDispatcher(implementApi(api, handlers({ attach: hold })), hooks)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const { port } = server.address() as AddressInfo;
  const send = ({ key = 'first-client', bytes, packed = false, chunked = false }: Sent) =>
    new Promise<{ status: number; retryAfter: string | undefined; text: string }>((resolve, reject) => {
      const body = packed ? gzipSync(Buffer.alloc(bytes)) : Buffer.alloc(bytes);
      const headers = {
        authorization: `Bearer ${key}-0000`,
        ...(chunked ? {} : { 'content-length': String(body.length) }),
        ...(packed ? { 'content-encoding': 'gzip' } : {}),
      };
      const call = request({ port, method: 'POST', path: '/mailings/7/attachments', headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('end', () =>
          resolve({ status: answer.statusCode!, retryAfter: answer.headers['retry-after'], text }),
        );
      });
      call.on('error', reject).end(body);
    });
  return {
    send,
    /** Sends a request that stays under way. */
    async begin(sent: Sent) {
      const waiting = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      void send(sent).catch(() => {});
      await waiting;
    },
    letGo: () => {
      for (const go of held.splice(0)) go();
    },
  };
}

describe.each<[string, Partial<Sent>]>([
  ['of an announced length', {}],
  ['in chunks', { chunked: true }],
  ['packed', { packed: true }],
])('bodies %s', (_, form) => {
  test('of one client beyond its bound are 503 until others are answered; other clients are not meant', async () => {
    const { send, begin, letGo } = await serve();
    await begin({ bytes: 1400, ...form });
    const refused = await send({ bytes: 700, ...form });
    expect(refused).toMatchObject({ status: 503, retryAfter: '2' });
    expect(refused.text).toContain('At most 2000 bytes in bodies of requests of your own may be under way at once');
    await begin({ bytes: 450, ...form });
    await begin({ key: 'other-client', bytes: 900, ...form });
    expect((await send({ key: 'third-client', bytes: 300, ...form })).text).toContain(
      'At most 3000 bytes in bodies of all',
    );
    letGo();
    await begin({ bytes: 1900, ...form });
    letGo();
  });
});

test('a body that is refused, or breaks off, is counted no more', async () => {
  const { send, begin, letGo } = await serve();
  expect((await send({ bytes: 2001, chunked: true })).status).toBe(503);
  expect((await send({ bytes: 10_001 })).status).toBe(413);
  expect((await send({ bytes: 10_001, packed: true })).status).toBe(413);
  await begin({ bytes: 2000 });
  letGo();
});

test('the bounds of the service stand in its description', () => {
  expect(own.maxBodies).toEqual({ all: 41_943_040, client: 20_971_520 });
});
