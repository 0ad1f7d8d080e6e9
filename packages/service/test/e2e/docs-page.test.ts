import { existsSync } from 'node:fs';
import { request } from 'node:https';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  if (!existsSync(fileURLToPath(import.meta.resolve('@mailwright/spec/docs'))))
    throw new Error('The documentation is not built; `npx nx run spec:docs` builds it.');
  service = await startTestService(await databases()[0]!.open());
});
afterAll(() => service?.close());

/** Bytes as they come, which `fetch` would unpack. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const call = request(`${service.origin}${path}`, { ca: service.cert, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

test('the description can be downloaded, packed, and not twice', async () => {
  const plain = await get('/docs/openapi.json');
  expect(plain.status).toBe(200);
  expect(JSON.parse(plain.body.toString()).openapi).toBe('3.1.0');
  const br = await get('/docs/openapi.json', { 'accept-encoding': 'gzip, br' });
  expect([br.headers['content-encoding'], brotliDecompressSync(br.body).equals(plain.body)]).toEqual(['br', true]);
  const gz = await get('/docs/openapi.json', { 'accept-encoding': 'gzip' });
  expect([gz.headers['content-encoding'], gunzipSync(gz.body).equals(plain.body)]).toEqual(['gzip', true]);
  expect(br.body.length).toBeLessThan(plain.body.length / 5);
  const again = await get('/docs/openapi.json', { 'if-none-match': String(plain.headers.etag) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test.each([
  '/docs/',
  '/docs/guides/quick-start.html',
  '/docs/guides/quick-start',
  '/docs/reference/mailings/createMailing.html',
  '/docs/search.html?q=csv',
  '/docs/search?q=csv',
])('%s is a page with a title and with the host that it came from', async (path) => {
  const page = await get(path, { 'accept-encoding': 'br' });
  const isPacked = page.headers['content-encoding'] === 'br';
  const html = (isPacked ? brotliDecompressSync(page.body) : page.body).toString();
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(html).toMatch(/<title>[^<]+ · Mailwright<\/title>/);
  expect(html).not.toContain('localhost:8443');
});

test('the address without a slash leads to the first page', async () => {
  const { status, headers } = await get('/docs');
  expect([status, headers.location]).toEqual([308, '/docs/']);
});

test('an unknown address is answered with a page that leads on, below any path', async () => {
  const { status, body } = await get('/docs/guides/none/at/all');
  expect(status).toBe(404);
  expect(body.toString()).toContain('href="/docs/guides/quick-start.html"');
});

test.each([
  ['/docs/llms.txt', 'text/plain; charset=utf-8'],
  ['/docs/guides/quick-start.md', 'text/markdown; charset=utf-8'],
  ['/docs/icon.svg', 'image/svg+xml'],
])('%s is %s', async (path, type) => {
  const { status, headers } = await get(path);
  expect([status, headers['content-type']]).toEqual([200, type]);
});

test.each([
  ['send newsletter', 'sendMailingNow'],
  ['sendMailingNow', 'sendMailingNow'],
  ['import csv', 'guides/contacts'],
  ['bulk upload subscribers', 'createImport'],
  ['unsubscribe a person', 'unsubscribeContact'],
  ['open rate', 'countOpens'],
  ['drip workflow', 'AutomationProgram'],
  ['drip campaign', 'AutomationProgram'],
  ['autoresponder', 'AutomationProgram'],
  ['newsletter', 'guides/first-newsletter'],
  ['merge tags', 'guides/personalization'],
  ['unsubscribe link', 'guides/personalization'],
  ['gdpr delete', 'deleteContact'],
  ['retry', 'guides/idempotency'],
])('"%s" leads to %s without JavaScript', async (query, wanted) => {
  const page = (await get(`/docs/search?q=${encodeURIComponent(query)}`)).body.toString();
  const links = [...page.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href!);
  expect(links.slice(0, 8).some((href) => href.includes(wanted))).toBe(true);
});

test.each(['A/B', 'a/b test', 'split testing', 'landing page'])(
  '"%s", which there is none of, leads nowhere',
  async (query) => {
    const page = (await get(`/docs/search?q=${encodeURIComponent(query)}`)).body.toString();
    expect(page).not.toMatch(/<li><a href/);
    expect(page).toMatch(/Nothing|No /);
  },
);

test('what was typed stands in the page as text', async () => {
  const page = (await get(`/docs/search?q=${encodeURIComponent('<img src=x>')}`)).body.toString();
  expect(page).toContain('Search: &lt;img src=x&gt;');
  expect((await get('/docs/search?q=a&q=b')).status).toBe(200);
});
