import { expect, test, vi } from 'vitest';
import {
  type Api,
  ApiError,
  type ContentTable,
  createDispatcher,
  implementApi,
  type OperationTable,
  type RawResponse,
  reply,
} from '../src/runtime/index.ts';
import { basic, headerOf, hooks } from './fixture.ts';

/** An interface whose errors are nothing like those of any other. */
const fault = (mediaType: string): ContentTable => ({
  mediaType,
  kind: 'xml',
  codec: { decode: () => undefined, encode: (value) => `<f>${(value as string[]).join('|')}</f>` },
  document: ({ status, code, message, path }) => [status, code, message, path],
});
const plain: ContentTable = { mediaType: 'text/plain', kind: 'text' };
const problem: ContentTable = {
  mediaType: 'application/problem+json',
  kind: 'json',
  document: ({ reason, status }) => ({ title: reason, status }),
};

const thing: OperationTable = {
  id: 'thing',
  group: 'things',
  method: 'POST',
  path: '/things',
  right: 'post',
  parameters: [{ name: 'size', in: 'query', scalar: 'integer' }],
  bodies: [{ mediaType: 'application/json', kind: 'json' }],
  responses: [
    { status: 200, contents: [plain] },
    { status: 404, contents: [fault('a/xml')] },
    { status: 422, contents: [fault('b/xml'), problem] },
    { status: 'default', contents: [plain] },
  ],
  errors: [409],
  bodiless: [409],
  badRequest: 422,
};
const api: Api = { title: 'Others', operations: { thing }, maxBody: 100, errorTypes: { json: 'application/json' } };

interface Sent {
  query?: string;
  accept?: string;
  type?: string;
  thrown?: Error;
  formatError?: typeof hooks.formatError;
}

async function answerTo({ query = '', accept, type, thrown, formatError }: Sent): Promise<RawResponse> {
  const handlers = {
    thing: () => {
      if (thrown) throw thrown;
      return 'done';
    },
  };
  const dispatch = createDispatcher(implementApi(api, handlers), {
    ...hooks,
    validateResponses: false,
    ...(formatError && { formatError }),
  });
  return dispatch({
    method: 'POST',
    path: '/things',
    query,
    headers: { authorization: basic, accept, 'content-type': type },
    body: type === undefined ? undefined : Buffer.from('{}'),
    secure: true,
    url: 'https://a.test/things',
  });
}

test.each<[string, Sent, number, string | undefined, string | undefined]>([
  [
    'the document of its status',
    { thrown: new ApiError(404, 'no a', { code: 'NoSuchA' }) },
    404,
    'a/xml',
    '<f>404|NoSuchA|no a|/things</f>',
  ],
  ['the status for what breaks the description', { query: 'size=x' }, 422, 'b/xml', expect.stringMatching(/^<f>422\|/)],
  [
    'what Accept names',
    { query: 'size=x', accept: 'application/problem+json, text/plain;q=0.1' },
    422,
    problem.mediaType,
    '{"title":"Unprocessable Entity","status":422}',
  ],
  [
    'JSON for whoever sent JSON and takes anything',
    { query: 'size=x', accept: '*/*', type: 'application/json' },
    422,
    problem.mediaType,
    '{"title":"Unprocessable Entity","status":422}',
  ],
  ['no body where none is described', { thrown: new ApiError(409, 'no') }, 409, undefined, undefined],
  ['the document of all others', { thrown: new ApiError(418, 'tea') }, 418, 'text/plain; charset=utf-8', 'tea'],
  [
    'an unexpected exception',
    { thrown: new Error('secret') },
    500,
    'text/plain; charset=utf-8',
    expect.stringMatching(/^Internal error/),
  ],
])('%s', async (_what, sent, status, type, body) => {
  const answer = await answerTo(sent);
  expect([answer.status, headerOf(answer, 'content-type'), answer.body]).toEqual([status, type, body]);
});

test.each<[string, ReturnType<NonNullable<typeof hooks.formatError>>, number, string | undefined, unknown]>([
  ['a value of the documented schema', reply(404, [1, 2]), 404, 'a/xml', '<f>1|2</f>'],
  ['a text of its own', reply(503, '<p/>', { 'Content-Type': 'text/html' }), 503, 'text/html', '<p/>'],
  ['nothing, which leaves it to the stub', undefined, 418, 'text/plain; charset=utf-8', 'tea'],
])('formatError gives %s', async (_what, own, status, type, body) => {
  const formatError = vi.fn(() => own);
  const answer = await answerTo({ thrown: new ApiError(418, 'tea'), formatError });
  expect([answer.status, headerOf(answer, 'content-type'), answer.body]).toEqual([status, type, body]);
  expect(formatError).toHaveBeenCalledWith(expect.objectContaining({ status: 418, message: 'tea' }), {
    operation: thing,
    request: expect.objectContaining({ path: '/things' }),
    requestId: expect.any(String),
  });
});

test('formatError sees the cause of an unexpected exception', async () => {
  const thrown = new Error('secret');
  const formatError = vi.fn(() => undefined);
  await answerTo({ thrown, formatError });
  expect(formatError).toHaveBeenCalledWith(expect.objectContaining({ status: 500, cause: thrown }), expect.anything());
});
