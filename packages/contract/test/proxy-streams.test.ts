import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Run, run } from './support/process.ts';

const MEGABYTE = Buffer.alloc(2 ** 20, 'x');
const SIZE = 300;
const description = `
openapi: 3.1.0
info: { title: Files, version: '1' }
paths:
  /file:
    get:
      operationId: getFile
      responses: { '200': { description: A file., content: { application/octet-stream: {} } } }
    put:
      operationId: putFile
      requestBody: { content: { application/octet-stream: {} } }
      responses: { '204': { description: Taken. }, '413': { description: Too long. } }
`;

const room = mkdtempSync(join(tmpdir(), 'mailwright-streams-'));
const service = http.createServer((incoming, outgoing) => answer(incoming, outgoing));
let answer: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<unknown>;
let proxy: Run;
let url: string;
beforeAll(async () => {
  writeFileSync(join(room, 'files.yaml'), description);
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const target = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  proxy = run('verify', join(room, 'files.yaml'), '--target', target, '--proxy');
  url = (await proxy.says(/to (http:\S+) in place/))[1]!;
});
afterAll(() => {
  proxy.child.kill();
  service.close();
  rmSync(room, { recursive: true });
});

/** Memory of the proxy, in megabytes. */
const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(proxy.child.pid)])) / 1024;

async function write(stream: NodeJS.WritableStream, megabytes: number): Promise<void> {
  for (let i = 0; i < megabytes; i++) if (!stream.write(MEGABYTE)) await once(stream, 'drain');
}

test('a long answer goes through as it comes, and does not stay in memory', async () => {
  const before = memory();
  let finish = () => {};
  answer = async (_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/octet-stream' });
    await write(outgoing, SIZE);
    finish = () => outgoing.end();
  };
  const [response] = (await once(http.get(`${url}/file`), 'response')) as [IncomingMessage];
  let length = 0;
  await new Promise<void>((resolve) => {
    response.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length === SIZE * MEGABYTE.length) resolve();
    });
  });
  expect(memory() - before).toBeLessThan(150);
  finish();
  await once(response, 'end');
});

test('so does a long request', async () => {
  const before = memory();
  let length = 0;
  answer = async (incoming, outgoing) => {
    for await (const chunk of incoming) length += chunk.length;
    outgoing.writeHead(204).end();
  };
  const request = http.request(`${url}/file`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
  });
  await write(request, SIZE);
  expect(memory() - before).toBeLessThan(150);
  request.end();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, length]).toEqual([204, SIZE * MEGABYTE.length]);
  response.resume();
});

test('an answer that comes before the end of the request', async () => {
  answer = async (_, outgoing) => outgoing.writeHead(413).end();
  const request = http.request(`${url}/file`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
  });
  request.write('x');
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(413);
  response.resume();
  request.end();
  await once(response, 'end');
});

test('a client that goes away is nobody’s fault; what was too long to be judged is told', async () => {
  const arrived = new Promise<ServerResponse>((resolve) => {
    answer = async (_, outgoing) => resolve(outgoing);
  });
  const request = http.get(`${url}/file`);
  const gone = once(request, 'error');
  const outgoing = await arrived;
  const closed = once(outgoing, 'close');
  request.destroy(new Error('gone'));
  await Promise.all([gone, closed]);
  proxy.child.kill('SIGINT');
  expect(await proxy.code(), proxy.output()).toBe(0);
  expect(proxy.output()).toContain('passed without validation (2 test cases of getFile, putFile)');
  expect(proxy.output()).toContain('putFile  204· 413✓');
});
