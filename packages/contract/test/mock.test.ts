import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HeaderLines, headerValues } from '../src/exchange/exchange.ts';
import { createSender, type Sender } from '../src/exchange/send.ts';
import { selfSigned } from '../src/mock/certificate.ts';
import { type RunningMock, startMock } from '../src/mock/server.ts';
import { mockedContract } from './support/mock-target.ts';

let mock: RunningMock;
let sender: Sender;
beforeAll(async () => {
  const identity = await selfSigned();
  mock = await startMock({ contract: await mockedContract(), identity, host: '127.0.0.1', port: 0 });
  sender = createSender({ ca: identity.cert, timeout: 600_000 });
});
afterAll(async () => {
  sender?.close();
  await mock?.close();
});

const key: HeaderLines = [['Authorization', 'Bearer any']];
const xml: [string, string] = ['Content-Type', 'application/vnd.service.api+xml'];

async function ask(method: string, path: string, headers: HeaderLines = key, body = '', base = mock.url) {
  const request = { method, url: base + path, headers, body: Buffer.from(body) };
  const { status, headers: answered, body: bytes } = (await sender.send(request)).response;
  const text = Buffer.from(bytes)
    .toString()
    .replace(/^<\?xml[^>]*\?>\s*/, '');
  return { status, text, type: headerValues(answered, 'content-type')[0], headers: answered };
}

test.each<[string, string, string, HeaderLines, string, number, RegExp]>([
  ['the corpus', 'GET', '/mailings/7/name', [], '', 200, /^<name>[^<]+<\/name>$/],
  ['a named case', 'GET', '/mailings/filter/states', [['Prefer', 'example=none']], '', 200, /^<mailings\/>$/],
  [
    'a case that is not there',
    'GET',
    '/mailings/filter/states',
    [['Prefer', 'example=nothing']],
    '',
    400,
    /no example "nothing" of this answer; there are .*none/,
  ],
  ['another', 'GET', '/mailings/filter/states', [['Prefer', 'example=only-ids']], '', 200, /<fields\/>/],
  [
    'a generated answer',
    'GET',
    '/mailings/7/sealed',
    [['Prefer', 'dynamic=true']],
    '',
    200,
    /^<sealed>(true|false)<\/sealed>$/,
  ],
  ['a wanted status', 'GET', '/mailings/7/name', [['Prefer', 'code=404']], '', 404, /^<error><message>/],
  [
    'a status that is not documented',
    'GET',
    '/mailings/7/name',
    [['Prefer', 'code=418']],
    '',
    400,
    /418 is not documented/,
  ],
  [
    'JSON',
    'GET',
    '/mailings/7/name',
    [
      ['Prefer', 'code=404'],
      ['Accept', 'application/vnd.service.api+json'],
    ],
    '',
    404,
    /^\{"message":/,
  ],
  ['HTML', 'GET', '/mailings/7/contents/html', [['Prefer', 'example=plain']], '', 200, /</],
  ['an empty answer', 'POST', '/mailings/7/name', [xml], '<name>Spring</name>', 200, /^$/],
  ['201', 'POST', '/mailings?name=Spring&subject=Hello', [], '', 201, /^<id>\d+<\/id>$/],
  ['another root that is allowed', 'PUT', '/mailings/7/template', [xml], '<templateid>a/b</templateid>', 200, /^$/],
  ['any case of a value', 'GET', '/mailings/filter/states?states=DRAFT', [], '', 200, /^<mailings>/],
  ['a bad path', 'GET', '/mailings/abc/name', [], '', 400, /mailingid must be integer/],
  ['a bad query', 'GET', '/mailings/filter/states?page_size=0', [], '', 400, /page_size must be &gt;= 1/],
  ['a missing parameter', 'POST', '/mailings?name=Spring', [], '', 400, /subject/],
  ['a bad body', 'POST', '/mailings/7/name', [xml], '<name>x</name>', 400, /fewer than 3/],
  ['another root', 'POST', '/mailings/7/name', [xml], '<title>Spring</title>', 400, /root element must be name/],
  ['no XML', 'POST', '/mailings/7/name', [xml], '<name>Spring', 400, /Request body/],
  ['no body', 'POST', '/mailings/7/name', [xml], '', 400, /is required/],
  [
    'another media type',
    'POST',
    '/mailings/7/name',
    [['Content-Type', 'text/csv']],
    'a',
    415,
    /text\/csv is not taken/,
  ],
  ['no acceptable type', 'GET', '/mailings/7/name', [['Accept', 'image/png']], '', 406, /Accept/],
  ['no such path', 'GET', '/nothing', [], '', 404, /no such path/],
])('%s', async (_, method, path, headers, body, status, text) => {
  const answer = await ask(method, path, [...key, ...headers], body);
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(text)]);
});

test('401 without a key, 405 with what is allowed, 403 without TLS', async () => {
  const noKey = await ask('GET', '/mailings/7/name', []);
  expect([noKey.status, headerValues(noKey.headers, 'www-authenticate')]).toEqual([401, ['Basic realm="api"']]);
  const patched = await ask('PATCH', '/mailings/7/name');
  expect([patched.status, headerValues(patched.headers, 'allow')]).toEqual([405, ['GET, POST']]);
  const plain = await ask('GET', '/mailings/7/name', key, '', mock.plainUrl);
  expect([plain.status, plain.text]).toEqual([403, '<error><message>Only HTTPS is accepted.</message></error>']);
});

test('pages fit the request', async () => {
  const path = '/mailings/filter/states?page_size=100&page_index=2&states=draft';
  const { headers, type } = await ask('GET', path);
  expect(type).toBe('application/vnd.service.api+xml');
  expect([headerValues(headers, 'x-items'), headerValues(headers, 'x-pages')]).toEqual([['214'], ['3']]);
  const at = (page: number) => `<${mock.url}/mailings/filter/states?page_size=100&page_index=${page}&states=draft>`;
  expect(headerValues(headers, 'link')).toEqual([
    `${at(1)}; rel="start"`,
    `${at(1)}; rel="prev"`,
    `${at(3)}; rel="next"`,
  ]);
});
