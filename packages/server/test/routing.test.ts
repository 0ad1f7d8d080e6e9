import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  type Api,
  createDispatcher,
  implementApi,
  type OperationTable,
  type RawResponse,
  reply,
} from '../src/runtime/index.ts';
import { basic, headerOf, hooks, messageOf, send, xmlType } from './fixture.ts';

const gzip = { 'content-type': xmlType, 'content-encoding': 'gzip' };
const setName = { method: 'POST', path: '/mailings/7/name' };

test.each<[string, object, number, string]>([
  ['gzip', { ...setName, headers: gzip, body: gzipSync('<name>Spring</name>') }, 200, ''],
  [
    'no coding',
    { ...setName, headers: { ...gzip, 'content-encoding': 'identity' }, body: '<name>Spring</name>' },
    200,
    '',
  ],
  [
    'another coding',
    { ...setName, headers: { ...gzip, 'content-encoding': 'br' }, body: '<name/>' },
    415,
    'Content-Encoding must be gzip or identity but was br',
  ],
  ['no gzip', { ...setName, headers: gzip, body: '<name/>' }, 400, 'body must be gzip, as its Content-Encoding says'],
  [
    'gzip cut off',
    { ...setName, headers: gzip, body: gzipSync('<name>Spring</name>').subarray(0, -9) },
    400,
    'body must be gzip, as its Content-Encoding says',
  ],
  [
    'little that becomes much',
    { ...setName, headers: gzip, body: gzipSync(Buffer.alloc(20_000, ' ')) },
    413,
    'body must have at most 10000 bytes',
  ],
])('a body in %s', async (_what, sent, status, message) => {
  const answer = await send(sent);
  expect([answer.status, answer.status === 200 ? '' : messageOf(answer)]).toEqual([status, message]);
});

const file = { method: 'POST', path: '/mailings/7/attachments', body: 'x' };
test.each([
  ['the slash of the base and that of the path', { path: '//ping' }, 200],
  ['the same twice inside', { path: '/mailings//name' }, 404],
  [
    'an upload whose Accept is its own type',
    { ...file, headers: { 'content-type': 'application/pdf', accept: 'application/pdf' } },
    200,
  ],
])('%s', async (_what, sent, status) => {
  expect((await send(sent)).status).toBe(status);
});

const table = (more: Partial<OperationTable>): OperationTable => ({
  id: 'op',
  group: 'g',
  method: 'GET',
  path: '/{id}',
  right: 'get',
  parameters: [{ name: 'id', in: 'path', scalar: 'string', required: true }],
  bodies: [],
  responses: [{ status: 200, contents: [] }],
  errors: [],
  ...more,
});

async function inputOf(operation: OperationTable, path: string, query: string): Promise<unknown> {
  const api: Api = {
    title: 'T',
    operations: { op: operation },
    maxBody: 100,
    errorTypes: { json: 'application/json' },
  };
  let seen: unknown;
  const handlers = {
    op: (input: unknown) => {
      seen = input;
    },
  };
  const dispatch = createDispatcher(implementApi(api, handlers), hooks);
  const request = { method: operation.method, path, query, headers: { authorization: basic }, body: undefined };
  const answer = await dispatch({ ...request, secure: true, url: 'https://a.test' });
  return seen ?? String(answer.body);
}

const mapOf = (rest: DeepValue): ParameterForm => ({ style: 'form', explode: true, deep: { members: {}, rest } });
type ParameterForm = NonNullable<OperationTable['parameters'][number]['form']>;
type DeepValue = NonNullable<ParameterForm['deep']>;

test.each<[string, OperationTable['parameters'], string, unknown]>([
  [
    'one name in path and query',
    [{ name: 'id_query', wire: 'id', in: 'query', scalar: 'integer' }],
    'id=2',
    { id: 'x', id_query: 2 },
  ],
  [
    'faults by the name in the request',
    [{ name: 'id_query', wire: 'id', in: 'query', scalar: 'integer' }],
    'id=y',
    '{"message":"id must be an integer but was y"}',
  ],
  [
    'a map of all other parameters',
    [
      { name: 'q', in: 'query', scalar: 'string' },
      { name: 'more', in: 'query', scalar: 'string', form: mapOf('any') },
    ],
    'a=1&q=2&b=&a=3',
    { id: 'x', q: '2', more: { a: ['1', '3'], b: '' } },
  ],
  [
    'a map of lists',
    [{ name: 'more', in: 'query', scalar: 'string', form: mapOf({ list: 'integer' }) }],
    'a=1&a=3',
    { id: 'x', more: { a: [1, 3] } },
  ],
  ['an empty map', [{ name: 'more', in: 'query', scalar: 'string', form: mapOf('string') }], '', { id: 'x', more: {} }],
  [
    'what an empty value stands for',
    [{ name: 'policy', in: 'query', scalar: 'boolean', empty: true }],
    'policy=',
    { id: 'x', policy: true },
  ],
])('%s', async (_what, parameters, query, wanted) => {
  const operation = table({});
  expect(await inputOf({ ...operation, parameters: [...operation.parameters, ...parameters] }, '/x', query)).toEqual(
    wanted,
  );
});

test('HEAD tells the length that its handler knows', async () => {
  const operation = table({ method: 'HEAD' });
  const api: Api = {
    title: 'T',
    operations: { op: operation },
    maxBody: 100,
    errorTypes: { json: 'application/json' },
  };
  const handlers = { op: () => reply(200, undefined, { 'Content-Length': '4711' }) };
  const dispatch = createDispatcher(implementApi(api, handlers), {
    ...hooks,
    authenticate: () => ({ rights: new Set(['get']) }),
  });
  const answer: RawResponse = await dispatch({
    method: 'HEAD',
    path: '/x',
    query: '',
    headers: { authorization: basic },
    body: undefined,
    secure: true,
    url: '',
  });
  expect(headerOf(answer, 'content-length')).toBe('4711');
});
