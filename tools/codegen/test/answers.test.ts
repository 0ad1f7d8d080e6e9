import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

/** Answers of foreign services as the generated client reads them. */

let pair: Pair;
/** Without a document for errors. */
let bare: Pair;
beforeAll(async () => {
  pair = await pairOf(
    'answers',
    describeApi(`
paths:
  /note:
    get:
      operationId: note
      responses:
        '200':
          description: d
          headers: { x-ms-client-request-id: { schema: { type: string } }, x-ms-request-id: { schema: { type: string } } }
          content: { application/xml: { schema: { type: object, xml: { name: note }, properties: { text: { type: string } } } } }
        '404': { description: d, content: { application/json: { schema: { type: object, properties: { requestId: { type: string } } } } } }
`),
  );
  bare = await pairOf(
    'answers-bare',
    describeApi(`
paths:
  /json: { get: { operationId: json, parameters: [{ $ref: '#/components/parameters/n' }], responses: { '200': { description: d, content: { application/json: { schema: { type: integer } } } } } } }
  /xml: { get: { operationId: xml, parameters: [{ $ref: '#/components/parameters/n' }], responses: { '200': { description: d, content: { application/xml: { schema: { type: object, xml: { name: note } } } } } } } }
  /text: { get: { operationId: text, parameters: [{ $ref: '#/components/parameters/n' }], responses: { '200': { description: d, content: { text/plain: {} } } } } }
  /none: { get: { operationId: none, parameters: [{ $ref: '#/components/parameters/n' }], responses: { '204': { description: d } } } }
  /bare: { get: { operationId: bare, parameters: [{ $ref: '#/components/parameters/n' }], responses: { '204': { description: d }, 400: { description: no content } } } }
components: { parameters: { n: { name: n, in: query, schema: { type: integer } } } }
`),
  );
});
afterAll(() => Promise.all([pair?.remove(), bare?.remove()]));

const read = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>, status = 200, xml = {}) =>
  pair
    .createClient({
      baseUrl: 'http://a.test',
      xml,
      retries: 0,
      fetch: async () => new Response(body, { status, headers }),
    })
    .default.note();

test.each<[about: string, header: string, declaration: string]>([
  ['declared', 'application/xml', '<?xml version="1.0" encoding="iso-8859-1"?>'],
  ['of the header alone', 'application/xml; charset=iso-8859-1', ''],
  [
    'of the header, which counts more',
    'application/xml; charset="ISO-8859-1"',
    '<?xml version="1.0" encoding="utf-8"?>',
  ],
])('an encoding %s', async (_, header, declaration) => {
  const body = Uint8Array.from(Buffer.from(`${declaration}<note><text>café</text></note>`, 'latin1'));
  const result = await read(body, { 'content-type': header }, 200, { encoding: 'declared' });
  expect(result.data).toEqual({ text: 'café' });
});

test.each<[about: string, headers: Record<string, string>, document: object, wanted: string | undefined]>([
  ['in the described header', { 'x-ms-request-id': 'r1', 'x-ms-client-request-id': 'mine' }, { requestId: 'r2' }, 'r1'],
  ['in the error document', {}, { requestId: 'r2' }, 'r2'],
  ['in a member of it', {}, { error: { request_id: 'r3' } }, 'r3'],
  ['nowhere', {}, {}, undefined],
])('the id of a request %s', async (_, headers, document, wanted) => {
  const result = await read(JSON.stringify(document), { 'content-type': 'application/json', ...headers }, 404);
  expect(result.error.requestId).toBe(wanted);
});

test.each([
  ['json', 'n must be an integer but was a<b'],
  ['xml', 'n must be an integer but was a<b'],
  ['text', 'n must be an integer but was a<b'],
  ['none', 'n must be an integer but was a<b'],
  ['bare', 'HTTP 400'],
])('the client reads the reason of the stub for an error that %s does not describe', async (operation, message) => {
  const result = await bare.client[operation]!({ n: 'a<b' });
  expect(result).toMatchObject({ status: 400, error: { message } });
});
