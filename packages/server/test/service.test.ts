import { expect, test } from 'vitest';
import { api, createDispatcher, type Handlers, implementPartial } from '../src/index.ts';
import { basic, headerOf, hooks, jsonType, messageOf, type Sent, xmlType } from './fixture.ts';

/** Some operations of the real description, with its codecs and validators. */
const seen: unknown[] = [];
const note = (input: unknown) => void seen.push(input);
const handlers: Partial<Handlers<string>> = {
  pingGet: () => {},
  getMailingName: ({ mailingid }) => `Mailing ${mailingid} & more`,
  setMailingName: note,
  addMailingProperties: note,
  listMailingsByStates: (input) => {
    seen.push(input);
    return { items: [{ id: 4317, fields: [{ name: 'scheduleTime', value: null }] }], total: 1 };
  },
  createContactByEmail: (input) => {
    seen.push(input);
    return 7;
  },
  setMailingTargetGroup: note,
};
const dispatch = createDispatcher(implementPartial<string>(handlers), hooks);

const send = ({ method = 'GET', path = '/', query = '', headers = {}, body }: Sent) =>
  dispatch({
    method,
    path,
    query,
    headers: { authorization: basic, ...headers },
    body: typeof body === 'string' ? Buffer.from(body) : body,
    secure: true,
    url: `https://mail.test/1.0${path}`,
  });

/** Like `send`, with a handler for every operation, so that no 501 comes first. */
const unreached = () => {
  throw new Error('a refused request reached its handler');
};
const all = createDispatcher(
  { api, handlers: Object.fromEntries(Object.keys(api.operations).map((id) => [id, unreached])) },
  hooks,
);
const dispatchAll = ({ method = 'GET', path = '/', query = '', body }: Sent) =>
  all({
    method,
    path,
    query,
    headers: { authorization: basic },
    body: typeof body === 'string' ? Buffer.from(body) : body,
    secure: true,
    url: '',
  });

const head = '<?xml version="1.0" encoding="UTF-8"?>';

test.each<[Sent, number, string]>([
  [{ path: '/ping' }, 200, ''],
  [{ path: '/mailings/7/name' }, 200, `${head}<name>Mailing 7 &amp; more</name>`],
  [
    { path: '/mailings/filter/states', query: 'states=draft&fields=scheduleTime' },
    200,
    `${head}<mailings><mailing><id>4317</id><fields><field><name>scheduleTime</name><value nil="true"/></field></fields></mailing></mailings>`,
  ],
  [{ method: 'POST', path: '/contacts/email/ada%40x.org', body: '<contact/>' }, 201, `${head}<id>7</id>`],
])('%j answers %i', async (sent, status, body) => {
  const answer = await send(sent);
  expect([answer.status, Buffer.from((answer.body ?? '') as Uint8Array).toString()]).toEqual([status, body]);
});

test.each<[string, Sent, unknown]>([
  [
    'CDATA',
    { method: 'POST', path: '/mailings/7/name', body: '<name><![CDATA[A & B]]></name>' },
    { mailingid: 7, body: 'A & B' },
  ],
  [
    'a list of one',
    {
      method: 'POST',
      path: '/mailings/7/settings/properties',
      body: '<properties><property><key>a</key><value/></property></properties>',
    },
    { mailingid: 7, body: [{ key: 'a', value: '' }] },
  ],
  [
    'nil',
    { method: 'POST', path: '/mailings/7/targetgroupid', body: '<targetgroupid nil="true"/>' },
    { mailingid: 7, body: null },
  ],
  [
    'JSON in place of XML',
    {
      method: 'POST',
      path: '/contacts/email/ada%40x.org',
      headers: { 'content-type': jsonType },
      body: '{"standard_fields":{"FIRSTNAME":"Ada"}}',
    },
    expect.objectContaining({
      email: 'ada@x.org',
      contentType: jsonType,
      body: { standard_fields: { FIRSTNAME: 'Ada' } },
    }),
  ],
])('%s reaches the handler', async (_what, sent, input) => {
  seen.length = 0;
  const answer = await send(sent);
  expect([answer.status < 300, answer.body ?? '']).toEqual([true, expect.anything()]);
  expect(seen).toEqual([input]);
});

test.each<[Sent, string]>([
  [{ path: '/mailings/filter/states', query: 'page_size=200000' }, 'page_size must not exceed 1000 but was 200000'],
  [{ path: '/mailings/abc/name' }, 'mailingid must be an integer but was abc'],
  [{ method: 'DELETE', path: '/mailings/7/settings/properties' }, 'name is required'],
  [
    { method: 'DELETE', path: '/mailings/7/settings/properties', query: `name=${'x'.repeat(300)}` },
    'name must have at most 255 characters but has 300',
  ],
  [
    { method: 'POST', path: '/mailings/7/name', body: '<name>ab</name>' },
    'name must have at least 3 characters but has 2',
  ],
  [
    {
      method: 'POST',
      path: '/mailings/7/settings/properties',
      body: `<properties><property><key>a</key><value>b</value></property><property><key>a</key><value>${'x'.repeat(300)}</value></property></properties>`,
    },
    'properties[1].value must have at most 255 characters but has 300',
  ],
])('%j is refused: %s', async (sent, message) => {
  const answer = await dispatchAll(sent);
  expect([answer.status, messageOf(answer)]).toEqual([400, message]);
});

test('malformed XML is told with line and column', async () => {
  const answer = await dispatchAll({ method: 'POST', path: '/mailings/7/name', body: '<name>\n</nam>' });
  expect(answer.status).toBe(400);
  expect(String(answer.body)).toMatch(/<validation_error><column>\d+<\/column><line>2<\/line><message>.+<\/message>/);
  expect(headerOf(answer, 'content-type')).toBe(xmlType);
});

test('an operation without handler answers 501 and names itself', async () => {
  const answer = await send({ path: '/mailings/7/state' });
  expect([answer.status, messageOf(answer)]).toEqual([501, 'The operation getMailingState is not implemented.']);
});
