import { execFile } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { addMailingAttachment, connect } from '../src/index.ts';

const xml = { 'content-type': 'application/vnd.service.api+xml' };
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/1.0`;
}

const count: RequestListener = async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  response.writeHead(201, xml).end(`<id>${bytes}</id>`);
};

/** A stream without an end, and when somebody tells it to stop. */
function endless() {
  let cancel!: () => void;
  const cancelled = new Promise<void>((resolve) => (cancel = resolve));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await setImmediate();
      controller.enqueue(new Uint8Array(65_536));
    },
    cancel,
  });
  return { body, cancelled };
}

const megabytes = 128;

test.each(['stream', 'file'])(`${megabytes} MB out of a %s go through little memory`, async (source) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mailwright-upload-'));
  try {
    const file = path.join(folder, 'big.bin');
    await writeFile(file, '');
    await truncate(file, megabytes * 1e6);
    let received = 0;
    const baseUrl = await serve((request, response) => {
      request.on('data', (chunk) => (received += chunk.length));
      request.on('end', () => response.writeHead(201, xml).end('<id>1</id>'));
    });
    const program = path.join(import.meta.dirname, 'support/upload.ts');
    const args = ['--expose-gc', program, baseUrl, String(megabytes), ...(source === 'file' ? [file] : [])];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(received).toBe(megabytes * 1e6);
    expect(Number(stdout)).toBeLessThan(megabytes / 2);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an answer that comes before the end of the stream is the answer', async () => {
  const baseUrl = await serve((_, response) => {
    response.writeHead(413, xml).end('<error><message>At most 1 MB.</message></error>');
  });
  const { body, cancelled } = endless();
  const result = await addMailingAttachment(connect({ baseUrl }), { mailingid: 7, filename: 'a', body });
  expect(result).toMatchObject({ status: 413, error: { name: 'PayloadTooLargeError', message: 'At most 1 MB.' } });
  await cancelled;
});

test('aborting stops the stream', async () => {
  const stop = new AbortController();
  const baseUrl = await serve((request) => void request.once('data', () => stop.abort()));
  const { body, cancelled } = endless();
  const input = { mailingid: 7, filename: 'a', body };
  const result = await addMailingAttachment(connect({ baseUrl }), input, { signal: stop.signal });
  expect(result).toMatchObject({ status: 0, error: { name: 'AbortedError' } });
  await cancelled;
});

test('a redirect of a stream is not followed', async () => {
  const seen: string[] = [];
  const baseUrl = await serve((request, response) => {
    seen.push(request.url!);
    request.resume();
    request.on('end', () => response.writeHead(307, { location: '/elsewhere' }).end());
  });
  const body = new Blob(['abc']).stream();
  const result = await addMailingAttachment(connect({ baseUrl }), { mailingid: 7, filename: 'a', body });
  expect(result).toMatchObject({ status: 0, error: { name: 'ConnectionError' } });
  expect(seen).toEqual(['/1.0/mailings/7/attachments?filename=a']);
});

test('a blob is sent with its type and length', async () => {
  const headers: object[] = [];
  const baseUrl = await serve((request, response) => {
    headers.push(request.headers);
    count(request, response);
  });
  const body = new Blob(['abcd'], { type: 'image/png' });
  const input = { mailingid: 7, filename: 'a', body };
  expect(await addMailingAttachment(connect({ baseUrl }), input).orThrow()).toBe(4);
  expect(headers).toMatchObject([{ 'content-type': 'image/png', 'content-length': '4' }]);
});
