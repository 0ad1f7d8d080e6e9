import { expect, test } from 'vitest';
import { headerOf, inputOf, jsonType, messageOf, type Sent, send, xmlType } from './fixture.ts';

const xml = { 'content-type': xmlType };
const json = { 'content-type': jsonType };
const post = (path: string, headers: Sent['headers'], body?: Sent['body']): Sent => ({
  method: 'POST',
  path,
  headers,
  body,
});

test.each<[string, string, Sent, object]>([
  ['XML', 'setName', post('/mailings/7/name', xml, '<name>Spring</name>'), { mailingid: 7, body: 'Spring' }],
  ['XML without Content-Type', 'setName', post('/mailings/7/name', {}, '<name>Spring</name>'), { body: 'Spring' }],
  [
    'XML with a charset',
    'setName',
    post('/mailings/7/name', { 'content-type': `${xmlType}; charset="UTF-8"` }, '<name>Spring</name>'),
    { body: 'Spring' },
  ],
  [
    'a type in capitals',
    'setName',
    post('/mailings/7/name', { 'content-type': xmlType.toUpperCase() }, '<name>Spring</name>'),
    { body: 'Spring' },
  ],
  [
    'text',
    'setHtml',
    post('/mailings/7/html', { 'content-type': 'text/html' }, '<p>Grün</p>'),
    { body: '<p>Grün</p>' },
  ],
  [
    'one of two types',
    'createContact',
    post('/contacts', json, '{"email":"ada@x.org"}'),
    { contentType: jsonType, body: { email: 'ada@x.org' } },
  ],
  [
    'the other of two types',
    'createContact',
    post('/contacts', xml, '<name>Ada</name>'),
    { contentType: xmlType, body: 'Ada' },
  ],
  [
    'the first of two types by default',
    'createContact',
    post('/contacts', {}, '<name>Ada</name>'),
    { contentType: xmlType, body: 'Ada' },
  ],
  [
    'bytes of any type',
    'attach',
    post('/mailings/7/attachments', { 'content-type': 'application/pdf' }, new Uint8Array([0, 255])),
    { contentType: 'application/pdf', body: new Uint8Array([0, 255]) },
  ],
  ['no optional body', 'pingPost', post('/ping', {}), { body: undefined, contentType: undefined }],
])('%s', async (_what, id, sent, wanted) => {
  expect(await inputOf(id, sent)).toMatchObject(wanted);
});

test.each<[number, string, Sent]>([
  [400, `body is required, of type ${xmlType}`, post('/mailings/7/name', xml)],
  [400, `body is required, of type ${xmlType}`, post('/mailings/7/name', xml, '')],
  [400, `body is required, of type ${xmlType} or ${jsonType}`, post('/contacts', json)],
  [400, '/: element name expected (line 1, column 2)', post('/mailings/7/name', xml, '<title>x</title>')],
  [
    400,
    'name must have at most 64 characters but has 65',
    post('/mailings/7/name', xml, `<name>${'x'.repeat(65)}</name>`),
  ],
  [
    400,
    'properties[2].value must have at most 255 characters but has 300',
    {
      ...post('/mailings/7/properties', xml, `<value>a</value><value>b</value><value>${'x'.repeat(300)}</value>`),
      method: 'PUT',
    },
  ],
  [400, 'email is required', post('/contacts', json, '{}')],
  [400, 'email must be a string but was 1', post('/contacts', json, '{"email":1}')],
  [400, 'body must be an object but was []', post('/contacts', json, '[]')],
  [400, '__proto__ is not allowed as a name in the body', post('/contacts', json, '{"email":"a","__proto__":{"x":1}}')],
  [
    400,
    'email must not contain control characters or lone surrogates',
    post('/contacts', json, '{"email":"a\\u0000"}'),
  ],
  [400, 'email must not contain control characters or lone surrogates', post('/contacts', json, '{"email":"\\ud800"}')],
  [400, 'body must not be nested deeper than 64 levels', post('/contacts', json, '['.repeat(70) + ']'.repeat(70))],
  [400, 'body must not be nested deeper than 64 levels', post('/contacts', json, '['.repeat(4900) + ']'.repeat(4900))],
  [400, 'body must be UTF-8 text', post('/contacts', json, new Uint8Array([0x22, 0xff, 0x22]))],
  [400, 'body must be UTF-8 text', post('/mailings/7/html', {}, new Uint8Array([0xc3, 0x28]))],
  [400, 'body must not contain NUL characters', post('/mailings/7/html', {}, '<p>\0</p>')],
  [400, 'body must not contain control characters or lone surrogates', post('/mailings/7/html', {}, '<p>\x01</p>')],
  [413, 'body must have at most 10000 bytes', post('/mailings/7/html', {}, 'x'.repeat(10_001))],
  [
    415,
    `Content-Type must be ${xmlType} but was text/plain`,
    post('/mailings/7/name', { 'content-type': 'text/plain' }, 'x'),
  ],
  [
    415,
    `Content-Type must be ${xmlType} but was nonsense`,
    post('/mailings/7/name', { 'content-type': 'nonsense' }, 'x'),
  ],
  [
    415,
    'charset of Content-Type must be utf-8 but was latin1',
    post('/mailings/7/name', { 'content-type': `${xmlType};charset=latin1` }, 'x'),
  ],
])('%i %s', async (status, message, sent) => {
  const answer = await send(sent);
  expect([answer.status, messageOf(answer)]).toEqual([status, message]);
});

test('a JSON document that is none is told so', async () => {
  const answer = await send(post('/contacts', json, '{"email":'));
  expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringMatching(/^body must be a JSON document: /)]);
});

test('a fault in XML is told with its place', async () => {
  const asXml = await send(post('/contacts', xml, '<no/>'));
  expect(asXml.body).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<error><message>/: element name expected (line 1, column 2)</message>' +
      '<validation_error><column>2</column><line>1</line><message>/: element name expected</message></validation_error></error>',
  );
  const asJson = await send(post('/contacts', { ...xml, accept: `${jsonType}, */*;q=0.1` }, '<no/>'));
  expect(headerOf(asJson, 'content-type')).toBe(jsonType);
  expect(JSON.parse(String(asJson.body)).validation_error).toEqual([
    { line: 1, column: 2, message: '/: element name expected' },
  ]);
});

test('maxBody of the hooks wins over that of the description', async () => {
  const answer = await send(post('/mailings/7/html', {}, 'x'.repeat(11)), { hooks: { maxBody: 10 } });
  expect([answer.status, messageOf(answer)]).toEqual([413, 'body must have at most 10 bytes']);
});

test('a body is not read before the request is admitted', async () => {
  let read = 0;
  const reader = async () => {
    read++;
    return Buffer.from('<name>Spring</name>');
  };
  const sent = { method: 'POST', path: '/mailings/x/name', body: reader as unknown as Uint8Array };
  expect((await send(sent)).status).toBe(400);
  expect((await send({ ...sent, headers: { authorization: '' } })).status).toBe(401);
  expect(read).toBe(0);
  expect((await send({ ...sent, path: '/mailings/7/name' })).status).toBe(200);
  expect(read).toBe(1);
});
