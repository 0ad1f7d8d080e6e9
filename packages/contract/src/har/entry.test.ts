import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readEntry } from './entry.ts';

const JSON_TYPE = { name: 'content-type', value: 'application/json' };
type Members = { [name: string]: unknown };

/** An entry as a browser writes it, with other members. */
const entry = (request: Members = {}, response: Members = {}, more: Members = {}) => ({
  request: { method: 'GET', url: 'https://pets.test/v1/pets', headers: [], cookies: [], bodySize: 0, ...request },
  response: {
    status: 200,
    headers: [JSON_TYPE],
    content: { size: 2, mimeType: '', text: '{}' },
    bodySize: -1,
    ...response,
  },
  ...more,
});
const read = (given: unknown) => readEntry({ number: 7, text: JSON.stringify(given) });
const exchange = (...given: Parameters<typeof entry>) => {
  const found = read(entry(...given));
  if ('why' in found) throw new Error(found.why);
  return found.exchange;
};
const content = (members: Members, response: Members = {}) => {
  const { body, bodyLost } = exchange({}, { content: { mimeType: '', ...members }, ...response }).response;
  return bodyLost ? 'lost' : Buffer.from(body).toString();
};
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString('base64');
const coded = (coding: string) => ({ headers: [{ name: 'Content-Encoding', value: coding }] });

test.each<[string, unknown, string]>([
  [
    'a preflight',
    entry({ method: 'OPTIONS', headers: [{ name: 'Access-Control-Request-Method', value: 'PUT' }] }),
    'preflight',
  ],
  ['a preflight by its type', entry({ method: 'OPTIONS' }, {}, { _resourceType: 'preflight' }), 'preflight'],
  ['a service worker', entry({}, {}, { _fetchedViaServiceWorker: true }), 'worker'],
  ['the cache in memory', entry({}, {}, { _fromCache: 'memory' }), 'cache'],
  ['aborted', entry({}, { status: 0, headers: [], content: { size: 0, mimeType: 'x-unknown' } }), 'silence'],
  ['aborted within the answer', entry({}, { _error: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING' }), 'silence'],
  ['a status of no meaning', entry({}, { status: 999 }), 'silence'],
  ['a socket', entry({ url: 'wss://pets.test/v1/live' }, { status: 101 }), 'socket'],
  ['an image in its own address', entry({ url: 'data:image/gif;base64,AAAA' }), 'socket'],
  ['no address', entry({ url: '/v1/pets' }), 'broken'],
  ['no headers of the answer', entry({}, { headers: [] }), 'broken'],
  ['headers of another form', entry({ headers: { accept: '*/*' } }), 'broken'],
  ['a status as text', entry({}, { status: '200' }), 'broken'],
  ['a method of no letters', entry({ method: 'GET /' }), 'broken'],
  ['no answer', { request: entry().request }, 'broken'],
  ['null', null, 'broken'],
])('no exchange: %s', (_, given, why) => {
  expect(read(given)).toMatchObject({ why });
});

test('an entry that is too long, and one that is no JSON', () => {
  expect(readEntry({ number: 1 })).toEqual({ why: 'tooLong' });
  const attempt = () => readEntry({ number: 7, text: '{"mail": ada@example.org}' });
  expect(attempt).toThrow(/^entry 7 of the file is not well-formed JSON: export it again$/);
});

test('methods are upper case, fragments stay with the browser', () => {
  const { request } = exchange({ method: 'get', url: 'https://pets.test/v1/pets?a=1#top' });
  expect([request.method, request.url]).toEqual(['GET', 'https://pets.test/v1/pets?a=1']);
});

test('headers: none of HTTP/2 itself, none twice, cookies of their own list', () => {
  const pair = (name: string, value: string) => ({ name, value });
  const { request, response } = exchange(
    {
      headers: [
        pair(':authority', 'pets.test'),
        pair(':path', '/v1/pets'),
        pair('Accept', 'a/b'),
        pair('accept', 'a/b'),
      ],
      cookies: [pair('sid', 'abc'), pair('theme', 'dark')],
    },
    { headers: [JSON_TYPE, JSON_TYPE, pair('set-cookie', 'a=1\nb=2'), pair('link', '<x>'), pair('link', '<y>')] },
  );
  expect(request.headers).toEqual([
    ['Accept', 'a/b'],
    ['Cookie', 'sid=abc; theme=dark'],
  ]);
  expect(response.headers).toEqual([
    ['content-type', 'application/json'],
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['link', '<x>'],
    ['link', '<y>'],
  ]);
});

test.each<[string, Members, Members, string]>([
  ['text', { size: 2, text: '{}' }, {}, '{}'],
  ['text of what was compressed', { size: 9, text: '{"a":"ü"}' }, coded('gzip'), '{"a":"ü"}'],
  ['base64', { size: 3, text: base64('{"a":1}'), encoding: 'base64' }, {}, '{"a":1}'],
  [
    'base64 in lines',
    { size: 3, text: `${base64('{"a":1').slice(0, 4)}\r\n${base64('{"a":1').slice(4)}`, encoding: 'base64' },
    {},
    '{"a":1',
  ],
  ['called base64, and none', { size: 3, text: '{"a":1}', encoding: 'base64' }, {}, '{"a":1}'],
  [
    'base64 of compressed bytes',
    { size: 3, text: base64(gzipSync('{"a":1}')), encoding: 'base64' },
    coded('gzip'),
    '{"a":1}',
  ],
  ['none', { size: 0, text: '' }, {}, ''],
  ['none, by its length', { size: 0 }, { headers: [{ name: 'Content-Length', value: '0' }] }, ''],
  ['none, by its size', { size: 0 }, { bodySize: 0 }, ''],
  ['none of 204', { size: 0 }, { status: 204 }, ''],
  ['none of 304: what is there was in the cache', { size: 2, text: '{}' }, { status: 304 }, ''],
  ['not kept', { size: 300 }, {}, 'lost'],
  ['not kept, and no text at all', { size: 300, text: '' }, {}, 'lost'],
  ['not kept, of unknown size', { size: 0 }, {}, 'lost'],
  [
    'not kept, of a stream',
    { size: 0 },
    { bodySize: 0, headers: [{ name: 'Transfer-Encoding', value: 'chunked' }] },
    'lost',
  ],
  ['not kept of a redirect', { size: 0 }, { status: 302, bodySize: 0 }, 'lost'],
])('body of an answer: %s', (_, members, response, wanted) => {
  expect(content(members, response)).toBe(wanted);
});

test('an answer without content, and one in an older encoding', () => {
  expect(exchange({}, { content: undefined }).response.bodyLost).toBe(true);
  const { body } = exchange(
    {},
    {
      content: { size: 9, text: '<a>ü</a>' },
      headers: [{ name: 'content-type', value: 'text/xml; charset=ISO-8859-1' }],
    },
  ).response;
  expect([...body]).toEqual([...Buffer.from('<a>ü</a>', 'latin1')]);
});

test.each<[string, Members, string]>([
  ['none', {}, ''],
  ['text', { postData: { mimeType: 'application/json', text: '{}' } }, '{}'],
  ['text and no fields', { postData: { mimeType: 'application/json', text: '{}', params: [] } }, '{}'],
  ['base64', { postData: { text: base64('<a/>'), encoding: 'base64' } }, '<a/>'],
  [
    'fields',
    {
      postData: { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'a b', value: 'ü' }, { name: 'c' }] },
    },
    'a+b=%C3%BC&c=',
  ],
  [
    'fields of a form with files',
    { postData: { mimeType: 'multipart/form-data; boundary=x', params: [{ name: 'a', fileName: 'b' }] } },
    'lost',
  ],
  ['a form with files as text', { postData: { mimeType: 'multipart/form-data; boundary=x', text: '--x' } }, 'lost'],
  ['bytes that are no text', { postData: { mimeType: 'image/png', text: '\ufffdPNG' } }, 'lost'],
  ['not kept', { method: 'POST', bodySize: 12 }, 'lost'],
  ['not kept, by its length', { headers: [{ name: 'content-length', value: '12' }] }, 'lost'],
  ['not kept, of an empty member', { bodySize: 12, postData: { mimeType: 'application/json', text: '' } }, 'lost'],
])('body of a request: %s', (_, members, wanted) => {
  const { body, bodyLost } = exchange(members).request;
  expect(bodyLost ? 'lost' : Buffer.from(body).toString()).toBe(wanted);
});

test('the type of a body that stands beside it only', () => {
  const { headers } = exchange({ postData: { mimeType: 'application/json', text: '{}' } }).request;
  expect(headers).toEqual([['Content-Type', 'application/json']]);
});

test('text that was compressed with br is read as it is', () => {
  const text = base64(brotliCompressSync('{"a":1}'));
  expect(content({ size: 3, text, encoding: 'base64' }, coded('br'))).not.toBe('lost');
});
