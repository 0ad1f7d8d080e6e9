import { expect, test } from 'vitest';
import { type Dispatch, toFetchHandler, withCors } from '../src/index.ts';

const ours = 'https://app.example.com';
const dispatched: string[] = [];
const dispatch: Dispatch = ({ method }) => {
  dispatched.push(method);
  return {
    status: 200,
    headers: [
      ['Content-Type', 'text/plain'],
      ['X-Total', '7'],
    ],
    body: 'seven',
  };
};

/** Headers of the CORS protocol in a response, without their prefix, and its status. */
async function ask(origins: '*' | string[], method: string, headers: Record<string, string>) {
  dispatched.length = 0;
  const response = await toFetchHandler(withCors(dispatch, origins))(
    new Request('https://api.test/a', { method, headers }),
  );
  const found = [...response.headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary');
  const short = found.map(([name, value]) => [name.replace('access-control-', ''), value]);
  return { status: response.status, dispatched: [...dispatched], ...Object.fromEntries(short) };
}

const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
const answered = { status: 200, 'expose-headers': 'Content-Type, X-Total' };
const permitted = { 'allow-origin': ours, 'allow-credentials': 'true', vary: 'Origin' };
const asked = { 'allow-methods': 'PUT', 'allow-headers': 'authorization', 'max-age': '600' };

test.each<[what: string, origins: '*' | string[], method: string, headers: Record<string, string>, wanted: object]>([
  ['a request of an allowed page', [ours], 'GET', { origin: ours }, { ...answered, ...permitted, dispatched: ['GET'] }],
  [
    'a request of another page',
    [ours],
    'GET',
    { origin: 'https://evil.example' },
    { ...answered, vary: 'Origin', dispatched: ['GET'] },
  ],
  ['a request of no page', [ours], 'GET', {}, { ...answered, vary: 'Origin', dispatched: ['GET'] }],
  [
    'a request where all may ask',
    '*',
    'GET',
    { origin: ours },
    { ...answered, 'allow-origin': '*', dispatched: ['GET'] },
  ],
  [
    'a preflight of an allowed page',
    [ours],
    'OPTIONS',
    { origin: ours, ...preflight },
    { status: 204, ...permitted, ...asked, dispatched: [] },
  ],
  [
    'a preflight of another page',
    [ours],
    'OPTIONS',
    { origin: 'https://evil.example', ...preflight },
    { status: 204, vary: 'Origin', ...asked, dispatched: [] },
  ],
  [
    'OPTIONS that is no preflight',
    [ours],
    'OPTIONS',
    { origin: ours },
    { ...answered, ...permitted, dispatched: ['OPTIONS'] },
  ],
])('%s', async (_what, origins, method, headers, wanted) => {
  expect(await ask(origins, method, headers)).toEqual(wanted);
});
