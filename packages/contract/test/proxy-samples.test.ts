import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Record } from '../src/calls/record.ts';
import { loadContract } from '../src/contract/contract.ts';
import { createSender } from '../src/exchange/send.ts';
import { openHarFile } from '../src/har/har-file.ts';
import { judgePassed } from '../src/proxy/judge-passed.ts';
import type { Passed } from '../src/proxy/pass.ts';
import { type ProxyOptions, startProxy } from '../src/proxy/proxy.ts';
import { createSampler } from '../src/proxy/sample.ts';
import { runHere } from './support/in-process.ts';
import { run } from './support/process.ts';

const room = mkdtempSync(join(tmpdir(), 'contract-samples-'));
const openapi = join(room, 'openapi.json');
const schema = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
};
const description = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getPet',
        responses: { 200: { description: 'It.', content: { 'application/json': { schema } } } },
      },
      put: {
        operationId: 'putPet',
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 204: { description: 'Put.' } },
      },
    },
  },
};

/** Answers in gzip; the age of `old` pets is no number. */
const service = createServer((incoming, outgoing) => {
  if (incoming.method === 'PUT') return void incoming.resume().on('end', () => outgoing.writeHead(204).end());
  const pet = { name: 'Rex of Ada', age: incoming.url?.includes('old') ? 'sixty' : 6 };
  outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' });
  return void outgoing.end(gzipSync(JSON.stringify(pet)));
});
let target: string;
beforeAll(async () => {
  writeFileSync(openapi, JSON.stringify(description));
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  target = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.close();
  rmSync(room, { recursive: true });
});

/** Sends requests through a proxy in this process. */
async function pass(options: Pick<ProxyOptions, 'take' | 'sample'>, ...requests: [path: string, init?: RequestInit][]) {
  const sender = createSender({ timeout: 600_000, keepAlive: false });
  const proxy = await startProxy({ baseUrl: target, sender, port: 0, ...options });
  for (const [path, init] of requests) await (await fetch(proxy.url + path, init)).text();
  await proxy.close();
  sender.close();
}

test('compressed bodies are judged as they are without their compression', async () => {
  const records: Record[] = [];
  const contract = await loadContract(openapi);
  const onRecord = (record: Record) => records.push(record);
  const take = judgePassed({ contract, baseUrl: target, onRecord, onUntried: () => {} });
  const packed = { method: 'PUT', headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } };
  await pass(
    { take },
    ['/pets/rex'],
    ['/pets/old'],
    ['/pets/rex', { ...packed, body: gzipSync('{"name":"Rex"}') }],
    ['/pets/rex', { ...packed, body: gzipSync('{"age":1}') }],
  );
  const messages = records.map(({ findings }) => findings.map(({ message }) => message));
  expect(messages).toEqual([
    [],
    ['Response body property age must be integer'],
    [],
    [
      "Request body must have required property 'name'",
      "The service returned 204 although the request violates the description: Request body must have required property 'name'",
    ],
  ]);
});

test('requests outside of the sample pass, and are not taken', async () => {
  const taken: string[] = [];
  const turns = [true, false, true, false];
  const take = async (about: string, { exchange }: Passed) => void taken.push(`${about} ${exchange?.response.status}`);
  await pass(
    { take, sample: () => turns.shift()! },
    ['/pets/a'],
    ['/pets/b'],
    ['/pets/c', { method: 'PUT', body: 'x' }],
    ['/pets/d'],
  );
  expect(taken).toEqual(['GET /pets/a 200', 'PUT /pets/c 204']);
});

test.each([
  [1, [0, 0.0099, 0.01, 0.99], [true, true, false, false]],
  [50, [0.4999, 0.5], [true, false]],
  [100, [0, 0.9999999], [true, true]],
])('a sample of %s %%', (percent, numbers, wanted) => {
  const rest = [...numbers];
  const sampler = createSampler(percent, () => rest.shift()!);
  expect(numbers.map(sampler)).toEqual(wanted);
});

test('the command judges a sample, masks values, and writes what check judges alike', async () => {
  const har = join(room, 'out', 'traffic.har');
  const report = join(room, 'report.json');
  const proxy = run(
    ...['verify', openapi, '--target', target, '--proxy', '--sample', '100%', '--write-har', har],
    ...['--report', `json=${report}`],
  );
  const [, url] = await proxy.says(/to (http:\S+) in place/);
  const headers = { authorization: 'Bearer s3cret' };
  for (const path of ['/pets/rex', '/pets/old?of=Ada']) await (await fetch(url + path, { headers })).text();
  proxy.child.kill('SIGINT');
  expect(await proxy.code(), proxy.output()).toBe(1);
  for (const line of [
    '    GET /pets/{name}\n',
    '/pets/{name}?of=…',
    'Operations that nobody used (1): putPet',
    '0 requests, which are not in the sample of 100 %',
  ])
    expect(proxy.output()).toContain(line);
  expect(proxy.output() + readFileSync(report, 'utf8')).not.toMatch(/Ada|sixty|s3cret/);

  expect(readFileSync(har, 'utf8')).not.toContain('s3cret');
  const checked = await runHere('check', har, '--openapi', openapi, '--base', target);
  expect(checked.code).toBe(1);
  expect(checked.output).toContain('✗ getPet: Response body property age must be integer (body)\n    entry 2: GET');
});

test('a HAR file keeps bytes that are no text, and no keys', async () => {
  const file = join(room, 'bytes.har');
  const writing = openHarFile(file);
  const body = Buffer.from([0xff, 0, 1]);
  const request = {
    method: 'PUT',
    url: `${target}/pets/a?b=1`,
    headers: [['X-Api-Key', 's3cret']] as [string, string][],
    body,
  };
  writing.add({ request, response: { status: 204, headers: [], body: Buffer.of() } });
  writing.close();
  const { entries } = JSON.parse(readFileSync(file, 'utf8')).log;
  expect(entries[0].request).toMatchObject({
    headers: [{ name: 'X-Api-Key', value: '…' }],
    queryString: [{ name: 'b', value: '1' }],
    postData: { text: body.toString('base64'), encoding: 'base64' },
  });
});

test.each([
  ['--sample', '0%', /--sample must be a part of the traffic/],
  ['--sample', '101', /--sample must be a part of the traffic/],
  ['--sample', 'some', /--sample must be a part of the traffic/],
])('%s %s', async (name, value, message) => {
  const ended = await runHere('verify', openapi, '--target', target, '--proxy', name, value);
  expect(ended).toEqual({ code: 2, output: expect.stringMatching(message) });
});

test.each(['--sample', '--write-har', '--write-description'])('%s is for a proxy', async (name) => {
  const ended = await runHere('verify', openapi, '--target', target, name, '1');
  expect(ended).toEqual({ code: 2, output: expect.stringContaining(`${name} requires --proxy`) });
});
