import { expect, test } from 'vitest';
import {
  type AuthValue,
  basicAuth,
  bearerAuth,
  type ConnectOptions,
  call,
  connect,
  httpAuth,
  keyInCookie,
  keyInHeader,
  keyInQuery,
  type Operation,
  type Security,
} from '../src/index.ts';

const security: Security = {
  schemes: {
    header: keyInHeader('X-Key'),
    query: keyInQuery('api_key'),
    cookie: keyInCookie('session'),
    basic: basicAuth,
    bearer: bearerAuth,
    hawk: httpAuth('Hawk'),
  },
  requirements: [['header', 'query'], ['cookie'], ['basic'], ['bearer'], ['hawk']],
};
const operation: Operation = {
  id: 'op',
  method: 'GET',
  path: '/a',
  params: { q: 'query' },
  responses: { 200: [] },
  retry: 'safe',
  timeout: 1000,
};

async function sent(auth: Record<string, AuthValue>, more: Partial<ConnectOptions> = {}, of: Partial<Operation> = {}) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    return new Response(null, { status: requests.length > 1 ? 200 : 503 });
  };
  const after = (milliseconds: number, act: () => void) => {
    if (milliseconds === 0) queueMicrotask(act);
    return () => {};
  };
  const clock = { now: () => 0, random: () => 0, after };
  const connection = connect({ baseUrl: 'https://a.test/x', auth, fetch, clock, retries: 1, ...more }, { security });
  await call(connection, { ...operation, ...of }, { q: 1 });
  const [{ url, headers } = new Request('https://nothing.test')] = requests;
  const { accept: _, prefer: __, ...own } = Object.fromEntries(headers);
  return { url, headers: own, requests };
}

test.each<[string, Record<string, AuthValue>, string, object]>([
  ['nothing', {}, '?q=1', {}],
  ['all of a combination', { header: 'k', query: 'a b' }, '?q=1&api_key=a%20b', { 'x-key': 'k' }],
  ['not a part of one', { header: 'k', bearer: 't' }, '?q=1', { authorization: 'Bearer t' }],
  ['a cookie', { cookie: 's' }, '?q=1', { cookie: 'session=s' }],
  ['user and password', { basic: { user: 'ä', password: 'b' } }, '?q=1', { authorization: 'Basic w6Q6Yg==' }],
  ['a key as user', { basic: 'key' }, '?q=1', { authorization: 'Basic a2V5Og==' }],
  ['another scheme', { hawk: 'id="1"' }, '?q=1', { authorization: 'Hawk id="1"' }],
  ['a token that is fetched', { bearer: async () => 'fresh' }, '?q=1', { authorization: 'Bearer fresh' }],
])('%s', async (_what, auth, query, headers) => {
  expect(await sent(auth)).toMatchObject({ url: `https://a.test/x/a${query}`, headers });
  expect(Object.keys((await sent(auth)).headers)).toEqual(Object.keys(headers));
});

test('what the operation itself asks for', async () => {
  expect((await sent({ cookie: 's', bearer: 't' }, {}, { security: [['bearer']] })).headers).toEqual({
    authorization: 'Bearer t',
  });
  expect((await sent({ bearer: 't' }, {}, { security: [] })).headers).toEqual({});
});

test('headers of the caller stay', async () => {
  expect((await sent({ bearer: 't' }, { headers: { authorization: 'own' } })).headers).toEqual({
    authorization: 'own',
  });
});

test('each attempt is signed when all else is in it', async () => {
  const sign = (request: Request, { id }: Operation) => {
    request.headers.set('x-signature', `${id} ${request.headers.get('authorization')} ${new URL(request.url).search}`);
    return request;
  };
  let turn = 0;
  const { requests } = await sent({ bearer: () => String(++turn) }, { sign });
  expect(requests.map(({ headers }) => headers.get('x-signature'))).toEqual(['op Bearer 1 ?q=1', 'op Bearer 2 ?q=1']);
});

test('a key that would be two cookies is not sent', async () => {
  const { requests } = await sent({ cookie: 'abc; admin=1' });
  expect(requests).toEqual([]);
});
