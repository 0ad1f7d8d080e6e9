import { describe, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { memoryService } from '../../test/support/memory-service.ts';
import { answers, jsonType, nameJson, nameXml, operation, xmlType } from '../../test/support/operations.ts';
import { type ConnectOptions, call, encodeRaw, formsOf, type Input, type Operation, wire } from './index.ts';

async function sent(traits: Partial<Operation>, input: Input, options: Partial<ConnectOptions> = {}) {
  const { connection, seen } = memoryService([answers.name()], options);
  const result = await call(connection, operation(traits), input);
  return { result, request: seen[0] };
}

describe('address', () => {
  const byEmail = { path: '/contacts/email/{email}', params: { email: 'path' } } as const;
  const search = { path: '/search', params: { q: 'query', 'f[]': 'query', list: 'joined' } } as const;

  test.each<[string, Partial<Operation>, Input, string]>([
    ['plain', byEmail, { email: 'ada@example.com' }, '/contacts/email/ada%40example.com'],
    ['plus', byEmail, { email: 'a+b@example.com' }, '/contacts/email/a%2Bb%40example.com'],
    ['slash', byEmail, { email: 'a/b' }, '/contacts/email/a%2Fb'],
    ['ampersand, question mark, hash', byEmail, { email: 'a&b?c#d' }, '/contacts/email/a%26b%3Fc%23d'],
    ['percent', byEmail, { email: '100%25' }, '/contacts/email/100%2525'],
    [
      'unicode',
      byEmail,
      { email: 'жук@пример' },
      '/contacts/email/%D0%B6%D1%83%D0%BA%40%D0%BF%D1%80%D0%B8%D0%BC%D0%B5%D1%80',
    ],
    ['replacement pattern', byEmail, { email: "$&$1$'" }, '/contacts/email/%24%26%241%24%27'],
    ['template of another', { path: '/{a}/{b}', params: { a: 'path', b: 'path' } }, { a: '{b}', b: 'x' }, '/%7Bb%7D/x'],
    ['dots among others', byEmail, { email: '..a' }, '/contacts/email/..a'],
    ['dots with a suffix', { path: '/f/{n}.json', params: { n: 'path' } }, { n: '..' }, '/f/...json'],
    ['number', { path: '/m/{id}', params: { id: 'path' } }, { id: 0 }, '/m/0'],
    ['query', search, { q: 'a+b &=c/ü' }, '/search?q=a%2Bb%20%26%3Dc%2F%C3%BC'],
    ['query array repeats the name', search, { 'f[]': ['a', 'b,c'] }, '/search?f%5B%5D=a&f%5B%5D=b%2Cc'],
    ['joined array', search, { list: ['a', 'b,c'] }, '/search?list=a,b%2Cc'],
    ['both at once', search, { q: 'x', 'f[]': ['1'], list: [2, 3] }, '/search?q=x&f%5B%5D=1&list=2,3'],
    ['empty array', search, { 'f[]': [], list: [] }, '/search'],
    ['empty text', search, { q: '' }, '/search?q='],
    ['undefined', search, { q: undefined }, '/search'],
    ['null', search, { q: null }, '/search'],
    [
      'a path parameter with slashes',
      { path: '/{b}/{key}', params: { b: 'path', key: 'greedy' } },
      { b: 'x/y', key: 'a b/c/' },
      '/x%2Fy/a%20b/c/',
    ],
    [
      'one name in path and query',
      { path: '/{id}', params: { id: 'path', id_query: 'query' }, wires: { id_query: 'id' }, wire },
      { id: 1, id_query: 2 },
      '/1?id=2',
    ],
    [
      'an object of parameters',
      {
        path: '/s',
        params: { q: 'query', more: 'query' },
        forms: formsOf({ more: { in: 'query', style: 'form', explode: true } }),
      },
      { q: 1, more: { 'a b': 'c', list: ['d', 'e'] } },
      '/s?q=1&a%20b=c&list=d&list=e',
    ],
    ['false and zero', { path: '/s', params: { a: 'query', b: 'query' } }, { a: false, b: 0 }, '/s?a=false&b=0'],
    ['unknown input is left out', search, { other: 1 }, '/search'],
  ])('%s', async (_, traits, input, wanted) => {
    expect((await sent(traits, input)).request!.url).toBe(`https://mail.test/1.0${wanted}`);
  });

  test.each([
    ['missing', undefined],
    ['null', null],
    ['empty', ''],
    ['one dot', '.'],
    ['two dots', '..'],
    ['half a surrogate pair', '\ud800'],
    ['an object', { local: 'ada' }],
    ['a hole in an array', [undefined]],
  ])('refused before sending: %s', async (_, email) => {
    const { result, request } = await sent(byEmail, { email });
    expect(result).toMatchObject({ ok: false, status: 0, error: { name: 'InputError', operationId: 'getName' } });
    expect(request).toBeUndefined();
  });

  test('a slash at the end of baseUrl makes no difference', async () => {
    const { request } = await sent({}, {}, { baseUrl: 'https://mail.test/1.0/' });
    expect(request!.url).toBe('https://mail.test/1.0/name');
  });
});

describe('headers', () => {
  test.each<[string, Partial<Operation>, Input, Partial<ConnectOptions>, Record<string, string | undefined>]>([
    ['key as HTTP Basic', {}, {}, {}, { authorization: `Basic ${Buffer.from('secret:').toString('base64')}` }],
    ['key as Bearer', {}, {}, { scheme: 'bearer' }, { authorization: 'Bearer secret' }],
    [
      'key beyond Latin-1',
      {},
      {},
      { apiKey: 'ключ' },
      { authorization: `Basic ${Buffer.from('ключ:').toString('base64')}` },
    ],
    ['null', { params: { 'X-Mode': 'header' } }, { 'X-Mode': null }, {}, { 'x-mode': undefined }],
    ['no key', {}, {}, { apiKey: undefined }, { authorization: undefined }],
    ['who asks', {}, {}, {}, { 'user-agent': `mailwright-client/${manifest.version}` }],
    ['all types of answers', {}, {}, {}, { accept: `${xmlType}, ${jsonType}` }],
    ['own header in another case', {}, {}, { headers: { AUTHORIZATION: 'mine' } }, { authorization: 'mine' }],
    ['own header', {}, {}, { headers: { 'X-Trace': '7' } }, { 'x-trace': '7' }],
    ['header parameter', { params: { 'X-Mode': 'header' } }, { 'X-Mode': 3 }, {}, { 'x-mode': '3' }],
    ['body type', { method: 'POST', bodies: [nameXml] }, { body: 'A' }, {}, { 'content-type': xmlType }],
    ['no body, no type', { method: 'POST', bodies: [nameXml] }, {}, {}, { 'content-type': undefined }],
    ['no idempotency key on GET', {}, {}, {}, { 'idempotency-key': undefined }],
    ['nor on a safe POST', { method: 'POST' }, {}, {}, { 'idempotency-key': undefined }],
  ])('%s', async (_, traits, input, options, wanted) => {
    const { request } = await sent(traits, input, options);
    for (const [name, value] of Object.entries(wanted)) expect(request!.headers[name], name).toBe(value);
  });

  test.each(['never', 'idempotent'] as const)('a POST that is %s carries an idempotency key', async (retry) => {
    const { request } = await sent({ method: 'POST', retry }, {});
    expect(request!.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("options of the call win over the connection's", async () => {
    const { connection, seen } = memoryService([answers.name()], {
      headers: { 'x-a': 'connection', 'x-b': 'connection' },
    });
    await call(
      connection,
      operation({ method: 'POST', retry: 'never' }),
      {},
      { headers: { 'X-A': 'call' }, idempotencyKey: 'k-1' },
    );
    expect(seen[0]!.headers).toMatchObject({ 'x-a': 'call', 'x-b': 'connection', 'idempotency-key': 'k-1' });
  });

  test('a header that HTTP cannot carry is an InputError', async () => {
    const { result } = await sent({ params: { 'X-Mode': 'header' } }, { 'X-Mode': 'жук' });
    expect(result.error).toMatchObject({ name: 'InputError', message: expect.stringContaining('cannot be sent') });
  });

  test.each([{ idempotencyKey: 'жук' }, { headers: { 'not a name': 'x' } }])('so is an option: %o', async (options) => {
    const { connection, seen } = memoryService([answers.name()]);
    const result = await call(connection, operation(), {}, options);
    expect(result.error).toMatchObject({ name: 'InputError', message: expect.stringContaining('cannot be sent') });
    expect(seen).toEqual([]);
  });
});

describe('body', () => {
  const set = { method: 'POST', path: '/name' };
  const bytes = new Uint8Array([0, 255, 10]);

  test.each<[string, Partial<Operation>, Input, string, string]>([
    ['XML', { bodies: [nameXml] }, { body: 'A' }, xmlType, '<name>A</name>'],
    ['first type by default', { bodies: [nameXml, nameJson] }, { body: 'A' }, xmlType, '<name>A</name>'],
    ['chosen type', { bodies: [nameXml, nameJson] }, { body: 'A', contentType: jsonType }, jsonType, '"A"'],
    ['text', { bodies: [{ type: 'text/html', encode: encodeRaw }] }, { body: '<p>ü' }, 'text/html', '<p>ü'],
    ['empty text', { bodies: [{ type: 'text/html', encode: encodeRaw }] }, { body: '' }, 'text/html', ''],
    [
      'type of a blob',
      { bodies: [{ type: '*/*', encode: encodeRaw }] },
      { body: new Blob(['x'], { type: 'image/png' }) },
      'image/png',
      'x',
    ],
    [
      'bytes of any type',
      { bodies: [{ type: '*/*', encode: encodeRaw }] },
      { body: new Uint8Array([65]) },
      'application/octet-stream',
      'A',
    ],
    [
      'text of any type',
      { bodies: [{ type: '*/*', encode: encodeRaw }] },
      { body: 'ü' },
      'text/plain;charset=UTF-8',
      'ü',
    ],
    [
      'bytes of a named type',
      { bodies: [{ type: '*/*', encode: encodeRaw }] },
      { body: bytes, contentType: 'image/gif' },
      'image/gif',
      '\0\ufffd\n',
    ],
  ])('%s', async (_, traits, input, type, body) => {
    const { request } = await sent({ ...set, ...traits }, input);
    expect(request).toMatchObject({ headers: { 'content-type': type }, body });
  });

  test.each<[string, Partial<Operation>, Input, string]>([
    [
      'another type',
      { bodies: [nameXml] },
      { body: 'A', contentType: 'text/csv' },
      `Input of getName cannot be sent: contentType must be ${xmlType}, not text/csv`,
    ],
    ['a body where none is taken', {}, { body: 'A' }, 'Input of getName cannot be sent: it takes no body'],
    [
      'no XML form',
      {
        bodies: [
          {
            type: xmlType,
            encode: () => {
              throw new Error('U+0000 is illegal');
            },
          },
        ],
      },
      { body: 'A' },
      'Input of getName cannot be sent: U+0000 is illegal',
    ],
  ])('refused before sending: %s', async (_, traits, input, message) => {
    const { result, request } = await sent({ ...set, ...traits }, input);
    expect(result).toMatchObject({ ok: false, status: 0, error: { name: 'InputError', message } });
    expect(request).toBeUndefined();
  });
});

describe('a stream', () => {
  const upload = { method: 'POST', bodies: [{ type: '*/*', encode: encodeRaw }] };

  test('that was sent before is refused', async () => {
    const { connection, seen } = memoryService([answers.name()]);
    const body = new Blob(['abc']).stream();
    expect(await call(connection, operation(upload), { body })).toMatchObject({ ok: true });
    const again = await call(connection, operation(upload), { body });
    expect(again).toMatchObject({ status: 0, error: { name: 'InputError' } });
    expect(seen).toHaveLength(1);
  });

  test('is refused where requests have none', async () => {
    vi.stubGlobal('Request', class {});
    const { result } = await sent(upload, { body: new Blob(['abc']).stream() });
    vi.unstubAllGlobals();
    const message = 'Input of getName cannot be sent: this runtime sends no streams; give a Blob or bytes';
    expect(result).toMatchObject({ status: 0, error: { name: 'InputError', message } });
  });
});

test('baseUrl is relative to the page', () => {
  vi.stubGlobal('location', { href: 'https://shop.test/cart/?a=1#b' });
  try {
    const baseUrlOf = (baseUrl: string) => memoryService([], { baseUrl }).connection.baseUrl.href;
    expect(baseUrlOf('/api')).toBe('https://shop.test/api');
    expect(baseUrlOf('./api')).toBe('https://shop.test/cart/api');
    expect(baseUrlOf('https://other.test/1.0')).toBe('https://other.test/1.0');
    for (const wrong of ['', 'api.test/v1', '/api?x=1']) expect(() => baseUrlOf(wrong), wrong).toThrow(TypeError);
  } finally {
    vi.unstubAllGlobals();
  }
});

test.each([
  '',
  '/1.0',
  'mail.test/1.0',
  'ftp://mail.test',
  'https://mail.test/1.0?x=1',
  'https://mail.test/#x',
  'https://me:key@mail.test/',
])('baseUrl %s is refused', (baseUrl) => {
  const message = 'baseUrl must be like https://host/version (or /version on a page), without query and credentials';
  expect(() => memoryService([], { baseUrl })).toThrow(new TypeError(message));
});
