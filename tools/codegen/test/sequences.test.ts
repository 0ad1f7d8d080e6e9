import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createDispatcher, nodeListener } from '@mailwright/server-runtime';
import { EventSource } from 'eventsource';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { typeErrors } from './support/type-errors.ts';

const LINES = '{ application/x-ndjson: { schema: { $ref: "#/components/schemas/Row" } } }';

let pair: Pair;
let server: Server;
let baseUrl: string;
/** What the handlers of the server answer, and what they received. */
let answer: () => unknown;
let received: unknown[];
// biome-ignore lint/suspicious/noExplicitAny: the client is generated while the test runs
let client: Record<string, (input?: object, options?: object) => any>;

beforeAll(async () => {
  const document = describeApi(`
paths:
  /rows:
    get: { operationId: getRows, responses: { 200: { description: d, content: ${LINES} } } }
    post: { operationId: sendRows, requestBody: { required: true, content: ${LINES} }, responses: { 200: { description: d, content: { text/plain: {} } } } }
  /records:
    get: { operationId: getRecords, responses: { 200: { description: d, content: { application/json-seq: { itemSchema: { $ref: "#/components/schemas/Row" } } } } } }
    post: { operationId: sendRecords, requestBody: { content: { application/json-seq: { schema: { type: array, items: { $ref: "#/components/schemas/Row" } } } } }, responses: { 200: { description: d, content: { text/plain: {} } } } }
  /rows-as-events:
    get: { operationId: getRowEvents, responses: { 200: { description: d, content: { text/event-stream: { schema: { $ref: "#/components/schemas/Row" } } } } } }
  /texts:
    get: { operationId: getTexts, responses: { 200: { description: d, content: { text/event-stream: {} } } } }
  /events:
    get: { operationId: getEvents, responses: { 200: { description: d, content: { text/event-stream: { itemSchema: { $ref: "#/components/schemas/Event" } } } } } }
components:
  schemas:
    Row: { type: object, required: [id], properties: { id: { type: integer, format: int64 }, name: { type: string, maxLength: 5 } } }
    Event: { type: object, required: [event], properties: { event: { type: string }, data: { type: string } }, oneOf: [{ properties: { event: { const: note }, data: { maxLength: 5 } } }, { required: [data], properties: { event: { const: row }, data: { contentMediaType: application/json, contentSchema: { $ref: "#/components/schemas/Row" } } } }] }`);
  pair = await pairOf('sequences', { ...document, openapi: '3.2.0' }, { values: ['int64=bigint'] });
  const { implement } = await import(/* @vite-ignore */ pathToFileURL(path.join(pair.folder, 'server/index.ts')).href);
  const take = async ({ body }: { body: AsyncIterable<unknown> }) => {
    for await (const row of body) received.push(row);
    return `${received.length}`;
  };
  const handlers = { sendRows: take, sendRecords: take };
  const others = ['getRows', 'getRecords', 'getRowEvents', 'getTexts', 'getEvents'].map((id) => [id, () => answer()]);
  const implemented = implement({ ...Object.fromEntries(others), ...handlers });
  const dispatch = createDispatcher(implemented, { requireHttps: false, validateResponses: true, maxBody: 100_000 });
  server = createServer(nodeListener(dispatch)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = pair.createClient({ baseUrl, retries: 0 }).default;
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await pair?.remove();
});

async function all(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('the generated code type-checks, and items have types', async () => {
  const names = (await readdir(pair.folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(pair.folder, name), 'utf8')] as const)),
  );
  const use = (statement: string) =>
    typeErrors(
      texts.set(
        'use.ts',
        `import { createClient } from './client/index.ts';\nconst api = createClient({ baseUrl: 'http://a' }).default;\n${statement}\nexport {};\n`,
      ),
      pair.folder,
    );
  const right = `for await (const row of await api.getRows().orThrow()) row.id satisfies bigint;
for await (const { event, data } of await api.getEvents().orThrow()) if (event === 'row') data.id satisfies bigint; else data satisfies string | undefined;
void api.sendRows({ body: [{ id: 1n }] });`;
  expect(use(right)).toEqual([]);
  expect(use(`void api.sendRows({ body: [{ id: 'a' }] });`)).toHaveLength(1);
});

const ROWS = [{ id: 2n ** 60n, name: 'ü' }, { id: 2n }];

describe('items come through', () => {
  test.each(['getRows', 'getRecords'])('%s', async (operation) => {
    answer = () => ROWS;
    const { data, status } = await client[operation]!();
    expect([status, await all(data)]).toEqual([200, ROWS]);
  });

  test.each(['sendRows', 'sendRecords'])('%s', async (operation) => {
    const { data, error } = await client[operation]!({
      body: (async function* () {
        yield* ROWS;
      })(),
    });
    expect([error, data, received]).toEqual([undefined, '2', ROWS]);
  });

  test('events of one kind, of several kinds, and of text', async () => {
    answer = () => [
      { data: ROWS[0], id: '1', retry: 5 },
      { data: ROWS[1], event: 'more' },
    ];
    expect(await all((await client.getRowEvents!()).data)).toEqual([
      { data: ROWS[0], id: '1', retry: 5 },
      { data: ROWS[1], event: 'more', id: '1' },
    ]);
    answer = () => [
      { event: 'note', data: 'a\nb' },
      { event: 'row', data: ROWS[0] },
    ];
    expect(await all((await client.getEvents!()).data)).toEqual(answer());
    answer = () => [{ data: '' }, { data: ' a\n\nb:' }];
    expect(await all((await client.getTexts!()).data)).toEqual(answer());
  });
});

describe('programs of others', () => {
  test('curl sends and reads lines', async () => {
    answer = () => ROWS;
    const run = promisify(execFile);
    const { stdout } = await run('curl', ['-sS', `${baseUrl}/rows`]);
    expect(stdout).toBe('{"id":1152921504606846976,"name":"ü"}\n{"id":2}\n');
    const sent = [
      '-sS',
      '-H',
      'Content-Type: application/x-ndjson',
      '--data-binary',
      '{"id":1}\r\n\n{"id":2}',
      `${baseUrl}/rows`,
    ];
    expect((await run('curl', sent)).stdout).toBe('2');
    expect(received).toEqual([{ id: 1n }, { id: 2n }]);
  });

  test('an EventSource receives events, and closing it ends the handler', async () => {
    const ended = Promise.withResolvers<void>();
    answer = async function* () {
      try {
        for (let id = 1n; ; id++) yield { data: { id }, id: String(id) };
      } finally {
        ended.resolve();
      }
    };
    const source = new EventSource(`${baseUrl}/rows-as-events`);
    const { data, lastEventId } = await new Promise<MessageEvent>((resolve, reject) => {
      source.onmessage = resolve;
      source.onerror = reject;
    });
    source.close();
    expect([data, lastEventId]).toEqual(['{"id":1}', '1']);
    await ended.promise;
  });

  test('a client that goes away ends the handler', async () => {
    const ended = Promise.withResolvers<void>();
    answer = async function* () {
      try {
        for (;;) yield ROWS[0];
      } finally {
        ended.resolve();
      }
    };
    const curl = spawn('curl', ['-sSN', `${baseUrl}/rows`]);
    await once(curl.stdout, 'data');
    curl.kill();
    await ended.promise;
  });

  test.each([
    ['a line that is no JSON', '{"id":1}\n{"id"', /body\[1\].*JSON/],
    ['an item that the schema refuses', '{"id":1}\n{"id":2}\n{"name":"a"}', /body\[2\]: id is required/],
    ['bytes that are no text', new Uint8Array([34, 255, 34]), /UTF-8/],
  ])('%s is a 400', async (_, body, message) => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const response = await fetch(`${baseUrl}/rows`, { method: 'POST', body, headers });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(message);
  });

  test('a body without end is refused at its limit', async () => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const body = `{"id":1,"name":"${'a'.repeat(200_000)}"}`;
    expect((await fetch(`${baseUrl}/rows`, { method: 'POST', body, headers })).status).toBe(413);
  });
});

describe('the client', () => {
  /** A client of a service that somebody else wrote. */
  const against = (body: ConstructorParameters<typeof Response>[0], type = 'text/event-stream') =>
    pair.createClient({
      baseUrl: 'http://a',
      fetch: async () => new Response(body, { headers: { 'content-type': type } }),
    }).default;

  test.each<[string, unknown[]]>([
    ['﻿data: a\n\n', [{ data: 'a' }]],
    ['data:a\rdata\rdata: b\r\r', [{ data: 'a\n\nb' }]],
    [': comment\r\nevent: e\r\nid\r\nretry: x\r\ndata: a\r\n\r\n', [{ event: 'e', id: '', data: 'a' }]],
    ['event: nothing\n\ndata: a\n\ndata: unfinished', [{ data: 'a' }]],
  ])('reads %j as the HTML standard says', async (body, events) => {
    expect(await all((await against(body).getTexts()).data)).toEqual(events);
  });

  test('leaving the loop closes the connection, and no more is read than is taken', async () => {
    let pulled = 0;
    const canceled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => controller.enqueue(new TextEncoder().encode(`{"id":${pulled++}}\n`)),
        cancel: () => canceled.resolve(),
      },
      { highWaterMark: 0 },
    );
    const { data } = await against(body, 'application/x-ndjson').getRows();
    for await (const row of data) if (row.id === 2n) break;
    await canceled.promise;
    expect(pulled).toBe(3);
  });

  test('a signal ends the items with an AbortedError', async () => {
    answer = async function* () {
      for (;;) yield ROWS[0];
    };
    const abort = new AbortController();
    const { data } = await client.getRows!({}, { signal: abort.signal });
    const items = data[Symbol.asyncIterator]();
    await items.next();
    abort.abort();
    await expect(
      (async () => {
        for (;;) await items.next();
      })(),
    ).rejects.toMatchObject({ name: 'AbortedError' });
  });

  test.each([
    ['data: {"id":\n\n', 'getRowEvents', 'DecodeError', /JSON/],
    [`data: ${'a'.repeat(101)}\n\n`, 'getTexts', 'DecodeError', /more than 100 bytes/],
    [`${'data: aaaaaaaaaaaaaaaa\n'.repeat(9)}\n`, 'getTexts', 'DecodeError', /more than 100 bytes/],
  ])('%j throws', async (body, operation, name, message) => {
    const { data } = await against(body)[operation]({}, { maxItem: 100 });
    await expect(all(data)).rejects.toMatchObject({ name, message: expect.stringMatching(message) });
  });

  test('a last event [DONE] ends the events, and one without data is none', async () => {
    const body = 'data: {"id":1}\n\ndata:\n\n: still there\n\ndata: {"id":2}\n\ndata: [DONE]\n\ndata: {"id":3}\n\n';
    const found = (await all((await against(body).getRowEvents()).data)) as { data: unknown }[];
    expect(found.map(({ data }) => data)).toEqual([{ id: 1n }, { id: 2n }]);
    expect(await all((await against('data: [DONE]\n\n').getTexts()).data)).toEqual([{ data: '[DONE]' }]);
  });

  test('what a service says of an error is in the message', async () => {
    const { data } = await against('data: {"id":1}\n\nevent: error\ndata: out of credit\n\n').getRowEvents();
    const message = expect.stringContaining('the service sent the event "error": out of credit');
    await expect(all(data)).rejects.toMatchObject({ name: 'DecodeError', message });
  });

  describe('goes on with the event after the last one', () => {
    /** A service with an answer for each request: the text of events, then the end or a broken connection. */
    const service = (...answers: (Response | [events: string, end: 'ends' | 'breaks'])[]) => {
      const asked: (string | null)[] = [];
      const waits: number[] = [];
      const api = pair.createClient({
        baseUrl: 'http://a',
        retries: 0,
        clock: {
          now: () => 0,
          random: () => 0,
          after(milliseconds: number, act: () => void) {
            // The timeout of an attempt never passes; pauses pass at once.
            if (milliseconds >= 30_000) return () => {};
            waits.push(milliseconds);
            queueMicrotask(act);
            return () => {};
          },
        },
        async fetch(request: Request) {
          asked.push(request.headers.get('last-event-id'));
          const next = answers.shift() ?? Response.error();
          if (next instanceof Response) return next;
          const [events, end] = next;
          const body = new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode(events)),
            pull: (controller) => (end === 'ends' ? controller.close() : controller.error(new Error('reset'))),
          });
          return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
        },
      }).default;
      return { api, asked, waits };
    };
    const ids = async (items: AsyncIterable<unknown>) =>
      ((await all(items)) as { data: { id: bigint } }[]).map(({ data }) => data.id);
    const nothing = () => new Response(null, { status: 204 });

    test('after an end and a break, until the service answers 204', async () => {
      const { api, asked, waits } = service(
        ['id: a\ndata: {"id":1}\n\n', 'breaks'],
        ['retry: 70\ndata: {"id":2}\n\n', 'ends'],
        ['id: c\ndata: {"id":3}\n\n', 'breaks'],
        nothing(),
      );
      expect(await ids((await api.getRowEvents({}, { reconnects: 2 })).data)).toEqual([1n, 2n, 3n]);
      expect(asked).toEqual([null, 'a', 'a', 'c']);
      expect(waits).toEqual([3000, 70, 70]);
    });

    test('until [DONE], and as often in a row as is said', async () => {
      const done = service(['data: {"id":1}\n\ndata: [DONE]\n\n', 'ends'], nothing());
      expect(await ids((await done.api.getRowEvents({}, { reconnects: 2 })).data)).toEqual([1n]);
      expect(done.asked).toHaveLength(1);
      const empty = service(['data: {"id":1}\n\n', 'ends'], ['', 'ends'], ['', 'breaks'], ['', 'ends']);
      const { data } = await empty.api.getRowEvents({}, { reconnects: 2 });
      await expect(ids(data)).rejects.toMatchObject({ name: 'ConnectionError' });
      expect(empty.asked).toHaveLength(3);
    });

    test('only if the caller asks for it, and never after an error', async () => {
      const once = service(['data: {"id":1}\n\n', 'ends'], nothing());
      expect(await ids((await once.api.getRowEvents()).data)).toEqual([1n]);
      expect(once.asked).toHaveLength(1);
      const refused = service(['data: {"id":1}\n\n', 'breaks'], new Response('gone', { status: 410 }));
      const { data } = await refused.api.getRowEvents({}, { reconnects: 9 });
      await expect(ids(data)).rejects.toMatchObject({ status: 410 });
    });
  });

  test('an item that the description forbids closes the connection', async () => {
    answer = () => [{ id: 1n }, { id: 2n, name: 'too long' }];
    const { data } = await client.getRows!();
    await expect(all(data)).rejects.toMatchObject({ name: 'ConnectionError' });
  });
});
