import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

/** Methods that OpenAPI 3.2 adds, over HTTP. */

const ok = 'responses: { 200: { description: d, content: { application/json: { schema: { type: integer } } } } }';
const body =
  'requestBody: { required: true, content: { application/json: { schema: { type: object, required: [q], properties: { q: { type: string } } } } } }';

let pair: Pair;
let server: Server;
beforeAll(async () => {
  const description = describeApi(`
paths:
  /things:
    query: { operationId: find, ${body}, ${ok} }
    additionalOperations:
      COPY: { operationId: copy, parameters: [{ name: Destination, in: header, required: true, schema: { type: string } }], ${ok} }
      PROPFIND: { operationId: propfind, ${ok} }
      FROBNICATE: { ${ok} }`);
  pair = await pairOf('methods', { ...description, openapi: '3.2.0' });
  server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const bytes = await buffer(request);
    const given = new Request(`http://stub.test${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
    });
    const answer = await pair.serve(given);
    response.writeHead(answer.status, [...answer.headers].flat()).end(await answer.bytes());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await pair?.remove();
});

const client = () =>
  pair.createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/base` }).default;

test.each([
  ['find', { body: { q: 'a' } }],
  ['copy', { Destination: '/b' }],
  ['propfind', {}],
])('%s', async (operation, input) => {
  pair.answer = 5;
  const result = await client()[operation](input);
  expect([result.error, result.data]).toEqual([undefined, 5]);
  expect(pair.received()).toEqual(input);
});

test('what the description does not allow is refused', async () => {
  const result = await client().find({ body: {} });
  expect([result.status, result.error.rawBody]).toEqual([400, expect.stringContaining('q is required')]);
  const { status, headers } = await pair.serve(new Request('http://stub.test/base/things', { method: 'DELETE' }));
  expect([status, headers.get('allow')]).toEqual([405, 'COPY, PROPFIND, QUERY']);
});

test('a method that HTTP servers do not know is left out', () => {
  expect(pair.notes).toEqual([
    {
      pointer: '#/paths/~1things/additionalOperations/FROBNICATE',
      message: 'is left out: HTTP servers of Node do not know the method FROBNICATE',
    },
  ]);
});
