import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { HeaderLines, ReceivedResponse, SentRequest } from '../src/exchange/exchange.ts';
import {
  type Check,
  createService,
  describeCollection,
  describeService,
  respond,
  verifyService,
} from './support/memory.ts';

const text = { type: 'string', minLength: 2, maxLength: 80 };
const uuid = { type: 'string', format: 'uuid' };
const number = { type: 'integer' };
const named = { type: 'object', required: ['name'], properties: { name: text } };
const isText = (value: unknown) => typeof value === 'string' && value.length >= 2 && value.length <= 80;
const checkName: Check = ({ name }) => (isText(name) ? undefined : respond(400));

test('a class of statuses counts once, and promises no 406', async () => {
  const paths = describeCollection('boxes', named, number, { '4XX': { description: 'No.' } });
  const { breaches, report } = await verifyService(describeService(paths), createService({ boxes: checkName }).answer);
  expect(breaches).toEqual([]);
  const statuses = report.operations.map(
    ({ id, statuses: some }) => `${id} ${some.map(({ status }) => status).join()}`,
  );
  expect(statuses).toContain('boxesList 200,4XX');
  expect(statuses).toContain('boxesRemove 204,404,4XX');
});

test('406 is wanted where it is named', async () => {
  const paths = describeCollection('boxes', named, number, { 406: { description: 'No.' } });
  const { breaches } = await verifyService(describeService(paths), createService({ boxes: checkName }).answer);
  expect(breaches).toContain('Wanted 406, got 200');
});

/** A service that answers so many requests, and then 429 until the clock has moved on. */
function limited(
  answer: (request: SentRequest) => ReceivedResponse,
  most: number,
  headers: (now: number) => HeaderLines,
) {
  let time = Date.UTC(2031, 4, 17);
  let since = time;
  let count = 0;
  const waits: number[] = [];
  return {
    waits,
    clock: {
      now: () => time,
      wait: async (milliseconds: number) => {
        waits.push(milliseconds);
        time += milliseconds;
      },
    },
    answer(request: SentRequest): ReceivedResponse {
      if (time - since >= 3_000) {
        since = time;
        count = 0;
      }
      return ++count > most ? respond(429, undefined, headers(time)) : answer(request);
    },
  };
}

test.each<[what: string, headers: (now: number) => HeaderLines, waits: number[]]>([
  ['seconds', () => [['Retry-After', '3']], [3_000]],
  ['a date', (now) => [['Retry-After', new Date(now + 3_000).toUTCString()]], [3_000]],
  ['nothing', () => [], [1_000, 2_000]],
])('a limit of requests that tells %s is waited for', async (_what, headers, waits) => {
  const service = createService({ boxes: checkName });
  const { answer, clock, ...limit } = limited(service.answer, 10, headers);
  const { breaches, left, report } = await verifyService(
    describeService(describeCollection('boxes', named, number)),
    answer,
    { clock },
  );
  expect(breaches).toEqual([]);
  expect(left).toEqual([]);
  expect(service.store.size).toBe(0);
  expect(report.coverage.broken).toBe(0);
  expect(limit.waits.slice(0, waits.length)).toEqual(waits);
});

test('a limit that never ends is a 429', async () => {
  const { answer, clock } = limited(createService({ boxes: checkName }).answer, 10, () => [['Retry-After', '3600']]);
  const { breaches } = await verifyService(describeService(describeCollection('boxes', named, number)), answer, {
    clock,
  });
  expect(breaches).toContain('Status 429 is not documented; the documented statuses are 200, 404');
});

test('things with a code of a pattern, which must be unique, are made again and again', async () => {
  const code = { type: 'string', pattern: '^[A-Z]{2,5}$' };
  const body = { type: 'object', required: ['code'], properties: { code } };
  const { answer } = createService({
    ports: (sent, store) => {
      if (typeof sent.code !== 'string' || !/^[A-Z]{2,5}$/.test(sent.code)) return respond(400);
      return [...store.values()].some((each) => each.code === sent.code) ? respond(409) : undefined;
    },
  });
  const { breaches, untried, report } = await verifyService(
    describeService(describeCollection('ports', body, number)),
    answer,
  );
  expect(breaches).toEqual([]);
  expect(untried).toEqual([]);
  expect(report.operations.find(({ id }) => id === 'portsRead')?.statuses).toMatchObject([
    { state: 'kept' },
    { state: 'kept' },
  ]);
});

test.each([
  ['numbers', number, (count: number) => count],
  ['UUIDs', uuid, () => randomUUID()],
])('a reference by its role is found by trying, ids are %s', async (_what, id, newId) => {
  const essay = {
    type: 'object',
    required: ['name', 'authorId', 'reviewed_by'],
    properties: { name: text, authorId: id, reviewed_by: id },
  };
  const { answer, store } = createService(
    {
      topics: checkName,
      people: checkName,
      essays: (sent, all) => {
        if (!isText(sent.name) || typeof sent.authorId !== (id === number ? 'number' : 'string')) return respond(400);
        const people = [...all].filter(([path]) => path.startsWith('/people/')).map(([, person]) => person.id);
        return [sent.authorId, sent.reviewed_by].every((each) => people.includes(each)) ? undefined : respond(404);
      },
    },
    newId,
  );
  const paths = {
    ...describeCollection('topics', named, id),
    ...describeCollection('people', named, id),
    ...describeCollection('essays', essay, id),
  };
  const { breaches, untried, left, report } = await verifyService(describeService(paths), answer);
  expect(breaches).toEqual([]);
  expect(untried).toEqual([]);
  expect(left).toEqual([]);
  expect(store.size).toBe(0);
  const states = report.operations
    .filter(({ id: name }) => name.startsWith('essays'))
    .flatMap(({ statuses }) => statuses);
  expect(states.filter(({ status, state }) => Number(status) < 300 && state !== 'kept')).toEqual([]);
});

test.each([
  ['numbers', number, (count: number) => count + 1000],
  ['UUIDs', uuid, () => randomUUID()],
])('an optional reference by its role is found by trying, ids are %s', async (_what, id, newId) => {
  const tour = {
    type: 'object',
    required: ['name', 'ownerId'],
    properties: { name: text, ownerId: id, deputyId: id, ticketId: id },
  };
  const whole: object[] = [];
  const { answer, store } = createService(
    {
      harbours: checkName,
      pilots: checkName,
      tours: (sent, all) => {
        if (!isText(sent.name)) return respond(400);
        const pilots = [...all].filter(([path]) => path.startsWith('/pilots/')).map(([, pilot]) => pilot.id);
        if (![sent.ownerId, sent.deputyId ?? sent.ownerId].every((each) => pilots.includes(each))) return respond(404);
        if (sent.deputyId !== undefined && sent.ticketId !== undefined) whole.push(sent);
        return undefined;
      },
    },
    newId,
  );
  const paths = {
    ...describeCollection('harbours', named, id),
    ...describeCollection('pilots', named, id),
    ...describeCollection('tours', tour, id),
  };
  const { breaches, untried, left } = await verifyService(describeService(paths), answer);
  expect([breaches, untried, left, store.size]).toEqual([[], [], [], 0]);
  expect(whole.length).toBeGreaterThan(0);
});

test('405 without Allow is found, and nothing that the service does not describe is called', async () => {
  const { answer } = createService({ boxes: checkName });
  const changed: string[] = [];
  const { warnings } = await verifyService(describeService(describeCollection('boxes', named, number)), (request) => {
    const { pathname } = new URL(request.url);
    // It offers more than it describes.
    if (request.method === 'DELETE' && pathname === '/boxes') changed.push('all');
    if (request.method === 'PATCH' && pathname === '/boxes/1') changed.push('the first');
    const response = answer(request);
    return response.status === 405 ? respond(405) : response;
  });
  expect(warnings).toContain('Status 405 requires the header Allow');
  expect(changed).toEqual([]);
});
