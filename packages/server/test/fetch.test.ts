import { expect, test } from 'vitest';
import { createDispatcher, implementApi, toFetchHandler } from '../src/runtime/index.ts';
import { api, basic, handlers, hooks, jsonType } from './fixture.ts';

const dispatch = createDispatcher(implementApi(api, handlers()), hooks);
const handle = toFetchHandler(dispatch, { basePath: '/1.0' });
const base = 'https://mail.test/1.0';
const call = (path: string, init: RequestInit = {}) =>
  handle(new Request(path, { ...init, headers: { authorization: basic, ...init.headers } }));

test.each<[string, RequestInit, number, string]>([
  [`${base}/mailings/7/name`, {}, 200, '<name>Spring</name>'],
  [`${base}/ping`, {}, 200, ''],
  [`${base}/ping?`, { method: 'POST', body: 'x' }, 200, ''],
  [
    `${base}/contacts`,
    { method: 'POST', body: '{"email":"a"}', headers: { 'content-type': jsonType } },
    201,
    '<name>Ada</name>',
  ],
  [
    `${base}/mailings/7/html`,
    { method: 'POST', body: 'x'.repeat(10_001), headers: { 'content-type': 'text/html' } },
    413,
    'at most 10000 bytes',
  ],
  [`${base}/mailings/x/name`, {}, 400, 'mailingid must be an integer but was x'],
  [`${base}/%zz`, {}, 400, 'percent-encoded'],
  ['https://mail.test/ping', {}, 404, 'No resource'],
  ['http://mail.test/1.0/ping', {}, 403, 'Only HTTPS'],
  [`${base}/ping`, { method: 'HEAD' }, 405, ''],
])('%s %j is %i', async (path, init, status, text) => {
  const response = await call(path, init);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(text);
});

test('links are absolute', async () => {
  const response = await call(`${base}/mailings/filter/states`);
  expect(response.headers.get('link')).toBe(
    `<${base}/mailings/filter/states?page_size=100&page_index=1>; rel="start", ` +
      `<${base}/mailings/filter/states?page_size=100&page_index=2>; rel="next"`,
  );
});

test('a stream that breaks is a bad request', async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('gone')),
  });
  const response = await call(`${base}/mailings/7/html`, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'text/html' },
  } as RequestInit);
  expect(response.status).toBe(400);
});
