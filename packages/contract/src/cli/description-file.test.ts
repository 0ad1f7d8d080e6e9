import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadContract } from '../contract/contract.ts';
import { createSender } from '../exchange/send.ts';
import { InputError, KeyError, UnreachableError } from '../input-error.ts';
import { askForDescription, byAddress, localDescription } from './description-file.ts';

const files: { [path: string]: string } = {
  '/v1/openapi.yaml': `
openapi: 3.1.0
info: { title: Pets, version: '1' }
paths: { /pets: { $ref: '../parts/pets.yaml' } }
`,
  '/parts/pets.yaml': `get: { operationId: getPets, responses: { '204': { description: None. } } }`,
  '/v2/openapi.json': '<!doctype html>',
};
const keys: (string | undefined)[] = [];
const server = createServer(({ url = '', headers }, response) => {
  keys.push(headers.authorization);
  if (url === '/locked') return response.writeHead(401).end();
  const found = files[url];
  return response.writeHead(found === undefined ? 404 : 200).end(found);
});
const sender = createSender({ timeout: 600_000 });
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  sender.close();
  server.close();
});

const fetching = (path: string) => ({
  sender,
  baseUrl: origin + path,
  credentials: [['Authorization', 'Bearer x']] as [string, string][],
});

test('a file is taken as it is', async () => {
  expect(await localDescription(import.meta.filename)).toBe(import.meta.filename);
});

test('a description of several files is fetched whole, with the key of the service', async () => {
  keys.length = 0;
  const file = await localDescription(`${origin}/v1/openapi.yaml`, fetching('/v1'));
  const { model } = await loadContract(file);
  expect(model.operations.map(({ id }) => id)).toEqual(['getPets']);
  expect(keys).toEqual(['Bearer x', 'Bearer x']);
});

test('the key is for the service alone', async () => {
  keys.length = 0;
  const elsewhere = { ...fetching('/v1'), baseUrl: 'http://localhost:1' };
  expect(readFileSync(await localDescription(`${origin}/v1/openapi.yaml`, elsewhere), 'utf8')).toContain('Pets');
  expect(keys).toEqual([undefined, undefined]);
});

test('what is wrong with a download is told by its address', async () => {
  const file = await localDescription(`${origin}/v2/openapi.json`);
  const fault = await loadContract(file).catch((error: Error) => error);
  expect(byAddress((fault as Error).message)).toContain(`${origin}/v2/openapi.json: `);
});

test('a service is asked where frameworks describe it', async () => {
  expect(await askForDescription(fetching('/v1'))).toBe(`${origin}/v1/openapi.yaml`);
  await expect(askForDescription(fetching('/v2'))).rejects.toThrow(InputError);
});

test.each<[string, () => string, new (message: string) => Error]>([
  ['no such file', () => 'none.yaml', InputError],
  ['a folder', () => import.meta.dirname, InputError],
  ['no URL', () => 'http://[bad/openapi.json', InputError],
  ['a URL of another kind', () => 'ftp://localhost/openapi.json', InputError],
  ['nothing there', () => `${origin}/none`, InputError],
  ['a key is needed', () => `${origin}/locked`, KeyError],
  ['nobody listens', () => 'http://127.0.0.1:1/openapi.json', UnreachableError],
])('%s', async (_, url, kind) => {
  const fault = await localDescription(url()).catch((error: Error) => error);
  expect(fault).toBeInstanceOf(kind);
  expect((fault as Error).message).toContain(url());
});
