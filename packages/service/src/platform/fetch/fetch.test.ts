import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type ScriptedWeb, startScriptedWeb } from '../../../test/support/scripted-web.ts';
import { ownIdentity } from '../http/certificate.ts';
import { FetchFailure, type FetchFault } from './failure.ts';
import { createFetcher, type Fetcher } from './fetch.ts';

let web: ScriptedWeb;
let fetcher: Fetcher;
/** The address that is public in these tests; the rest of loopback is private. */
const allows = (address: string) => address === '127.0.0.1';

beforeAll(async () => {
  web = await startScriptedWeb();
});
afterAll(() => web.close());
beforeEach(() => {
  fetcher = createFetcher({ allows, lookup: names });
});
afterEach(async () => {
  vi.useRealTimers();
  await fetcher.close();
});

/** Names of these tests and what they resolve to, one answer after the other. */
let zone: Record<string, LookupAddress[][]> = {};
const names: LookupFunction = (host, _options, done) => {
  const answers = zone[host];
  const found = answers && answers.length > 1 ? answers.shift() : answers?.[0];
  if (found) done(null, found);
  else done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);
};
const good = { address: '127.0.0.1', family: 4 };
const bad = { address: '127.0.0.2', family: 4 };

test.each<[string, { method?: 'HEAD'; maxBytes?: number }, { status: number; path?: string; redirects?: number }]>([
  ['/ok', {}, { status: 200 }],
  ['/ok', { method: 'HEAD' }, { status: 200 }],
  ['/empty', {}, { status: 204 }],
  ['/image.png', {}, { status: 200 }],
  ['/packed', {}, { status: 200 }],
  ['/huge', { maxBytes: 0 }, { status: 200 }],
  ['/huge', { maxBytes: 7_000_000 }, { status: 200 }],
  ['/endless', { method: 'HEAD' }, { status: 200 }],
  ['/endless', { maxBytes: 0 }, { status: 200 }],
  ['/moved', {}, { status: 200, path: '/ok', redirects: 1 }],
  ['/see-other', {}, { status: 200, path: '/ok', redirects: 1 }],
  ['/temporary', { method: 'HEAD' }, { status: 200, path: '/ok', redirects: 1 }],
  ['/permanent', {}, { status: 200, path: '/ok', redirects: 1 }],
  ['/fragment', {}, { status: 200, path: '/ok#here', redirects: 1 }],
  ['/redirects/4', {}, { status: 200, path: '/ok', redirects: 5 }],
  ['/nowhere', {}, { status: 302 }],
  ['/cookie', {}, { status: 200, path: '/needs-cookie', redirects: 1 }],
  ['/no-head', { method: 'HEAD' }, { status: 405 }],
  ['/bot-wall', {}, { status: 403 }],
  ['/missing', {}, { status: 404 }],
  ['/gone', {}, { status: 410 }],
  ['/too-many', {}, { status: 429 }],
  ['/broken', {}, { status: 500 }],
])('%s %j is answered', async (path, options, { status, path: finalPath = path, redirects = 0 }) => {
  const answer = await fetcher.fetch(web.origin + path, options);
  expect(answer).toMatchObject({ status, url: web.origin + finalPath, redirects });
});

test.each<[string, FetchFault]>([
  ['/huge', 'size'],
  ['/endless', 'size'],
  ['/bomb', 'size'],
  ['/loop', 'redirects'],
  ['/ping', 'redirects'],
  ['/redirects/5', 'redirects'],
  ['/to-file', 'redirects'],
  ['/to-rubbish', 'redirects'],
  ['/to-private', 'private'],
  ['/to-private-number', 'private'],
  ['/to-private-mapped', 'private'],
  ['/to-private-name', 'private'],
  ['/cut', 'connection'],
  ['/refused', 'connection'],
  ['/rubbish', 'connection'],
])('%s fails: %s', async (path, fault) => {
  zone = { 'intranet.test': [[bad]] };
  await expect(fetcher.fetch(web.origin + path)).rejects.toMatchObject({ constructor: FetchFailure, fault });
});

test.each<[string, FetchFault]>([
  ['', 'url'],
  ['/path', 'url'],
  ['ftp://example.com/', 'url'],
  ['javascript:alert(1)', 'url'],
  ['http://user:secret@example.com/', 'url'],
  ['http://127.0.0.2/', 'private'],
  ['http://127.2/', 'private'],
  ['http://0x7f.0.0.2/', 'private'],
  ['http://[::1]/', 'private'],
  ['http://[::ffff:7f00:1]/', 'private'],
  ['http://nobody.test/', 'dns'],
])('%s is not asked: %s', async (url, fault) => {
  await expect(fetcher.fetch(url)).rejects.toMatchObject({ fault });
});

test('by default private addresses are refused, also behind names', async () => {
  const strict = createFetcher();
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    await expect(strict.fetch(`http://${host}:${web.port}/ok`)).rejects.toMatchObject({ fault: 'private' });
  }
  await strict.close();
});

test('nobody listens', async () => {
  const gone = await startScriptedWeb();
  await gone.close();
  await expect(fetcher.fetch(`${gone.origin}/`)).rejects.toMatchObject({ fault: 'connection' });
});

test('https without a valid certificate', async () => {
  const { key, cert } = await ownIdentity(join(mkdtempSync(join(tmpdir(), 'mailwright-tls-')), 'tls'));
  const server = createServer({ key, cert }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(fetcher.fetch(`https://127.0.0.1:${port}/`)).rejects.toMatchObject({ fault: 'tls' });
  server.close();
});

test.each(['/silent', '/slow-body'])('%s is left after ten seconds', async (path) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((millis) => {
    expect(millis).toBe(10_000);
    const end = new AbortController();
    setImmediate(() => end.abort(new DOMException('too long', 'TimeoutError')));
    return end.signal;
  });
  await expect(fetcher.fetch(web.origin + path)).rejects.toMatchObject({ fault: 'timeout' });
  timeout.mockRestore();
});

test('a name whose answer changes after the check is bound to the answer that was checked', async () => {
  zone = { 'rebinding.test': [[good], [bad]] };
  const url = `http://rebinding.test:${web.port}/missing`;
  expect(await fetcher.fetch(url)).toMatchObject({ status: 404 });
  const other = createFetcher({ allows, lookup: names });
  await expect(other.fetch(url)).rejects.toMatchObject({ fault: 'private' });
  await other.close();
});

test('of several addresses of a name only allowed ones are connected to', async () => {
  zone = { 'mixed.test': [[bad, good]] };
  expect(await fetcher.fetch(`http://mixed.test:${web.port}/ok`)).toMatchObject({ status: 200 });
});

test('good answers are kept for ten minutes, others are asked for again', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const asked = (path: string) => web.requests.filter((request) => request === `GET ${path}`).length;
  const before = asked('/pages/1');
  const [one, two] = await Promise.all([1, 2].map(() => fetcher.fetch(`${web.origin}/pages/1`)));
  vi.advanceTimersByTime(599_999);
  expect(await fetcher.fetch(`${web.origin}/pages/1`)).toBe(one);
  expect(two).toBe(one);
  expect(asked('/pages/1')).toBe(before + 1);
  vi.advanceTimersByTime(1);
  await fetcher.fetch(`${web.origin}/pages/1`);
  expect(asked('/pages/1')).toBe(before + 2);

  const tries = asked('/sometimes/2');
  expect(await fetcher.fetch(`${web.origin}/sometimes/2`)).toMatchObject({ status: 503 });
  expect(await fetcher.fetch(`${web.origin}/sometimes/2`)).toMatchObject({ status: 200 });
  expect(asked('/sometimes/2')).toBe(tries + 2);
});

test('two requests at a time go to one host', async () => {
  const quiet = await startScriptedWeb();
  const urls = Array.from({ length: 20 }, (_, index) => `${quiet.origin}/pages/${index}`);
  await Promise.all(urls.map((url) => fetcher.fetch(url)));
  expect(quiet.requests).toHaveLength(20);
  expect(quiet.busiest()).toBe(2);
  await quiet.close();
});
