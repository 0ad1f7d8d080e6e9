import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { eventKeys } from '../support/provider-events.ts';
import { watchRoutes } from '../support/routes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { rows } from './rows.ts';

/** Routes whose bodies rows of another kind read. */
const otherwise: [route: RegExp, why: string][] = [
  [/^(\/admin)?\/1\.0\/\*$/, 'the operations of both interfaces, which have rows by their ids'],
  [/^\/console(\/|$)/, 'the console, whose table of routes has rows of its own'],
  [/^\/bounce-events\/:provider$/, 'refuses before it reads'],
];
const withBodies = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const [database] = usualDatabases();
let urls: Set<string>;
let service: TestService;

beforeAll(async () => {
  const watched = watchRoutes();
  service = await startTestService(await database!.open(), undefined, {}, { eventKeys });
  urls = new Set(
    watched.end().flatMap(({ url, method }) => ([method].flat().some((one) => withBodies.has(one)) ? [url] : [])),
  );
});
afterAll(() => service?.close());

test('every route with a body has a row of `npm run growth`', () => {
  const measured = new Set(rows.flatMap((row) => row.routes ?? []));
  const known = (url: string) => measured.has(url) || otherwise.some(([route]) => route.test(url));
  expect([...urls].filter((url) => !known(url))).toEqual([]);
  expect([...measured].filter((url) => !urls.has(url))).toEqual([]);
  expect(otherwise.filter(([route]) => ![...urls].some((url) => route.test(url)))).toEqual([]);
});

test('every tool of assistants has a row', async () => {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${service.key}`,
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const answer = await (await service.fetch(`${service.origin}/mcp`, { method: 'POST', headers, body })).text();
  const tools = Array.from(answer.matchAll(/\{"name":"(\w+)","title"/g), ([, name]) => name!);
  const measured = rows.flatMap((row) => row.tools ?? []);
  expect(tools.sort()).toEqual([...measured].sort());
  expect(tools.length).toBeGreaterThan(3);
});
