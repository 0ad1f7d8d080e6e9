import { expect, test } from 'vitest';
import { notFound } from '../src/runtime/index.ts';
import { basic, headerOf, jsonType, messageOf, type Sent, send, xmlType } from './fixture.ts';

const xml = { 'content-type': xmlType };
const readOnly = { authenticate: () => ({ rights: new Set(['get']) }) };
const unknownKey = `Basic ${Buffer.from('some-other-key').toString('base64')}`;

/** Each request has this fault and every one that is checked later. */
test.each<[number, string, Sent, boolean]>([
  [
    403,
    'Only HTTPS is accepted.',
    { method: 'PATCH', path: '/%zz', headers: { authorization: '' }, secure: false },
    false,
  ],
  [
    401,
    'The header Authorization is missing',
    { method: 'PATCH', path: '/%zz', headers: { authorization: '' } },
    false,
  ],
  [401, 'The header Authorization is malformed', { path: '/no', headers: { authorization: 'Basic x' } }, false],
  [401, 'The API key is not valid.', { path: '/no', headers: { authorization: unknownKey } }, false],
  [400, 'path must be percent-encoded UTF-8 but has the segment %zz', { path: '/ping/%zz' }, false],
  [404, 'No resource has the path /no.', { path: '/no', headers: { accept: 'image/png' } }, false],
  [405, 'PATCH is not offered by /ping; offered are GET, POST.', { method: 'PATCH' }, true],
  [
    403,
    'The API key lacks the right "post", which POST /mailings/{mailingid}/name needs.',
    { method: 'POST', path: '/mailings/x/name', headers: { 'content-type': 'a/b' }, body: 'x' },
    true,
  ],
  [
    406,
    `Accept must allow ${xmlType} but was image/png`,
    { path: '/mailings/x/name', headers: { accept: 'image/png' } },
    false,
  ],
  [
    415,
    `Content-Type must be ${xmlType} but was text/plain`,
    { method: 'POST', path: '/mailings/x/name', headers: { 'content-type': 'text/plain' }, body: 'x' },
    false,
  ],
  [
    400,
    'mailingid must be an integer but was x',
    { method: 'POST', path: '/mailings/x/name', headers: xml, body: '<' },
    false,
  ],
  [
    400,
    '/: element name expected (line 1, column 2)',
    { method: 'POST', path: '/mailings/1/name', headers: xml, body: '<' },
    false,
  ],
  [
    400,
    'name must have at least 3 characters but has 1',
    { method: 'POST', path: '/mailings/1/name', headers: xml, body: '<name>x</name>' },
    false,
  ],
])('%i %s', async (status, message, sent, limited) => {
  const reached: string[] = [];
  const intercept = async () => {
    reached.push('intercept');
    throw notFound('Mailing', 1);
  };
  const answer = await send(sent, { hooks: { intercept, ...(limited && readOnly) } });
  expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(message)]);
  expect(reached).toEqual([]);
});

test('what stands before the handler runs after every check and can refuse', async () => {
  const intercept = async () => {
    throw notFound('Mailing', 7);
  };
  const answer = await send({ path: '/mailings/7/name' }, { hooks: { intercept } });
  expect([answer.status, messageOf(answer)]).toEqual([404, 'Mailing with id 7 not found.']);
});

test('401 says how to authenticate, 405 what is offered', async () => {
  expect(headerOf(await send({ headers: { authorization: undefined } }), 'www-authenticate')).toBe('Basic realm="api"');
  expect(headerOf(await send({ method: 'PUT' }), 'allow')).toBe('GET, POST');
});

test.each<[string, Sent]>([
  ['an operation without key', { path: '/open', headers: { authorization: undefined } }],
  ['a trailing slash', { path: '/ping/' }],
  ['an alias', { method: 'POST', path: '/names/of/7' }],
  ['a Bearer key', { headers: { authorization: basic.replace(/Basic .*/, 'Bearer a-key-of-tests-1234') } }],
  ['an Accept that no body needs', { headers: { accept: 'image/png' } }],
  ['a Content-Type without body', { method: 'POST', headers: { 'content-type': 'nonsense' } }],
  ['a body that no operation wants', { body: 'x', headers: { 'content-type': 'nonsense' } }],
  ['an unknown parameter', { query: 'foo=bar' }],
])('%s is fine', async (_what, sent) => {
  expect((await send(sent)).status).toBe(200);
});

test.each([
  ['/mailings/7/name', undefined, xmlType],
  ['/mailings/7/name', `${xmlType}; charset=utf-8`, xmlType],
  ['/mailings/7/html', 'text/html', 'text/html; charset=utf-8'],
  ['/ping', undefined, undefined],
])('GET %s with Accept %s answers %s', async (path, accept, type) => {
  expect(headerOf(await send({ path, headers: { accept } }), 'content-type')).toBe(type);
});

test.each([
  ['/no', undefined, xmlType],
  ['/no', '*/*', xmlType],
  ['/no', 'image/png', xmlType],
  ['/no', jsonType, jsonType],
  ['/no', 'application/json', 'application/json'],
  ['/no', `${jsonType};q=0.5, ${xmlType}`, xmlType],
  ['/mailings/x/name', `${jsonType}, ${xmlType};q=0.5`, jsonType],
  ['/transactions', undefined, 'application/json'],
  ['/transactions', 'application/json', 'application/json'],
  ['/transactions', `application/json;q=0.1, ${xmlType}`, xmlType],
])('an error at %s with Accept %s is %s', async (path, accept, type) => {
  const answer = await send({ method: path === '/transactions' ? 'POST' : 'GET', path, headers: { accept } });
  expect(headerOf(answer, 'content-type')).toBe(type);
  expect(messageOf(answer)).not.toBe('');
});
