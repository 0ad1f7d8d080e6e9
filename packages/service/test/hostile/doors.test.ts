import { Agent } from 'node:https';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { readTrust } from '../../src/platform/http/trusted-proxy.ts';
import { dump } from '../isolation/belongings.ts';
import { usualDatabases } from '../support/database.ts';
import { amazon, certificate, eventKeys } from '../support/provider-events.ts';
import { randomOf } from '../support/random.ts';
import type { RawCall } from '../support/raw.ts';
import { watchRoutes } from '../support/routes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { faultsOf } from './answers.ts';
import { prepare } from './attacker.ts';
import { doorRequest } from './doors.ts';
import { pick } from './requests.ts';
import { findRows, type Row } from './rows.ts';
import { send } from './send.ts';

/** Every run has a seed of its own, and prints it. `npm run hostile` sends a million requests. */
const { MAILWRIGHT_HOSTILE_REQUESTS = deep ? '20000' : '600', MAILWRIGHT_HOSTILE_SEED } = process.env;
const count = Number(MAILWRIGHT_HOSTILE_REQUESTS);
const seed = Number(MAILWRIGHT_HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));
const atOnce = 4;
/** Requests after which the attacker signs in again, because some of them end sessions. */
const turn = 40;

const [database] = usualDatabases();
const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
let service: TestService;
let rows: Row[];
let prepared: Awaited<ReturnType<typeof prepare>>;
let before: Awaited<ReturnType<typeof dump>>;

beforeAll(async () => {
  const watched = watchRoutes();
  service = await startTestService(
    await database!.open(),
    undefined,
    {},
    {
      inputsWatched: false,
      eventKeys,
      // Each request comes from another address, or the limits of one would refuse most of them.
      trustsHop: readTrust('1')!,
      metricsToken: 'only-for-the-watchers',
      ask: async (url) => {
        const status = url.startsWith(amazon) ? 200 : 404;
        return { status, headers: {}, body: Buffer.from(certificate.cert), url, redirects: 0, millis: 0 };
      },
    },
  );
  prepared = await prepare(service, findRows(watched.end()), async (call) => (await send(service, agent, call))!);
  ({ rows } = prepared);
  before = await unchangeable();
});
afterAll(async () => {
  agent.destroy();
  await service?.close();
});

/** Rows of the other account; the last use of a key is noted later. */
async function unchangeable() {
  const { api_key: _, ...rest } = await dump(prepared.other);
  return rest;
}

test('the rows are all kinds of doors', () => {
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  expect([...kinds.keys()].sort()).toEqual(['console', 'events', 'page', 'tools']);
  expect(kinds.get('console')!.length).toBeGreaterThan(100);
  expect(kinds.get('tools')!.filter(({ tool }) => tool !== undefined).length).toBeGreaterThan(3);
});

test('a real path of every public address was found', () => {
  const paths = [...prepared.attacker.found.paths].map((path) => path.split('?')[0]!);
  const isOfApi = ({ name }: Row) => name.endsWith('/*');
  const missing = rows.filter(
    (row) => row.kind === 'page' && !isOfApi(row) && !paths.some((path) => row.pattern.test(path)),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test(`seed ${seed}: no failure, nothing of the inside, strict headers`, { timeout: 24 * 3_600_000 }, async () => {
  const random = randomOf(seed);
  const { attacker, enterAgain } = prepared;
  const statuses = new Map<string, Map<number, number>>();
  const ofKinds = [...Map.groupBy(rows, ({ kind }) => kind).values()];
  const answered = new Set<Row>();
  const faults: string[] = [];
  let sent = 0;
  let told = service.log.length;
  const tell = (fault: string) => {
    faults.push(fault);
    console.log(fault, service.log.slice(told).filter(isFailure));
    told = service.log.length;
  };
  const work = async () => {
    while (sent < Math.max(count, rows.length)) {
      // Each row once, then each kind as often as the others, though the console has most rows.
      const row = rows[sent] ?? pick(random, pick(random, ofKinds));
      if (sent++ % turn === 0) await enterAgain();
      const call = doorRequest(random, row, attacker);
      const answer = await send(service, agent, call);
      if (answer === undefined) continue;
      answered.add(row);
      const ofKind = statuses.get(row.kind) ?? new Map();
      statuses.set(row.kind, ofKind.set(answer.status, (ofKind.get(answer.status) ?? 0) + 1));
      for (const fault of faultsOf(row, answer))
        tell(`${row.name}: ${fault}\n${shown(call)}\n${answer.status} ${answer.body.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  console.log(`seed ${seed}:`, statuses);
  expect(faults).toEqual([]);
  expect(rows.filter((row) => !answered.has(row)).map(({ name }) => name)).toEqual([]);
  for (const [kind, ofKind] of statuses)
    expect(
      [...ofKind.keys()].filter((status) => status < 400),
      `some requests to ${kind} are good`,
    ).not.toEqual([]);
  expect((await prepared.other.client.ping.pingGet()).status).toBe(200);
});

test('nothing of another account has changed, and nothing is a failure in the log', async () => {
  expect(await unchangeable()).toEqual(before);
  expect(Object.values(before).flat().length).toBeGreaterThan(30);
  expect(service.log.filter(isFailure)).toEqual([]);
});

const isFailure = (line: string) => /^Failure|console failed|could not be/.test(line);

const shown = ({ method, path, headers, body }: RawCall) =>
  `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${String(body).slice(0, 1000)}`;
