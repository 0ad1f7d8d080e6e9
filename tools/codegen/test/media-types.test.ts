import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reply } from '../../../packages/server-runtime/src/index.ts';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { generatedTypeErrors } from './support/type-errors.ts';

/** Media types with parameters, texts in several encodings, files of any type, and answers without content. */

const content = (...entries: [type: string, schema: string][]) =>
  `content: { ${entries.map(([type, schema]) => `'${type}': { schema: ${schema} }`).join(', ')} }`;
const text = '{ type: string }';
const bytes = '{ type: string, format: binary }';
const number = '{ type: object, required: [n], properties: { n: { type: integer } } }';
const word = '{ type: object, required: [w], properties: { w: { type: string } } }';
const versions = content(
  ['application/vnd.shop+json; Version=1', number],
  ['application/vnd.shop+json;version=2', word],
);
const answer = (of: string, more = '') => `responses: { 200: { description: d, ${of} }${more} }`;

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf(
    'media-types',
    describeApi(`
paths:
  /versions: { post: { operationId: versions, requestBody: { required: true, ${versions} }, ${answer(versions)} } }
  /meta: { get: { operationId: meta, ${answer(content(['application/json;odata.metadata=minimal', number]))} } }
  /latin: { put: { operationId: latin, requestBody: { required: true, ${content(['text/plain; charset=iso-8859-1', text])} }, ${answer(content(['text/plain; charset=iso-8859-1', text]))} } }
  /text: { put: { operationId: text, requestBody: { required: true, ${content(['text/csv', text])} }, ${answer(content(['text/csv', text]))} } }
  /file: { get: { operationId: file, ${answer(content(['application/octet-stream', bytes]))} } }
  /filled: { put: { operationId: filled, requestBody: { required: true, ${content(['text/csv', '{ type: string, minLength: 1, pattern: "^[a-z]+$" }'])} }, responses: { 204: { description: d } } } }
  /rows: { get: { operationId: rows, ${answer(content(['text/csv', '{ type: array, items: { type: integer } }']))} } }
  /mixed: { post: { operationId: mixed, requestBody: { required: true, ${content(['multipart/mixed', number], ['multipart/related', bytes])} }, ${answer(content(['text/csv', text]))} } }
  /two: { get: { operationId: two, ${answer(content(['application/xml', number.replace('{', '{ xml: { name: two },')], ['application/json', number]))} } }
  /default: { get: { operationId: otherwise, responses: { default: { description: d, ${content(['application/json', number])} } } } }
  /nothing: { get: { operationId: nothing, ${answer(content(['application/json', number]), ', default: { description: bad }')} } }`),
  );
});
afterAll(() => pair?.remove());

type Body = ConstructorParameters<typeof Response>[0];

/** What the client makes of an answer. */
const read = (operation: string, body: Body, type: string | undefined, status = 200) =>
  pair
    .createClient({
      baseUrl: 'http://a',
      retries: 0,
      fetch: async () => new Response(body, { status, headers: type === undefined ? {} : { 'content-type': type } }),
    })
    .default[operation](operation === 'text' || operation === 'latin' ? { body: '' } : {});

describe('parameters of media types', () => {
  test('are kept in both directions, and told apart', async () => {
    const [one, two] = ['application/vnd.shop+json;Version=1', 'application/vnd.shop+json;version=2'];
    for (const [contentType, body] of [
      [one, { n: 1 }],
      [two, { w: 'x' }],
    ] as const) {
      pair.answer = body;
      await pair.client.versions!({ contentType, body });
      expect(pair.last().headers.get('content-type')).toBe(contentType);
      expect(pair.last().headers.get('accept')).toBe(`${one}, ${two}`);
      expect(pair.received()).toEqual({ contentType, body });
    }
    pair.answer = { n: 1 };
    await pair.client.meta!();
    expect(pair.last().headers.get('accept')).toBe('application/json;odata.metadata=minimal');
  });

  test.each([
    ['application/vnd.shop+json; version="2"', 200, 'application/vnd.shop+json;version=2'],
    ['application/vnd.shop+json;charset=utf-8;Version=2', 200, 'application/vnd.shop+json;version=2'],
    ['application/vnd.shop+json;version=3', 406, undefined],
    ['application/vnd.shop+json;version=3, */*;q=0.1', 200, 'application/vnd.shop+json;Version=1'],
    ['application/*', 200, 'application/vnd.shop+json;Version=1'],
  ])('Accept: %s is answered by %i %s', async (accept, status, type) => {
    pair.answer = type?.endsWith('2') ? { w: 'x' } : { n: 1 };
    const headers = { accept, 'content-type': 'application/vnd.shop+json;version=1' };
    const url = 'http://stub.test/base/versions';
    const response = await pair.serve(new Request(url, { method: 'POST', headers, body: '{"n":1}' }));
    expect(response.status).toBe(status);
    if (type) expect(response.headers.get('content-type')).toBe(type);
  });

  test('choose how an answer is read', async () => {
    expect((await read('meta', '{"n":5}', 'application/json; charset=utf-8')).data).toEqual({ n: 5 });
  });

  test('are part of the types', async () => {
    const use = `import { createClient } from './client/index.ts';
const api = createClient({ baseUrl: 'http://a' }).default;
void api.versions({ body: { n: 1 } });
void api.versions({ body: { w: 'x' }, contentType: 'application/vnd.shop+json;version=2' });
`;
    expect(await generatedTypeErrors(pair.folder, use)).toEqual([]);
  });
});

const LATIN = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);

describe('a text', () => {
  test.each([
    ['text', 'text/csv; charset=ISO-8859-1'],
    ['text', 'text/plain; charset="windows-1252"'],
    ['latin', 'text/plain'],
    ['latin', undefined],
  ])('%s is read in the encoding of %s', async (operation, type) => {
    expect((await read(operation, LATIN, type)).data).toBe('café');
  });

  test('in UTF-8 says so where another encoding is described', async () => {
    pair.answer = 'café';
    const { data } = await pair.client.latin!({ body: 'café' });
    expect(pair.last().headers.get('content-type')).toBe('text/plain;charset=UTF-8');
    expect([pair.received(), data]).toEqual([{ body: 'café' }, 'café']);
    expect(pair.notes.map(({ message }) => message)).toContain('is sent in UTF-8, and says so');
  });

  test.each([
    ['text/csv; charset=latin1', LATIN, 415, undefined],
    ['text/csv; charset=UTF-8', 'café', 200, { body: 'café' }],
    ['text/csv', LATIN, 400, undefined],
    ['text/csv; charset=klingon', LATIN, 415, undefined],
    ['text/csv', '', 200, { body: '' }],
  ])('%s of %j is answered by %i', async (type, body, status, received) => {
    pair.answer = '';
    const init = { body, headers: { 'content-type': type, 'content-length': String(body.length) } };
    expect(await pair.ask('PUT /text', init)).toMatchObject({ status, received });
  });

  test('of no characters is a body, unless it must have some', async () => {
    pair.answer = '';
    expect(await pair.client.text!({ body: '' })).toMatchObject({ status: 200, data: '' });
    expect(pair.received()).toEqual({ body: '' });
    const { status, error } = await pair.client.filled!({ body: '' });
    expect([status, error.message]).toEqual([400, expect.stringMatching(/body is required/)]);
  });

  test('is checked by the rules of its schema in place', async () => {
    const { status, error } = await pair.client.filled!({ body: 'A1' });
    expect([status, error.message]).toEqual([400, 'body must match ^[a-z]+$ but was A1']);
  });

  test('that is described as something else is noted', () => {
    const noted = pair.notes.filter(({ message }) => message === 'is a text in code: OpenAPI gives it no form');
    expect(noted.map(({ pointer }) => pointer)).toEqual(['#/paths/~1rows/get/responses/200/content/text~1csv']);
  });

  test.each([
    ['bytes that are no text', 'text/csv; charset=utf-8'],
    ['an encoding that nobody knows', 'text/csv; charset=klingon'],
  ])('with %s is told', async (_, type) => {
    expect((await read('text', LATIN, type)).error).toMatchObject({ name: 'DecodeError' });
  });
});

test.each<[string, string | undefined, unknown]>([
  ['file', 'image/png', LATIN],
  ['file', 'application/pdf', LATIN],
  ['file', undefined, LATIN],
  ['text', 'text/plain', 'cafe'],
  ['text', 'application/octet-stream', 'cafe'],
])('%s is what it is as %s', async (operation, type, data) => {
  expect((await read(operation, typeof data === 'string' ? data : LATIN, type)).data).toEqual(data);
});

test('an answer that goes by Accept says so, also to caches', async () => {
  pair.answer = { n: 1 };
  const varied = async (path: string) =>
    (await pair.serve(new Request(`http://stub.test/base/${path}`))).headers.get('vary');
  expect([await varied('two'), await varied('meta')]).toEqual(['Accept', null]);
});

test('a text is no image, and JSON no text', async () => {
  for (const [operation, type] of [
    ['text', 'image/png'],
    ['meta', 'text/plain'],
  ] as const)
    expect((await read(operation, '{"n":1}', type)).error).toMatchObject({ name: 'DecodeError' });
});

test('parts of other types than multipart/form-data are bytes, which a note says and objects are not', async () => {
  expect(pair.notes.filter(({ pointer }) => pointer.includes('mixed'))).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/is bytes in code/) }),
  ]);
  const { error } = await pair.client.mixed!({ contentType: 'multipart/mixed', body: { n: 1 } });
  expect(error).toMatchObject({ name: 'InputError', message: expect.stringMatching(/must be text, bytes/) });
});

describe('without content', () => {
  test.each([204, 205])('%i is a success under default', async (status) => {
    expect(await read('otherwise', null, undefined, status)).toMatchObject({ ok: true, status, data: undefined });
  });

  test.each([
    ['nothing', 404],
    ['nothing', 503],
    ['nothing', 304],
    ['otherwise', 304],
    ['otherwise', 204],
  ])('%s can be answered by %i', async (operation, status) => {
    pair.answer = reply(status);
    const path = operation === 'otherwise' ? 'default' : operation;
    expect(await pair.ask(`GET /${path}`)).toMatchObject({ status, text: '' });
  });

  test('by types', async () => {
    const use = `import { reply } from '@mailwright/server-runtime';
import type { NothingOutput, OtherwiseOutput } from './server/index.ts';
export const missing = (): NothingOutput => reply(404, undefined);
export const same = (): OtherwiseOutput => reply(304, undefined);
export const other = (): OtherwiseOutput => reply(404, { n: 1 });
`;
    expect(await generatedTypeErrors(pair.folder, use)).toEqual([]);
  });
});
