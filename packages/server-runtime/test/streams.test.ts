import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Api,
  createDispatcher,
  implementApi,
  nodeListener,
  type OperationTable,
  toFetchHandler,
} from '../src/index.ts';

const MEGABYTE = 1_000_000;
const bytes = { mediaType: '*/*', kind: 'binary' as const };
const table = (id: string, method: string, more: Partial<OperationTable>): OperationTable => ({
  id,
  group: 'files',
  method,
  path: `/${id}`,
  right: 'get',
  parameters: [],
  bodies: [],
  responses: [{ status: 200, contents: [{ mediaType: 'text/plain', kind: 'text' }] }],
  errors: [400, 413],
  ...more,
});
const upload = { bodies: [{ ...bytes, stream: true as const }], bodyRequired: true };
const download = { responses: [{ status: 200, contents: [bytes] }] };
const api: Api = {
  title: 'Files',
  operations: {
    upload: table('upload', 'PUT', upload),
    refuse: table('refuse', 'PUT', upload),
    download: table('download', 'GET', download),
    broken: table('broken', 'GET', download),
  },
  maxBody: 50 * MEGABYTE,
  errorTypes: { json: 'application/json' },
};

const errors: unknown[] = [];

async function* made(megabytes: number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < megabytes; i++) {
    await setImmediate();
    yield new Uint8Array(MEGABYTE).fill(i);
  }
}

const dispatch = createDispatcher(
  implementApi(api, {
    upload: async ({ body }) => {
      let size = 0;
      for await (const chunk of body as AsyncIterable<Uint8Array>) size += chunk.length;
      return String(size);
    },
    refuse: () => 'not read',
    download: () => made(20),
    broken: async function* () {
      yield* made(1);
      throw new Error('the disk is gone');
    },
  }),
  { requireHttps: false, onError: (error) => errors.push(error) },
);
// Node closes a connection that is quiet for five seconds: on a busy machine, while the client is about to use it.
const server = createServer({ keepAliveTimeout: 600_000 }, nodeListener(dispatch));
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each<[string, (path: string, init?: RequestInit) => Promise<Response>]>([
  ['Node', (path, init) => fetch(origin + path, init)],
  ['fetch', (path, init) => toFetchHandler(dispatch)(new Request(`http://files.test${path}`, init))],
])('through %s', (_, call) => {
  const put = (path: string, body: AsyncIterable<Uint8Array> | Uint8Array<ArrayBuffer>, headers = {}) =>
    call(path, {
      method: 'PUT',
      headers,
      body: body instanceof Uint8Array ? body : (ReadableStream.from(body) as ReadableStream),
      duplex: 'half',
    } as RequestInit);

  test('a handler reads a body as it comes', async () => {
    const answer = await put('/upload', made(20));
    expect([answer.status, await answer.text()]).toEqual([200, String(20 * MEGABYTE)]);
  });

  test('it is unpacked on the way', async () => {
    const answer = await put('/upload', gzipSync(Buffer.alloc(3 * MEGABYTE)), { 'content-encoding': 'gzip' });
    expect([answer.status, await answer.text()]).toEqual([200, String(3 * MEGABYTE)]);
  });

  test.each<[string, number, RegExp, () => Promise<Response>]>([
    ['one that grows too long', 413, /at most 50000000 bytes/, () => put('/upload', made(51))],
    ['one that says so', 413, /at most 50000000 bytes/, () => put('/upload', new Uint8Array(51 * MEGABYTE))],
    [
      'one that unpacks to too much',
      413,
      /at most 50000000 bytes/,
      () => put('/upload', gzipSync(Buffer.alloc(51 * MEGABYTE)), { 'content-encoding': 'gzip' }),
    ],
    ['what is no gzip', 400, /must be gzip/, () => put('/upload', Buffer.from('x'), { 'content-encoding': 'gzip' })],
  ])('%s is refused', async (_, status, message, send) => {
    const answer = await send();
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(message)]);
  });

  test('a handler need not read it', async () => {
    const answer = await put('/refuse', made(1));
    expect([answer.status, await answer.text()]).toEqual([200, 'not read']);
  });

  test('an answer is sent as it comes', async () => {
    const answer = await call('/download');
    expect(answer.headers.get('content-length')).toBeNull();
    let size = 0;
    for await (const chunk of answer.body!) size += chunk.length;
    expect(size).toBe(20 * MEGABYTE);
  });

  test('one that breaks off is told, and seen by the client', async () => {
    errors.length = 0;
    const answer = await call('/broken');
    await expect(answer.arrayBuffer()).rejects.toThrow();
    expect(errors).toEqual([new Error('the disk is gone')]);
  });
});
