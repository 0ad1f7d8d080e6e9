import { expect, type Mock, test, vi } from 'vitest';
import {
  type Api,
  type Attempt,
  createDispatcher,
  implementApi,
  type OperationTable,
  type Principal,
  type RawRequest,
  type SecurityRequirement,
} from '../src/index.ts';

const securitySchemes: NonNullable<Api['securitySchemes']> = {
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api_key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: { type: 'oauth2' },
  hawk: { type: 'http', scheme: 'hawk' },
  basicKey: { type: 'http', scheme: 'basic', key: { minLength: 3, maxLength: 9 }, challenge: 'Basic realm="keys"' },
};

function interfaceWith(security: SecurityRequirement[], over: Partial<OperationTable> = {}): Api {
  const thing: OperationTable = {
    id: 'thing',
    group: 'things',
    method: 'GET',
    path: '/things',
    right: 'get',
    parameters: [],
    bodies: [],
    responses: [{ status: 200, contents: [] }],
    errors: [],
    ...over,
  };
  return {
    title: 'T',
    operations: { thing },
    maxBody: 9,
    errorTypes: { json: 'application/json' },
    securitySchemes,
    security,
  };
}

interface Sent {
  headers?: RawRequest['headers'];
  query?: string;
}

/** Whoever brings `good` in any of the credentials is known. */
const isGood = ({ credentials }: Attempt) =>
  Object.values(credentials).includes('good') ? { scopes: new Set(['read']) } : undefined;

async function answerTo(
  api: Api,
  { headers = {}, query = '' }: Sent,
  authenticate: Mock<(attempt: Attempt) => Principal | undefined> = vi.fn(isGood),
) {
  const dispatch = createDispatcher(implementApi(api, { thing: () => undefined }), {
    authenticate,
    intercept: (_call, next) => next(undefined),
  });
  const request = {
    method: 'GET',
    path: '/things',
    query,
    headers,
    body: undefined,
    secure: true,
    url: 'https://a.test',
  };
  const { status, headers: answered, body } = await dispatch(request);
  const challenges = answered.filter(([name]) => name.toLowerCase() === 'www-authenticate').map(([, value]) => value);
  return { status, challenges, message: body === undefined ? '' : JSON.parse(String(body)).message, authenticate };
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each<[string, Sent, object]>([
  ['header', { headers: { 'x-key': 'good' } }, { key: 'good' }],
  ['query', { query: 'a=b&api_key=good' }, { key: 'good' }],
  ['cookie', { headers: { cookie: 'a=b; session=good' } }, { key: 'good' }],
  ['basic', { headers: { authorization: `Basic ${base64('ada:good')}` } }, { user: 'ada', password: 'good' }],
  ['bearer', { headers: { authorization: 'bearer good' } }, { token: 'good' }],
  ['oauth', { headers: { authorization: 'Bearer good' } }, { token: 'good' }],
  ['hawk', { headers: { authorization: 'Hawk good' } }, { parameters: 'good' }],
  ['basicKey', { headers: { authorization: `Basic ${base64('good:')}` } }, { key: 'good' }],
  ['basicKey', { headers: { authorization: `Basic ${base64('good')}` } }, { key: 'good' }],
])('credentials of %s', async (scheme, sent, credentials) => {
  const { status, authenticate } = await answerTo(interfaceWith([{ [scheme]: [] }]), sent);
  expect(status).toBe(200);
  expect(authenticate).toHaveBeenCalledExactlyOnceWith({
    scheme,
    type: securitySchemes[scheme]?.type,
    credentials,
    scopes: [],
    request: expect.objectContaining({ path: '/things' }),
  });
});

/** `scopes` as programs return them; a text is what many tokens contain. */
test.each<[string, unknown, number]>([
  ['an array', ['write', 'read'], 200],
  ['a Set', new Set(['write', 'read']), 200],
  ['nothing', undefined, 403],
  ['an array without the scope', ['reader'], 403],
  ['a Set without the scope', new Set(['reader']), 403],
  ['a text', 'read write', 500],
  ['an object', { read: true }, 500],
])('%s as the scopes of a principal', async (_what, scopes, wanted) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const authenticate = vi.fn((): Principal => ({ scopes }) as Principal);
  const sent = { headers: { authorization: 'Bearer good' } };
  const { status } = await answerTo(interfaceWith([{ oauth: ['read'] }]), sent, authenticate);
  expect(status).toBe(wanted);
  const reasons = log.mock.calls.map(([, , error]) => (error as Error).message);
  const reason = expect.stringMatching(
    /^authenticate returned scopes that are neither an array nor a Set of strings but /,
  );
  expect(reasons).toEqual(wanted === 500 ? [reason] : []);
});

test('an array as the rights of a principal', async () => {
  const statuses = ['get', 'put'].map(async (right) => {
    const authenticate = vi.fn((): Principal => ({ rights: [right] }));
    return (await answerTo(interfaceWith([{ header: [] }]), { headers: { 'x-key': 'good' } }, authenticate)).status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 403]);
});

const both = [{ header: [], query: [] }];
const either: SecurityRequirement[] = [{ header: [] }, { bearer: [] }];

test.each<[string, SecurityRequirement[], Sent, number, string, string[]]>([
  [
    'a key that is missing',
    [{ header: [] }],
    {},
    401,
    'Credentials are missing: send the header "X-Key".',
    ['ApiKey in="header", name="X-Key"'],
  ],
  [
    'a key that is unknown',
    [{ header: [] }],
    { headers: { 'x-key': 'bad' } },
    401,
    'The API key is not valid.',
    ['ApiKey in="header", name="X-Key"'],
  ],
  [
    'a password that is missing',
    [{ basic: [] }],
    {},
    401,
    'The header Authorization is missing: send "Basic base64(user:password)".',
    ['Basic realm="api"'],
  ],
  [
    'another scheme',
    [{ basic: [] }],
    { headers: { authorization: 'Bearer good' } },
    401,
    'The header Authorization is malformed: send "Basic base64(user:password)".',
    ['Basic realm="api"'],
  ],
  [
    'a key that is too short',
    [{ basicKey: [] }],
    { headers: { authorization: `Basic ${base64('ab')}` } },
    401,
    'The header Authorization is malformed: send "Basic base64(key)" with a key of 3 to 9 characters.',
    ['Basic realm="keys"'],
  ],
  [
    'one of two that are both wanted',
    both,
    { headers: { 'x-key': 'good' } },
    401,
    'Credentials are missing: send the header "X-Key" and the query parameter "api_key".',
    ['ApiKey in="header", name="X-Key"', 'ApiKey in="query", name="api_key"'],
  ],
  ['both', both, { headers: { 'x-key': 'good' }, query: 'api_key=good' }, 200, '', []],
  [
    'both, of which one is wrong',
    both,
    { headers: { 'x-key': 'good' }, query: 'api_key=bad' },
    401,
    'The API key is not valid.',
    ['ApiKey in="header", name="X-Key"', 'ApiKey in="query", name="api_key"'],
  ],
  ['the second of two ways', either, { headers: { authorization: 'Bearer good' } }, 200, '', []],
  [
    'the second way, the first being wrong',
    either,
    { headers: { 'x-key': 'bad', authorization: 'Bearer good' } },
    200,
    '',
    [],
  ],
  ['nothing where nothing is enough', [{ header: [] }, {}], {}, 200, '', []],
  ['a scope that the token has', [{ oauth: ['read'] }], { headers: { authorization: 'Bearer good' } }, 200, '', []],
  [
    'a scope that the token lacks',
    [{ oauth: ['read', 'write'] }],
    { headers: { authorization: 'Bearer good' } },
    403,
    'The token lacks the scope "write".',
    ['Bearer error="insufficient_scope", scope="read write"'],
  ],
])('%s', async (_what, security, sent, status, message, challenges) => {
  expect(await answerTo(interfaceWith(security), sent)).toMatchObject({ status, message, challenges });
});

test('an operation may ask for other credentials than the rest', async () => {
  const api = interfaceWith([{ header: [] }], { security: [{ query: [] }] });
  expect((await answerTo(api, { query: 'api_key=good' })).status).toBe(200);
  expect((await answerTo(api, { headers: { 'x-key': 'good' } })).status).toBe(401);
  expect((await answerTo(interfaceWith([{ header: [] }], { security: [] }), {})).status).toBe(200);
});

test('call.principals has who is known by which scheme', async () => {
  const intercept = vi.fn((_call: object, next: (context: unknown) => unknown) => next(undefined));
  const dispatch = createDispatcher(implementApi(interfaceWith(both), { thing: () => undefined }), {
    authenticate: async ({ scheme }): Promise<Principal & { name: string }> => ({ name: scheme }),
    intercept,
  });
  const headers = { 'x-key': 'a' };
  await dispatch({
    method: 'GET',
    path: '/things',
    query: 'api_key=b',
    headers,
    body: undefined,
    secure: true,
    url: '',
  });
  expect(intercept.mock.calls[0]?.[0]).toMatchObject({
    principal: { name: 'header' },
    principals: { header: { name: 'header' }, query: { name: 'query' } },
  });
});

test('who asks for credentials must check them', () => {
  const implementation = implementApi(interfaceWith(either), { thing: () => undefined });
  expect(() => createDispatcher(implementation, { intercept: (_call, next) => next(undefined) })).toThrow(
    'Operations require credentials: provide the hook authenticate',
  );
});

test('an unknown path needs no key where only operations do', async () => {
  const dispatch = createDispatcher(
    implementApi(
      { ...interfaceWith([{ header: [] }], { security: [{ header: [] }] }), security: [] },
      { thing: () => undefined },
    ),
    { authenticate: isGood },
  );
  const request = { method: 'GET', query: '', headers: {}, body: undefined, secure: true, url: 'https://a.test' };
  expect((await dispatch({ ...request, path: '/nothing' })).status).toBe(404);
  expect((await dispatch({ ...request, path: '/things' })).status).toBe(401);
});

test.each(['mutualTLS', 'undescribed'] as const)('%s is what the hook makes of the request', async (type) => {
  const api = { ...interfaceWith([{ other: [] }]), securitySchemes: { other: { type } } };
  const byHeader = ({ request }: Attempt) =>
    request.headers['x-certificate'] === 'good' ? { scopes: new Set<string>() } : undefined;
  expect(await answerTo(api, {}, vi.fn(byHeader))).toMatchObject({ status: 401, challenges: [] });
  expect(await answerTo(api, { headers: { 'x-certificate': 'good' } }, vi.fn(byHeader))).toMatchObject({ status: 200 });
});
