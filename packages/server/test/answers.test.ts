import { expect, test, vi } from 'vitest';
import {
  type AnswerRecord,
  ApiError,
  badRequest,
  conflict,
  createDispatcher,
  forbidden,
  implementApi,
  implementApiPartially,
  notFound,
  reply,
  sealedError,
} from '../src/runtime/index.ts';
import { api, basic, handlers, headerOf, hooks, jsonType, key, messageOf, send, xmlType } from './fixture.ts';

test('a handler gets its input and the context, its value is the body', async () => {
  const getName = vi.fn(async (_input: unknown, _context: string) => 'Spring');
  const answer = await send({ path: '/mailings/7/name' }, { handlers: { getName } });
  expect(getName).toHaveBeenCalledWith({ mailingid: 7 }, 'context');
  expect(answer).toEqual({
    status: 200,
    headers: [
      ['Content-Type', xmlType],
      ['X-Request-Id', expect.any(String)],
    ],
    body: '<name>Spring</name>',
  });
});

test('an answer without body has no Content-Type', async () => {
  expect(await send({})).toEqual({ status: 200, headers: [['X-Request-Id', expect.any(String)]], body: undefined });
});

test('intercept sees the call', async () => {
  const intercept = vi.fn((_call: unknown, next: (context: string) => Promise<unknown>) => next('other'));
  await send({ path: '/mailings/7/name' }, { hooks: { intercept } });
  expect(intercept.mock.calls[0]?.[0]).toMatchObject({
    operation: { id: 'getName' },
    input: { mailingid: 7 },
    principal: { rights: expect.any(Set) },
    request: { path: '/mailings/7/name' },
    requestId: expect.any(String),
  });
});

test.each<[string, unknown, number, string, [string, string][]]>([
  ['the first 2xx by default', 'Ada', 201, '<name>Ada</name>', []],
  ['another status', reply(200, 'Ada'), 200, '<name>Ada</name>', []],
  ['headers', reply(201, 'Ada', { location: '/7' }), 201, '<name>Ada</name>', [['location', '/7']]],
  ['an error with a document of its own', reply(422, { queued: false }), 422, '{"queued":false}', []],
])('a reply with %s', async (_what, result, status, body, headers) => {
  const sent = { method: 'POST', path: '/contacts', body: '<name>Ada</name>' };
  const answer = await send(sent, { handlers: { createContact: () => result } });
  expect([answer.status, answer.body]).toEqual([status, body]);
  expect(answer.headers).toEqual(expect.arrayContaining(headers));
});

test('a content-type of a reply replaces that of the description', async () => {
  const getHtml = () => reply(200, '<p/>', { 'content-type': 'text/html; charset=utf-8; level=1' });
  const answer = await send({ path: '/mailings/7/html' }, { handlers: { getHtml } });
  expect(answer.headers.filter(([name]) => name.toLowerCase() === 'content-type')).toHaveLength(1);
});

test.each([
  ['takes the place of one of the stub', 'x-items', '9', ['9']],
  [
    'stands beside others when it is a link',
    'link',
    '</x>; rel="up"',
    [expect.stringContaining('start'), expect.stringContaining('next'), '</x>; rel="up"'],
  ],
  ['cannot be the length', 'Content-Length', '9', []],
  ['cannot be the request id', 'x-request-id', '9', [expect.stringMatching(/^[\da-f-]{36}$/)]],
])('a header of a handler %s', async (_what, name, value, wanted) => {
  const listByStates = () => reply(200, { items: [], total: 250 }, { [name]: value });
  const { headers } = await send({ path: '/mailings/filter/states' }, { handlers: { listByStates } });
  expect(headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, each]) => each)).toEqual(wanted);
});

test.each([
  [badRequest('page is odd'), 400, 'page is odd'],
  [forbidden('not yours'), 403, 'not yours'],
  [notFound('Mailing', 3108), 404, 'Mailing with id 3108 not found.'],
  [notFound('No schedule.'), 404, 'No schedule.'],
  [conflict('name exists'), 409, 'name exists'],
  [sealedError(3040), 409, 'Mailing with id 3040 cannot be changed as it is sealed.'],
])('an error thrown by a handler is answered: %s', async (error, status, message) => {
  const ping = () => {
    throw error;
  };
  const answer = await send({}, { handlers: { ping } });
  expect([answer.status, messageOf(answer)]).toEqual([status, message]);
});

const failure = new Error('disk full');
const throwFailure = () => {
  throw failure;
};

test('messages are escaped, and hold nothing that XML cannot', async () => {
  const ping = () => {
    throw badRequest('a<b & "c" \u0000\ud800\r');
  };
  expect((await send({}, { handlers: { ping } })).body).toContain(
    '<message>a&lt;b &amp; "c" \ufffd\ufffd&#13;</message>',
  );
});

test.each([
  ['a handler', { handlers: { ping: () => Promise.reject(new Error('secret')) } }],
  ['authenticate', { hooks: { authenticate: () => Promise.reject(new Error('secret')) } }],
  ['intercept', { hooks: { intercept: () => Promise.reject(new Error('secret')) } }],
  [
    'a broken log',
    {
      hooks: {
        onError: () => {
          throw new Error('log');
        },
      },
      handlers: { ping: () => Promise.reject(new Error('secret')) },
    },
  ],
])('an exception of %s is a 500 that gives nothing away', async (_what, over) => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const answer = await send({ headers: { 'x-request-id': 'abc-1' } }, over);
  expect([answer.status, messageOf(answer)]).toEqual([
    500,
    'Internal error. Include the request id abc-1 when you report it.',
  ]);
});

test('onError gets the exception and the request id', async () => {
  const onError = vi.fn();
  const error = new Error('secret');
  const ping = () => Promise.reject(error);
  await send({ headers: { 'x-request-id': 'abc-1' } }, { handlers: { ping }, hooks: { onError } });
  expect(onError).toHaveBeenCalledWith(error, 'abc-1');
});

test.each<[string, Parameters<typeof send>[1]]>([
  ['a handler', { handlers: { ping: () => Promise.reject(failure) } }],
  ['authenticate', { hooks: { authenticate: () => Promise.reject(failure) } }],
  ['formatError', { handlers: { ping: () => Promise.reject(badRequest('x')) }, hooks: { formatError: throwFailure } }],
])('without onError, an exception of %s is logged with the request id', async (_what, over) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await send({ headers: { 'x-request-id': 'abc-1' } }, over);
  expect(log.mock.calls).toEqual([['Request %s failed:', 'abc-1', failure]]);
});

test('a log that fails does not spoil the answer', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const onAnswer = () => {
    throw new Error('disk full');
  };
  expect((await send({}, { hooks: { onAnswer } })).status).toBe(200);
  expect(warn).toHaveBeenCalled();
});

test.each([
  ['/ping', 200, 'ping'],
  ['/mailings/x/name', 400, 'getName'],
  ['/no', 404, undefined],
])('onAnswer is told of %s', async (path, status, operation) => {
  const onAnswer = vi.fn<(record: AnswerRecord) => void>();
  await send({ path, headers: { 'x-request-id': 'abc' } }, { hooks: { onAnswer } });
  expect(onAnswer).toHaveBeenCalledExactlyOnceWith({
    operation,
    method: 'GET',
    status,
    milliseconds: expect.any(Number),
    requestId: 'abc',
  });
});

test.each(['abc', 'A.b_c:d/e+f=', 'x'.repeat(128)])('the request id %s is kept', async (id) => {
  expect(headerOf(await send({ headers: { 'x-request-id': id } }), 'x-request-id')).toBe(id);
});

test.each([undefined, '', 'a b', 'a\r\nb', 'ü', 'x'.repeat(129)])(
  'in place of the request id %j a new one is made',
  async (id) => {
    const made = headerOf(await send({ headers: { 'x-request-id': id } }), 'x-request-id');
    expect(made).toMatch(/^[\da-f-]{36}$/);
  },
);

test('an operation without handler answers 501', async () => {
  const dispatch = createDispatcher(implementApiPartially(api, {}), hooks);
  const answer = await dispatch({
    method: 'GET',
    path: '/ping',
    query: '',
    headers: { authorization: basic },
    body: undefined,
    secure: true,
    url: '',
  });
  expect([answer.status, messageOf(answer)]).toEqual([501, 'The operation ping is not implemented.']);
});

test('missing and surplus handlers are refused', () => {
  const { ping: _left, ...others } = handlers();
  expect(() => implementApi(api, others)).toThrow('Handlers are missing: ping');
  expect(() => implementApi(api, { ...handlers(), pong: () => 1 })).toThrow('Handlers for unknown operations: pong');
  expect(() => implementApiPartially(api, { pong: () => 1 })).toThrow('Handlers for unknown operations: pong');
});

test.each<[string, string, unknown, RegExp]>([
  [
    'a value that breaks the schema',
    'getName',
    'x',
    /getName returned a value that its description does not allow: name must have at least 3/,
  ],
  ['a body where there is none', 'ping', 'x', /ping returned a body with 200/],
  ['an undocumented status', 'ping', reply(202), /ping returned 202/],
  ['no page', 'listByStates', { items: [] }, /listByStates must return \{ items, total \}/],
  ['an undocumented error', 'ping', new ApiError(418, 'tea'), /ping returned 418/],
])('%s of a handler is a 500 where responses are checked', async (_what, id, result, message) => {
  const onError = vi.fn();
  const handler = () => {
    if (result instanceof Error) throw result;
    return result;
  };
  const path = { getName: '/mailings/7/name', ping: '/ping', listByStates: '/mailings/filter/states' }[id];
  const answer = await send({ path }, { handlers: { [id]: handler }, hooks: { onError } });
  expect(answer.status).toBe(500);
  expect(onError.mock.calls[0]?.[0].message).toMatch(message);
});

test('where responses are not checked, an undocumented error is answered', async () => {
  const ping = () => {
    throw new ApiError(418, 'tea');
  };
  expect((await send({}, { handlers: { ping }, hooks: { validateResponses: false } })).status).toBe(418);
});

test.each([
  ['a line break', () => reply(200, undefined, { 'content-disposition': 'a\r\nb' })],
  ['a name of two words', () => reply(200, undefined, { 'my header': 'a' })],
  [
    'a line break in an error',
    () => {
      throw new ApiError(409, 'no', { headers: [['Retry-After', '1\n']] });
    },
  ],
])('a header that HTTP cannot carry is a 500: %s', async (_what, ping) => {
  expect((await send({}, { handlers: { ping } })).status).toBe(500);
});

test('keys reach authenticate as they are', async () => {
  const authenticate = vi.fn(() => undefined);
  await send({}, { hooks: { authenticate } });
  expect(authenticate.mock.calls).toMatchObject([[key, {}]]);
  expect(headerOf(await send({ headers: { accept: jsonType, authorization: '' } }), 'content-type')).toBe(jsonType);
});
