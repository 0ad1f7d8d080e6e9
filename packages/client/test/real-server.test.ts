import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { call, connect, encodeRaw, type Operation } from '../src/runtime/index.ts';
import { nameXml, operation, xmlType } from './support/operations.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener) {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return connect({ baseUrl: `http://127.0.0.1:${port}/1.0`, apiKey: 'k', retries: 0 });
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

const upload: Partial<Operation> = {
  method: 'POST',
  bodies: [{ type: '*/*', encode: encodeRaw }],
  responses: { 200: [] },
};

test('a stream is sent while it grows', async () => {
  let firstChunkArrived!: () => void;
  const arrived = new Promise<void>((resolve) => (firstChunkArrived = resolve));
  let body = '';
  const connection = await serve(async (request, response) => {
    request.once('data', () => firstChunkArrived());
    body = await read(request);
    response.end();
  });
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('one '));
      await arrived;
      controller.enqueue(new TextEncoder().encode('two'));
      controller.close();
    },
  });
  expect(await call(connection, operation(upload), { body: stream })).toMatchObject({ ok: true });
  expect(body).toBe('one two');
});

test('bytes arrive as they are, with their length', async () => {
  const seen: { length?: string; bytes?: Buffer } = {};
  const connection = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    Object.assign(seen, { length: request.headers['content-length'], bytes: Buffer.concat(chunks) });
    response.end();
  });
  await call(connection, operation(upload), { body: new Uint8Array([0, 255, 13, 10]) });
  expect(seen).toEqual({ length: '4', bytes: Buffer.from([0, 255, 13, 10]) });
});

test('a redirect is an answer and is not followed', async () => {
  const seen: string[] = [];
  const connection = await serve((request, response) => {
    seen.push(request.url!);
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect(await call(connection, operation(), {})).toMatchObject({ ok: false, status: 302 });
  expect(seen).toEqual(['/1.0/name']);
});

test('an answer that stops in the middle is a ConnectionError', async () => {
  const connection = await serve((_, response) => {
    response.writeHead(200, { 'content-type': xmlType, 'content-length': '1000' });
    response.write('<name>', () => response.destroy());
  });
  const error = { name: 'ConnectionError', message: 'The connection broke before the answer was complete' };
  expect(await call(connection, operation(), {})).toMatchObject({ ok: false, status: 0, error });
});

test('an answer that begins but does not end is a TimeoutError', async () => {
  const connection = await serve((_, response) => {
    response.writeHead(200, { 'content-type': xmlType });
    response.write('<name>');
  });
  const result = await call(connection, operation(), {}, { timeout: 200 });
  expect(result).toMatchObject({ ok: false, status: 0, error: { name: 'TimeoutError' } });
});

test('aborting closes the connection', async () => {
  const stop = new AbortController();
  let closed!: () => void;
  const closing = new Promise<void>((resolve) => (closed = resolve));
  const connection = await serve((request) => {
    request.once('close', closed);
    stop.abort();
  });
  const result = await call(connection, operation(), {}, { signal: stop.signal });
  expect(result).toMatchObject({ ok: false, status: 0, error: { name: 'AbortedError' } });
  await closing;
});

test('a port where nobody listens is a ConnectionError that says so', async () => {
  const connection = await serve(() => {});
  await new Promise((resolve) => server!.close(resolve));
  const result = await call(connection, operation({ bodies: [nameXml] }), {});
  expect(result).toMatchObject({
    error: { name: 'ConnectionError', message: expect.stringContaining('ECONNREFUSED') },
  });
});
