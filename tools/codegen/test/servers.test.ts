import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualServer } from '../src/model/servers.ts';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { generatedTypeErrors } from './support/type-errors.ts';

const operation = (id: string, more = '') =>
  `{ operationId: ${id}, ${more}responses: { 200: { description: d, content: { text/plain: {} } } } }`;
const list =
  'parameters: [{ name: ids, in: path, required: true, schema: { type: array, items: { type: string } } }], ';

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf(
    'servers',
    describeApi(`
servers: [{ url: 'https://api.example.com/base' }]
paths:
  /files:
    servers: [{ url: '/upload/{version}', variables: { version: { default: v2 } } }]
    get: ${operation('listFiles')}
    put: ${operation('putFiles', "servers: [{ url: 'http://{host}.test/put', variables: { host: { default: other } } }, { url: /set }], ")}
    post: ${operation('postFiles', "servers: [{ url: 'https://api.example.com/base' }], ")}
  /files/{ids}:
    servers: [{ url: /upload/v2/ }]
    get: ${operation('getFiles', list)}
  /{any}:
    get: ${operation('getAny', 'parameters: [{ name: any, in: path, required: true, schema: { type: string } }], ')}`),
  );
  pair.answer = 'right';
});
afterAll(() => pair?.remove());

test.each<[id: string, input: object, url: string]>([
  ['listFiles', {}, 'http://stub.test/upload/v2/files'],
  ['putFiles', {}, 'http://other.test/put/files'],
  ['postFiles', {}, 'http://stub.test/base/files'],
  ['getFiles', { ids: ['a,b', 'c'] }, 'http://stub.test/upload/v2/files/a%2Cb,c'],
  ['getAny', { any: 'files' }, 'http://stub.test/base/files'],
])('%s is sent to its server, and found below its path', async (id, input, url) => {
  const result = await pair.client[id]!(input);
  expect(pair.last().url).toBe(url);
  expect(result).toMatchObject({ status: 200, data: 'right' });
  expect(pair.received()).toMatchObject(input);
});

test.each([
  ['PUT', '/set/files', 200],
  ['PUT', '/base/files', 405],
  ['PUT', '/upload/v2/files', 405],
  ['GET', '/upload/v2/nothing', 404],
  ['GET', '/nothing', 404],
])('%s %s is %i', async (method, path, status) => {
  expect((await pair.serve(new Request(`http://stub.test${path}`, { method }))).status).toBe(status);
});

test('a client can be told other addresses', async () => {
  const urls: string[] = [];
  const api = pair.createClient({
    baseUrl: 'http://stub.test/base',
    servers: { 'http://other.test/put': 'http://localhost:1/put' },
    fetch: async ({ url }: Request) => {
      urls.push(url);
      return new Response('right', { headers: { 'Content-Type': 'text/plain' } });
    },
  });
  await api.default.putFiles({});
  expect(urls).toEqual(['http://localhost:1/put/files']);
});

test('a client needs no address where the description has one', async () => {
  const urls: string[] = [];
  const fetch = async ({ url }: Request) => {
    urls.push(url);
    return new Response('right', { headers: { 'Content-Type': 'text/plain' } });
  };
  await pair.createClient({ fetch }).default.getAny({ any: 'x' });
  await pair.createClient({ fetch, baseUrl: 'http://other.test' }).default.getAny({ any: 'x' });
  expect(urls).toEqual(['https://api.example.com/base/x', 'http://other.test/x']);
  expect(
    await generatedTypeErrors(
      pair.folder,
      `import { createClient } from './client/index.ts';
import { createRawClient } from './client/raw.ts';
void createClient().default.getAny({ any: 'x' });
void createClient({ baseUrl: '/api', timeout: 5 });
void createRawClient();
`,
    ),
  ).toEqual([]);
});

test.each([
  ['https://{region}.example.com', undefined],
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  ['/api', '/api'],
  ['/', undefined],
  ['//api.example.com', undefined],
  ['https://api.example.com/?x=1', undefined],
])('the address %s is that of all clients: %s', (url, usual) => {
  expect(usualServer({ servers: [{ url, variables: { region: { default: 'eu' } } }] })).toBe(usual);
});
