import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  expect(declared.length).toBeGreaterThan(40);
  expect(ofConsole.length).toBeGreaterThan(40);
  const found = await Promise.all(
    [...declared, ...ofConsole].map(([method, path]) => missingIn(service.origin, method, path)),
  );
  expect(found.flat()).toEqual([]);
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
