import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createService, describeCollection, describeService, respond } from './support/memory.ts';

const main = join(import.meta.dirname, '../src/cli/main.ts');
const room = mkdtempSync(join(tmpdir(), 'contract-mcp-'));
const openapi = join(room, 'openapi.json');
const body = { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } };
const hasTitle = ({ title }: { title?: unknown }) => typeof title === 'string' && title !== '';

/** Keeps books; the title of what is read is a number. */
const { store, answer } = createService({ books: (book) => (hasTitle(book) ? undefined : respond(400)) });
store.set('/books/old', { id: 'old', title: 'Emma' });
const requests: string[] = [];
const service = createServer(async (incoming, outgoing) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', url = '/' } = incoming;
  requests.push(`${method} ${url}`);
  const {
    status,
    headers,
    body: answered,
  } = answer({ method, url: `http://a${url}`, headers: [], body: Buffer.concat(chunks) });
  const isRead = method === 'GET' && status === 200 && url !== '/books';
  outgoing.writeHead(status, headers.flat());
  outgoing.end(isRead ? JSON.stringify({ id: 1, title: 7 }) : answered);
});
let target: string;
const clients: Client[] = [];
beforeAll(async () => {
  const paths = describeCollection('books', body, { type: ['integer', 'string'] });
  writeFileSync(openapi, JSON.stringify(describeService(paths)));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  target = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const client of clients) await client.close();
  service.close();
  rmSync(room, { recursive: true });
});

/** A tool server in a process of its own, as the SDK of the protocol sees it. */
async function connected(...args: string[]) {
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', openapi, ...args] }));
  const call = async (name: string, given: { [name: string]: string } = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: given });
    return `${isError ? 'failed: ' : ''}${(content as { text: string }[])[0]!.text}`;
  };
  return { client, call };
}

test('without --write nothing is sent: it explains, generates preconditions and judges files', async () => {
  const { client, call } = await connected('--base', 'https://books.test');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['check', 'findings', 'explain', 'preconditions']);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(await call('verify')).toBe(
    'failed: There is no tool verify. Available: check, findings, explain, preconditions.',
  );
  expect(await call('explain')).toContain('made by booksCreate');
  const files = (await call('preconditions')).split('\n');
  expect(files).toContain('parameters.yaml');
  expect(await call('preconditions', { file: files.find((each) => each.startsWith('situations/'))! })).toContain(
    'booksCreate',
  );
  expect(await call('preconditions', { file: '../../etc/passwd' })).toMatch(/^failed: There is no file/);
  expect(await call('findings')).toBe('failed: There was no run yet.');

  const har = join(room, 'traffic.har');
  const headers = [{ name: 'content-type', value: 'application/json' }];
  const request = { method: 'GET', url: 'https://books.test/books/7', headers: [] };
  const response = { status: 200, headers, content: { size: 9, text: '{"id":7,"title":1}' } };
  writeFileSync(har, JSON.stringify({ log: { entries: [{ request, response }] } }));
  expect(await call('check', { file: har })).toContain('✗ booksRead: Response body property title must be string');
  expect(JSON.parse(await call('findings', { operation: 'booksRead' }))).toMatchObject({
    number: 1,
    findings: [{ rule: 'body' }],
  });
  expect(await call('findings', { rule: 'header' })).toBe('There are none.');
  expect(await call('check', { file: join(room, 'none.har') })).toMatch(/^failed: .*none\.har/);
  expect(requests).toEqual([]);
});

test('with --write a person agrees to each run, and what was there stays', async () => {
  const { call } = await connected('--target', target, '--write');
  const asked = await call('verify', { only: 'books*', seed: 'mcp' });
  expect(asked).toMatch(/^Not done yet: this tests 5 operations .* of which 1 delete data/);
  expect(requests).toEqual([]);
  const [, confirmation = ''] = /"confirmation": "([^"]+)"/.exec(asked)!;
  expect(await call('verify', { only: 'booksRemove', confirmation })).toMatch(/^failed: Nothing was sent/);
  expect(await call('verify', { only: 'nothing' })).toMatch(/^failed: .*no operation and no group nothing/);
  expect(await call('verify', { seconds: '0' })).toMatch(/^failed: "seconds" must be/);
  expect(requests).toEqual([]);
  const report = await call('verify', { only: 'books*', seed: 'mcp', confirmation });
  expect(report).toContain('Response body property title must be string');
  expect(report).toMatch(/Seed mcp$/);
  expect(await call('findings', { operation: 'booksRead' })).toContain('"rule":"body"');
  expect([...store]).toEqual([['/books/old', { id: 'old', title: 'Emma' }]]);
});
