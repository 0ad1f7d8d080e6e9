import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDispatcher, reply, toFetchHandler } from '../../../packages/server-runtime/src/index.ts';
import { type GenerateOptions, generate } from '../src/generate.ts';
import { typeErrors } from './support/type-errors.ts';

/** Within the package, so that what is generated finds the runtime. */
let folder: string;
beforeAll(async () => {
  const generated = path.join(import.meta.dirname, '../generated');
  await mkdir(generated, { recursive: true });
  folder = await mkdtemp(path.join(generated, 'headers-'));
});
afterAll(() => rm(folder, { recursive: true }));

declare const Temporal: { Instant: { from(text: string): unknown } };

const list = (items: object) => ({ schema: { type: 'array', items } });
const time = { type: 'string', format: 'date-time' };
const HEADERS = {
  'X-Count': { required: true, schema: { type: 'integer' } },
  'X-Ratio': { schema: { type: 'number', format: 'double' } },
  'X-Done': { schema: { $ref: '#/components/schemas/Done' } },
  'X-Kind': { schema: { enum: ['big', 'small'] } },
  'X-Names': list({ type: 'string' }),
  'X-Sizes': list({ type: 'integer' }),
  'X-Id': { schema: { type: 'integer', format: 'int64' } },
  'X-At': { schema: time },
  'Last-Modified': { schema: { ...time, 'x-timestamp': 'http-date' } },
  'X-Days': list({ ...time, 'x-timestamp': 'http-date' }),
  'X-Seconds': { schema: { ...time, 'x-timestamp': 'epoch-seconds' } },
  'X-Hash': { schema: { type: 'string', format: 'byte' } },
  'Set-Cookie': { schema: { type: 'string' } },
  'X-Object': { schema: { type: 'object' } },
};

const DESCRIPTION = {
  openapi: '3.1.0',
  info: { title: 'Files', version: '1' },
  components: { schemas: { Done: { type: 'boolean' } } },
  paths: {
    '/file': {
      get: {
        operationId: 'getFile',
        responses: { 200: { description: 'there', headers: HEADERS, content: { 'text/plain': {} } } },
      },
      head: {
        operationId: 'headFile',
        responses: { 200: { description: 'there', headers: { 'Content-Length': { schema: { type: 'integer' } } } } },
      },
    },
  },
};

async function made(name: string, options: Partial<GenerateOptions> = {}) {
  const input = path.join(folder, `${name}.json`);
  await writeFile(input, JSON.stringify(DESCRIPTION));
  const output = path.join(folder, name);
  await generate({ input, output, parts: ['types', 'codecs', 'client', 'server'], ...options });
  const load = (file: string) => import(pathToFileURL(path.join(output, file)).href);
  const [{ createClient }, { implement }] = [await load('client/index.ts'), await load('server/index.ts')];
  const errors: unknown[] = [];
  let answer: unknown;
  const handler = () => answer;
  const dispatch = createDispatcher(implement({ getFile: handler, headFile: handler }), {
    requireHttps: false,
    onError: (error) => errors.push(error),
  });
  const serve = toFetchHandler(dispatch);
  const client = createClient({ baseUrl: 'http://files.test', fetch: serve, retries: 0 });
  return {
    output,
    errors,
    client,
    /** What the client reads of what a handler answered. */
    async get(headers: object) {
      answer = reply(200, 'text', headers as Record<string, unknown>);
      return client.default.getFile();
    },
    async head(headers: object) {
      answer = reply(200, undefined, headers as Record<string, unknown>);
      return client.default.headFile();
    },
    /** What the client reads of texts that some service sent. */
    read(texts: Record<string, string>) {
      const fetch = async () => new Response('text', { headers: { 'content-type': 'text/plain', ...texts } });
      return createClient({ baseUrl: 'http://files.test', fetch, retries: 0 }).default.getFile();
    },
  };
}

const plain = {
  'X-Count': 7,
  'X-Ratio': 0.5,
  'X-Done': true,
  'X-Kind': 'big',
  'X-Names': ['plain', 'a, b', 'say "hi" \\', ' edge', ''],
  'X-Sizes': [1, 2, 3],
  'X-Id': 9007199254740991,
  'X-At': '2031-03-01T08:00:00Z',
};

test('a handler sets documented headers by their values, the client reads them so', async () => {
  const { get } = await made('plain');
  const { ok, typedHeaders, headers } = await get(plain);
  expect(ok).toBe(true);
  expect({ ...typedHeaders }).toMatchObject(plain);
  expect(typedHeaders['X-Ratio']).toBe(0.5);
  expect(headers.get('x-names')).toBe('plain, "a, b", "say \\"hi\\" \\\\", " edge", ""');
  expect((await get({ 'X-Count': 1, 'X-Ratio': -Infinity })).typedHeaders['X-Ratio']).toBe(-Infinity);
  expect((await get({ 'X-Count': '8', 'X-Other': 'text', 'X-Done': undefined })).typedHeaders).toMatchObject({
    'X-Count': 8,
    'X-Done': undefined,
  });
});

test('each cookie is a header of its own, at both ends', async () => {
  const { get } = await made('cookies');
  const cookies = ['session=a; Path=/; Expires=Wed, 01 Jan 2031 00:00:00 GMT', 'theme="dark, wide"'];
  const { headers, typedHeaders } = await get({ 'X-Count': 1, 'Set-Cookie': cookies });
  expect(headers.getSetCookie()).toEqual(cookies);
  expect(typedHeaders['Set-Cookie']).toEqual(cookies);
  expect((await get({ 'X-Count': 1, 'set-cookie': 'one=1' })).typedHeaders['Set-Cookie']).toEqual(['one=1']);
  expect((await get({ 'X-Count': 1 })).typedHeaders['Set-Cookie']).toBeUndefined();
});

test('formats are the values that are asked for', async () => {
  const { get } = await made('values', { values: ['int64=bigint', 'date-time=Date', 'byte=Uint8Array'] });
  const day = new Date('2031-03-01T08:00:00Z');
  const values = {
    'X-Count': 7,
    'X-Id': 9223372036854775807n,
    'X-At': new Date('2031-03-01T08:00:00.125Z'),
    'Last-Modified': day,
    'X-Days': [day, new Date('2031-03-02T08:00:00Z')],
    'X-Seconds': new Date(1515531081123),
    'X-Hash': new Uint8Array([0, 1, 255]),
  };
  const { typedHeaders, headers } = await get(values);
  expect({ ...typedHeaders }).toMatchObject(values);
  expect(headers.get('last-modified')).toBe('Sat, 01 Mar 2031 08:00:00 GMT');
  expect(headers.get('x-days')).toBe('Sat, 01 Mar 2031 08:00:00 GMT, Sun, 02 Mar 2031 08:00:00 GMT');
});

test('times as instants of Temporal', async () => {
  const { get } = await made('temporal', { values: ['date-time=Temporal.Instant'] });
  const at = Temporal.Instant.from('2031-03-01T08:00:00.123456789Z');
  const day = Temporal.Instant.from('2031-03-01T08:00:00Z');
  const { typedHeaders } = await get({ 'X-Count': 1, 'X-At': at, 'Last-Modified': day, 'X-Seconds': day });
  expect(String(typedHeaders['X-At'])).toBe('2031-03-01T08:00:00.123456789Z');
  for (const name of ['Last-Modified', 'X-Seconds']) expect(String(typedHeaders[name])).toBe('2031-03-01T08:00:00Z');
});

describe('what is not as documented', () => {
  test('is told by the header that is read, and by no other', async () => {
    const { read } = await made('wrong', { values: ['int64=bigint', 'date-time=Date', 'byte=Uint8Array'] });
    const wrong = {
      'X-Count': '7.5',
      'X-Ratio': 'much',
      'X-Done': 'perhaps',
      'X-Sizes': '1, two',
      'X-Id': 'x',
      'X-At': '2031-02-29T08:00:00Z',
      'Last-Modified': '1 Mar 2031',
      'X-Seconds': 'now',
      'X-Hash': 'AAH',
    };
    const { ok, typedHeaders, data } = await read(wrong);
    expect([ok, data]).toEqual([true, 'text']);
    for (const name of Object.keys(wrong))
      expect(() => typedHeaders[name], name).toThrow(expect.objectContaining({ name: 'HeaderError' }));
    expect(typedHeaders['X-Names']).toBeUndefined();
    expect(() => typedHeaders['X-Sizes']).toThrow('The header X-Sizes must be integer but was "two"');
  });

  test('is told where it is required and absent', async () => {
    const { typedHeaders } = await (await made('absent')).read({});
    expect(() => typedHeaders['X-Count']).toThrow('The answer lacks the header X-Count');
  });

  test.each<[string, object]>([
    ['a fraction for an integer', { 'X-Count': 1.5 }],
    ['a word for a list', { 'X-Count': 1, 'X-Sizes': 1 }],
    ['a list of others', { 'X-Count': 1, 'X-Sizes': ['a'] }],
    ['a value of an unknown header', { 'X-Count': 1, 'X-Other': 5 }],
    ['a Date where texts are', { 'X-Count': 1, 'X-At': new Date() }],
  ])('is a fault of the handler: %s', async (_, headers) => {
    const { get, errors } = await made('faults');
    expect((await get(headers)).status).toBe(500);
    expect(String(errors[0])).toMatch(/getFile returned a header X-\w+ that does not match its schema/);
  });
});

test('HEAD has the length that its handler says', async () => {
  const { head } = await made('head');
  const { headers, typedHeaders } = await head({ 'Content-Length': 1234 });
  expect([headers.get('content-length'), typedHeaders['Content-Length']]).toEqual(['1234', 1234]);
});

test('the types of client and stub say what headers are', async () => {
  const { output } = await made('types', { values: ['int64=bigint', 'date-time=Date', 'byte=Uint8Array'] });
  const names = (await readdir(output, { recursive: true })).filter((each) => each.endsWith('.ts'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(output, name), 'utf8')] as const),
  );
  const use = `import { reply } from '@mailwright/server-runtime';
import { createClient } from './client/index.ts';
import { implement } from './server/index.ts';
const client = createClient({ baseUrl: 'http://files.test' });
export async function read(): Promise<[number, bigint | undefined, Date | undefined, readonly string[] | undefined]> {
  const result = await client.default.getFile();
  if (!result.ok) throw result.error;
  const { typedHeaders: headers } = result;
  const kind: 'big' | 'small' | undefined = headers['X-Kind'];
  // @ts-expect-error it is no text
  const wrong: string = headers['X-Count'];
  return [headers['X-Count'], headers['X-Id'], headers['X-At'], kind && wrong ? headers['X-Names'] : undefined];
}
export const right = implement<undefined>({
  getFile: () => reply(200, 'text', { 'X-Count': 1, 'X-Names': ['a'], 'X-Other': 'text' }),
  headFile: () => undefined,
});
export const lacking = implement<undefined>({
  // @ts-expect-error X-Count is required
  getFile: () => reply(200, 'text', { 'X-Ratio': 1 }),
  headFile: () => reply(200),
});
export const mistaken = implement<undefined>({
  // @ts-expect-error X-Count is a number
  getFile: () => reply(200, 'text', { 'X-Count': new Date() }),
  headFile: () => undefined,
});`;
  expect(typeErrors(new Map([...texts, ['use.ts', use]]), output)).toEqual([]);
});
