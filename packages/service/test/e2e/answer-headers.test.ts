import { globSync, readFileSync } from 'node:fs';
import { connect as connectPlain } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes as consoleRoutes } from '../../../console/src/pages/routes.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every answer tells browsers to guess, execute, frame and store nothing, or says itself what they may. */

const source = fileURLToPath(new URL('../../src', import.meta.url));
const declared = globSync('{pages,app}/**/*.ts', { cwd: source }).flatMap((file) =>
  [...readFileSync(join(source, file), 'utf8').matchAll(/\b\w+\.(get|post|options)(?:<\w+>)?\(\s*'(\/[^']*)'/g)].map(
    ([, method, path]) => [method!.toUpperCase(), path!.replaceAll(/:\w+|\*/g, 'x')] as const,
  ),
);
const ofConsole = consoleRoutes
  .filter(({ method }) => method === 'GET')
  .map(
    ({ pattern }) => ['GET', pattern.source.replaceAll(/\(\?<\w+>[^)]*\)/g, '1').replaceAll(/[\^$\\]/g, '')] as const,
  );

const others: [method: string, path: string, headers?: Record<string, string>][] = [
  ['GET', '/nothing'],
  ['GET', '/nothing', { accept: 'text/html' }],
  ['GET', '/nothing', { accept: 'application/json' }],
  ['GET', '/%zz'],
  ['GET', '/%zz', { accept: 'text/html' }],
  ['PUT', '/health'],
  ['GET', '/1.0/nothing'],
  ['GET', '/1.0/%zz'],
  ['GET', '/1.0/ping', { accept: 'application/json' }],
  ['GET', '/admin/1.0/accounts'],
  ['GET', '/mcp'],
  ['POST', '/mcp', { 'sec-fetch-site': 'cross-site' }],
  ['DELETE', '/console'],
  ['POST', '/console/sign-in', { 'sec-fetch-site': 'cross-site' }],
  ['POST', '/console/sign-in', { 'content-type': 'text/plain' }],
  ['GET', '/console/nothing'],
  ['POST', '/doi/x', { 'content-type': 'text/plain' }],
];

const [embedded] = databases();
let service: TestService;
beforeAll(async () => {
  service = await startTestService(await embedded!.open(), undefined, {}, { metricsToken: 'only-for-the-watchers' });
});
afterAll(() => service?.close());

async function missingIn(origin: string, method: string, path: string, headers: Record<string, string> = {}) {
  const body = method === 'POST' ? { body: 'a=1' } : {};
  const type = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const answer = await service.fetch(origin + path, {
    method,
    headers: { ...type, ...headers },
    redirect: 'manual',
    ...body,
  });
  await answer.arrayBuffer();
  const missing = ['content-security-policy', 'cache-control'].filter((name) => !answer.headers.has(name));
  if (answer.headers.get('x-content-type-options') !== 'nosniff') missing.push('x-content-type-options');
  return missing.map((name) => `${answer.status} ${method} ${path} has no ${name}`);
}

test('every route of the pages and of the console', async () => {
  expect(declared.length).toBeGreaterThan(30);
  expect(ofConsole.length).toBeGreaterThan(40);
  const found = await Promise.all(
    [...declared, ...ofConsole].map(([method, path]) => missingIn(service.origin, method, path)),
  );
  expect(found.flat()).toEqual([]);
});

test('a NUL in an address is as any other unknown address', async () => {
  // What /ready says depends on how fast the database answers.
  const pages = declared.filter(([, path]) => !/^\/(?:mcp|bounce-events|ready)/.test(path));
  const statusOf = async (method: string, path: string) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = method === 'POST' ? { body: 'a=1', headers: type } : {};
    return (await service.fetch(service.origin + path, { method, redirect: 'manual', ...body })).status;
  };
  const answers = pages.map(async ([method, path]) => ({
    path: `${method} ${path}`,
    status: await statusOf(method, path),
    withNul: await statusOf(method, `${path.replaceAll('/x', '/x%00')}?page=%00&page=a&a%00=b`),
  }));
  expect((await Promise.all(answers)).filter(({ status, withNul }) => withNul !== status)).toEqual([]);
});

test('what is no route, what is refused, and the APIs', async () => {
  const found = await Promise.all(others.map((each) => missingIn(service.origin, ...each)));
  expect(found.flat()).toEqual([]);
});

test('plain HTTP', async () => {
  const answers = ['text/html', 'application/xml'].map(async (accept) => {
    const answer = await fetch(`${service.plainOrigin}/nothing`, { headers: { accept } });
    return [answer.status, answer.headers.get('x-content-type-options'), answer.headers.get('cache-control')];
  });
  expect(await Promise.all(answers)).toEqual([1, 2].map(() => [403, 'nosniff', 'no-store']));
});

/** Sends bytes in one connection and returns the heads of all answers. */
async function headsAfter(bytes: string, isEncrypted = true): Promise<string[]> {
  const { port } = new URL(service.origin);
  const socket = isEncrypted
    ? connect({ port: Number(port), host: '127.0.0.1', servername: 'localhost', ca: service.cert })
    : connectPlain(Number(port), '127.0.0.1');
  socket.write(bytes);
  return (await text(socket)).match(/HTTP\/1\.1 \d+.*?\r\n\r\n/gs) ?? [];
}

const head = (method: string, path: string, ...more: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', ...more].join('\r\n')}\r\n\r\n`;

test.each<[string, string, number[], boolean?]>([
  ['what is no HTTP', 'hello\r\n\r\n', [400]],
  ['what should have been encrypted', head('GET', '/health'), [400], false],
  ['a head that is too long', head('GET', '/health', `A: ${'a'.repeat(17_000)}`), [431]],
  [
    'an expectation, and the next request of its connection',
    head('GET', '/health', 'Expect: tea') + head('GET', '/health', 'Connection: close'),
    [417, 200],
  ],
  [
    'an expectation with a body, and the next request of its connection',
    `${head('POST', '/console/sign-in', 'Expect: tea', 'Content-Length: 5')}a=1&b${head('GET', '/health', 'Connection: close')}`,
    [417, 200],
  ],
  [
    'an expectation with a body in chunks, and the next request of its connection',
    `${head('POST', '/1.0/contacts', 'Expect: tea', 'Transfer-Encoding: chunked')}5\r\na=1&b\r\n0\r\n\r\n${head('GET', '/health', 'Connection: close')}`,
    [417, 200],
  ],
])('%s', async (_, bytes, statuses, isEncrypted) => {
  const heads = await headsAfter(bytes, isEncrypted);
  expect(heads.map((each) => Number(each.slice(9, 12)))).toEqual(statuses);
  for (const each of heads) {
    expect(each).toMatch(/^content-security-policy: .*default-src 'none'/im);
    expect(each).toMatch(/^x-content-type-options: nosniff/im);
    expect(each).toMatch(/^cache-control: no-store/im);
  }
});
