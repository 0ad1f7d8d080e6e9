import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

const ok = 'responses: { 200: { description: d, content: { application/json: { schema: {} } } } }';
const query = (schema: string, more = '') => `parameters: [{ name: q, in: query, schema: ${schema}${more} }], ${ok}`;
const body = (schema: string) =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }, ${ok}`;
const texts = '{ type: array, items: { type: string } }';

const PATHS = `
  /joined: { get: { operationId: joined, ${query(texts, ', explode: false')} } }
  /repeated: { get: { operationId: repeated, ${query(texts)} } }
  /text: { get: { operationId: text, ${query('{ type: string }')} } }
  /sort: { get: { operationId: sort, ${query('{ type: string, default: name }')} } }
  /count: { get: { operationId: count, ${query('{ type: integer }')} } }
  /json: { post: { operationId: json, ${body('{ type: object, properties: { id: { type: integer }, n: { type: number } } }')} } }
  /enum: { post: { operationId: enumeration, ${body("{ type: object, properties: { e: { enum: [1, '1', true] } } }")} } }
  /none: { post: { operationId: none, ${body('{ type: array, prefixItems: [{ type: string }], items: false }')} } }
  '/path/{q}': { get: { operationId: both, parameters: [{ name: q, in: path, required: true, schema: { type: string } }, { name: q, in: header, schema: { type: string } }, { name: q, in: query, schema: { type: string } }], ${ok} } }
  /object: { get: { operationId: inherited, parameters: [{ name: constructor, in: query, schema: { type: string } }, { name: toString, in: query, schema: { type: integer } }], ${ok} } }
  '/list/{q}': { get: { operationId: list, parameters: [{ name: q, in: path, required: true, schema: ${texts} }, { name: h, in: header, schema: ${texts} }], ${ok} } }
  /range: { get: { operationId: range, responses: { 2XX: { description: d, content: { application/json: { schema: {} } } } } } }
  /reserved: { get: { operationId: reserved, ${query('{ type: string }', ', allowReserved: true')} } }
  /key: { get: { operationId: key, security: [{ key: [] }], ${query('{ type: string }')} } }
  /ranges: { post: { operationId: ranges, requestBody: { content: { '*/*': {}, 'text/*': {}, application/json: { schema: { type: integer } } } }, ${ok} } }
  /cookie: { get: { operationId: cookie, security: [{ cookie: [] }], ${ok} } }
`;

let pair: Pair;
beforeAll(async () => {
  const api = describeApi(`paths:${PATHS}
components: { securitySchemes: { key: { type: apiKey, in: query, name: k }, cookie: { type: apiKey, in: cookie, name: c } } }`);
  pair = await pairOf('wire', api, { auth: { key: 'a b', cookie: 'abc; admin=1' } });
  pair.answer = {};
});
afterAll(() => pair?.remove());

describe('what reaches the handler', () => {
  test.each<[request: string, received: unknown]>([
    ['GET /joined?q=a%2Cb,c', { q: ['a,b', 'c'] }],
    ['GET /joined?q=%20a,b%20', { q: [' a', 'b '] }],
    ['GET /joined?q=a,,b', { q: ['a', '', 'b'] }],
    ['GET /repeated?q=a%2Cb&q=%20c%20', { q: ['a,b', ' c '] }],
    ['GET /repeated?q=a&q=&q=b', { q: ['a', '', 'b'] }],
    ['GET /repeated', { q: [] }],
    ['GET /text?q=', { q: '' }],
    ['GET /text', { q: undefined }],
    ['GET /sort?q=', { q: '' }],
    ['GET /sort', { q: 'name' }],
    ['GET /count?q=', { q: undefined }],
    ['GET /path/a?q=b', { q: 'a', q_header: undefined, q_query: 'b' }],
    ['GET /object?constructor=a&toString=1', { constructor_query: 'a', toString_query: 1 }],
    ['GET /object', { constructor_query: undefined, toString_query: undefined }],
    ['GET /list/a%2Cb,c', { q: ['a,b', 'c'], h: [] }],
    ['GET /reserved?q=a/b?c', { q: 'a/b?c' }],
  ])('%s', async (request, received) => {
    expect((await pair.ask(request)).received).toEqual(received);
  });
});

test.each([
  ['application/json', '5', 5],
  ['text/csv', 'a', 'a'],
  ['image/png', 'a', new Uint8Array([97])],
])('a body of type %s is one of the most specific media type', async (type, body, wanted) => {
  const { received } = await pair.ask('POST /ranges', { body, headers: { 'content-type': type } });
  expect((received as { body: unknown }).body).toEqual(wanted);
});

describe('what the client sends', () => {
  test.each<[operation: string, input: object]>([
    ['joined', { q: ['a,b', ' c', ''] }],
    ['joined', { q: ['%2C', 'ü+&='] }],
    ['repeated', { q: ['a,b', '', ' c '] }],
    ['text', { q: '' }],
    ['sort', { q: '' }],
    ['both', { q: 'a', q_header: 'b', q_query: 'c' }],
    ['inherited', { constructor_query: 'a', toString_query: 5 }],
    ['list', { q: ['a,b', 'c'], h: ['d', 'e'] }],
    ['reserved', { q: 'a/b?c&d=e#f' }],
    ['key', { q: 'a b+c' }],
  ])('%s %j', async (operation, input) => {
    const result = await pair.client[operation]!(input);
    expect(result.error).toBeUndefined();
    expect(pair.received()).toEqual(input);
  });

  test('an object does not send what every object inherits', async () => {
    await pair.client.inherited!({});
    expect(pair.last().url).toBe('http://stub.test/base/object');
  });

  test('a key in the query leaves the query as it is', async () => {
    await pair.client.key!({ q: 'a b+c' });
    expect(pair.last().url).toBe('http://stub.test/base/key?q=a%20b%2Bc&k=a%20b');
  });

  test('a key in a cookie is one cookie', async () => {
    expect((await pair.client.cookie!({})).error.message).toMatch(/cookie "c"/);
  });
});

describe('what is refused', () => {
  test.each<[request: string, body: string | undefined, status: number, message: RegExp]>([
    ['POST /json', '{"id":9007199254740993}', 400, /9007199254740993/],
    ['POST /json', '{"n":[-123456789012345678901]}', 400, /-123456789012345678901/],
    ['POST /json', '{"n":1e400}', 400, /1e400/],
    ['POST /json', '{"id":9007199254740992}', 400, /id/],
    ['GET /count?q=9007199254740993', undefined, 400, /9007199254740993/],
    ['POST /enum', '{"e":2}', 400, /1, \\"1\\", true/],
    ['POST /none', '["a","b"]', 400, /at most 1 item/],
    ['GET /unknown', undefined, 404, /./],
  ])('%s %s', async (request, text, status, message) => {
    const init = text === undefined ? {} : { body: text, headers: { 'content-type': 'application/json' } };
    const answer = await pair.ask(request, init);
    expect([answer.status, answer.received]).toEqual([status, undefined]);
    expect(answer.text).toMatch(message);
  });

  test.each([
    '{"id":9007199254740991}',
    '{"n":0.12345678901234567890}',
    '{"n":"9007199254740993 \\" 1e400"}',
    '{"n":100000000000000000000}',
  ])('%s is read', async (text) => {
    const answer = await pair.ask('POST /json', { body: text, headers: { 'content-type': 'application/json' } });
    expect(answer.received ?? answer.text).toEqual(
      text.startsWith('{"n":"') ? expect.any(String) : { body: JSON.parse(text) },
    );
  });
});

describe('what the client reads', () => {
  const answering = async (status: number, text: string) => {
    const { createClient } = await import(`${pair.folder}/client/index.ts`);
    const init = { status, headers: { 'content-type': 'application/json' } };
    const fetch = () => Promise.resolve(new Response(text, init));
    return createClient({ baseUrl: 'http://stub.test', fetch, retries: 0 }).default.range();
  };

  test.each([200, 226, 250, 299])('2XX holds %d', async (status) => {
    expect((await answering(status, '{"a":1}')).data).toEqual({ a: 1 });
  });

  test.each(['{"id":9007199254740993}', '[1e999]'])('%s is no answer', async (text) => {
    expect((await answering(200, text)).ok).toBe(false);
  });

  test.each(['{"id":9007199254740992}', '["9007199254740993"]', '[1.12345678901234567]'])('%s is one', async (text) => {
    expect((await answering(200, text)).data).toEqual(JSON.parse(text));
  });
});
