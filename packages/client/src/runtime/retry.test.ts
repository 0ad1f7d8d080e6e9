import { describe, expect, test } from 'vitest';
import { type Answer, memoryService } from '../../test/support/memory-service.ts';
import { answers, nameXml, operation } from '../../test/support/operations.ts';
import { type CallOptions, call, encodeRaw, type Operation } from './index.ts';

const ok = answers.name();
const down = new TypeError('fetch failed');
const status = (code: number, retryAfter?: string, date?: string) =>
  answers.error(code, 'No.', {
    ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    ...(date === undefined ? {} : { date }),
  });

async function run(given: Answer[], options: CallOptions = {}, traits: Partial<Operation> = {}, body?: unknown) {
  const { connection, clock, seen } = memoryService(given);
  const result = await clock.run(call(connection, operation(traits), { body }, options));
  expect(clock.pending, 'timers left behind').toBe(0);
  return { result, seen, times: seen.map(({ at }) => at) };
}

// Chance is 0.5: the pauses are half of 500, 1000, 2000, 4000, 8000, 8000 ms.
test.each<[string, Answer[], CallOptions, number[], number]>([
  ['success at once', [ok], {}, [0], 200],
  ['429', [status(429), ok], {}, [0, 250], 200],
  ['502', [status(502), ok], {}, [0, 250], 200],
  ['503', [status(503), ok], {}, [0, 250], 200],
  ['504', [status(504), ok], {}, [0, 250], 200],
  ['no connection', [down, ok], {}, [0, 250], 200],
  ['no answer in time', ['silence', ok], { timeout: 1000 }, [0, 1250], 200],
  ['twice, by default', [status(503), down, status(502), ok], {}, [0, 250, 750], 502],
  ['more often', [status(503)], { retries: 6 }, [0, 250, 750, 1750, 3750, 7750, 11750], 503],
  ['not at all', [status(503)], { retries: 0 }, [0], 503],
  ['400 is final', [status(400)], {}, [0], 400],
  ['404 is final', [status(404)], {}, [0], 404],
  ['409 is final', [status(409)], {}, [0], 409],
  ['409 even with Retry-After', [status(409, '1')], {}, [0], 409],
  ['409, while the same key still runs', [status(409, '1'), ok], { idempotencyKey: 'k' }, [0, 1000], 200],
  ['409 for a key, for good', [status(409)], { idempotencyKey: 'k' }, [0], 409],
  ['423 is final', [status(423)], {}, [0], 423],
  ['500 is final', [status(500)], {}, [0], 500],
  ['501 is final', [status(501)], {}, [0], 501],
  ['an answer that cannot be read is final', [new Response('<', { status: 200 })], {}, [0], 0],
  ['Retry-After in seconds', [status(429, '7'), ok], {}, [0, 7000], 200],
  ['Retry-After 0', [status(429, '0'), ok], {}, [0, 0], 200],
  ['Retry-After as a date', [status(503, 'Wed, 01 Jan 2031 00:00:09 GMT'), ok], {}, [0, 9000], 200],
  ['Retry-After in the past', [status(503, 'Wed, 01 Jan 2020 00:00:00 GMT'), ok], {}, [0, 0], 200],
  [
    'Retry-After by the clock of a service that is an hour late',
    [status(503, 'Tue, 31 Dec 2030 23:00:09 GMT', 'Tue, 31 Dec 2030 23:00:00 GMT'), ok],
    {},
    [0, 9000],
    200,
  ],
  [
    'Retry-After by the clock of a service that is a year early',
    [status(503, 'Thu, 01 Jan 2032 00:00:09 GMT', 'Thu, 01 Jan 2032 00:00:00 GMT'), ok],
    {},
    [0, 9000],
    200,
  ],
  [
    'Retry-After beside a Date without sense',
    [status(503, 'Wed, 01 Jan 2031 00:00:09 GMT', '?'), ok],
    {},
    [0, 9000],
    200,
  ],
  ...['soon', 'soon 5', '-5', '1.5', '5 s', 'Wed, 99 Jan 2031 00:00:09 GMT'].map(
    (value): [string, Answer[], CallOptions, number[], number] => [
      `Retry-After without sense: ${value}`,
      [status(503, value), ok],
      {},
      [0, 250],
      200,
    ],
  ),
  ['Retry-After behind the deadline', [status(503, '3600'), ok], {}, [0], 503],
  ['a deadline of its own', [status(503), status(503), ok], { deadline: 700 }, [0, 250], 503],
  ['timeouts of all attempts are the deadline', ['silence'], { timeout: 1000 }, [0, 1250, 2750], 0],
])('%s', async (_, given, options, times, wanted) => {
  const { result, times: seen } = await run(given, options);
  expect({ times: seen, status: result.status }).toEqual({ times, status: wanted });
});

describe('an operation that is', () => {
  test.each<[string, Partial<Operation>, number]>([
    ['safe', { retry: 'safe' }, 3],
    ['idempotent', { retry: 'idempotent', method: 'POST' }, 3],
    ['neither', { retry: 'never', method: 'POST' }, 1],
  ])('%s is sent so often: %#', async (_, traits, wanted) => {
    for (const given of [down, status(429), status(503)]) {
      expect((await run([given], {}, traits)).seen).toHaveLength(wanted);
    }
  });
});

test('every attempt has the same idempotency key, and calls have different ones', async () => {
  const traits = { method: 'POST', retry: 'idempotent' } as const;
  const keys = async () => (await run([down], {}, traits)).seen.map(({ headers }) => headers['idempotency-key']);
  const [first, second] = [await keys(), await keys()];
  expect(first).toHaveLength(3);
  expect(new Set(first).size).toBe(1);
  expect(first[0]).not.toBe(second[0]);
});

test('the body is encoded anew for each attempt', async () => {
  let encoded = 0;
  const content = { ...nameXml, encode: () => `<name>${++encoded}</name>` };
  const { seen } = await run([down], {}, { method: 'PUT', bodies: [content] }, 'A');
  expect(seen.map(({ body }) => body)).toEqual(['<name>1</name>', '<name>2</name>', '<name>3</name>']);
});

test('a call with a stream is sent once: the stream is gone', async () => {
  const traits = { method: 'PUT', bodies: [{ type: '*/*', encode: encodeRaw }] };
  const { seen } = await run([status(503)], {}, traits, new Blob(['abc']).stream());
  expect(seen.map(({ body }) => body)).toEqual(['abc']);
});

test('a call with a blob is repeated: it can be read again', async () => {
  const traits = { method: 'PUT', bodies: [{ type: '*/*', encode: encodeRaw }] };
  const { seen } = await run([down, ok], {}, traits, new Blob(['abc']));
  expect(seen.map(({ body }) => body)).toEqual(['abc', 'abc']);
});

test('a timeout says how long it waited', async () => {
  const { result } = await run(['silence'], { timeout: 1000, retries: 0 });
  expect(result).toMatchObject({ status: 0, error: { name: 'TimeoutError', message: 'No answer within 1000 ms' } });
});

test.each<[string, Operation['timeout'], CallOptions, number]>([
  ['of the operation', 5000, { retries: 0 }, 5000],
  ['of the call', 5000, { retries: 0, timeout: 70 }, 70],
  ['cut by the deadline', 5000, { deadline: 40 }, 40],
])('timeout %s', async (_, timeout, options, wanted) => {
  const { connection, clock } = memoryService(['silence']);
  await clock.run(call(connection, operation({ timeout }), {}, options));
  expect(clock.elapsed).toBe(wanted);
});

describe('a signal', () => {
  test('that is aborted already sends nothing', async () => {
    const { result, seen } = await run([ok], { signal: AbortSignal.abort('enough') });
    expect(result).toMatchObject({ status: 0, error: { name: 'AbortedError', cause: 'enough' } });
    expect(seen).toEqual([]);
  });

  test('ends an attempt', async () => {
    const stop = new AbortController();
    const { connection, clock } = memoryService(['silence']);
    const result = call(connection, operation(), {}, { signal: stop.signal });
    stop.abort();
    expect(await result).toMatchObject({ status: 0, error: { name: 'AbortedError' } });
    expect(clock).toMatchObject({ pending: 0, elapsed: 0 });
  });

  test('ends a pause', async () => {
    const stop = new AbortController();
    const { connection, clock, seen } = memoryService([status(503, '60'), ok]);
    clock.after(1000, () => stop.abort());
    const result = await clock.run(call(connection, operation(), {}, { signal: stop.signal }));
    expect(result).toMatchObject({ status: 0, error: { name: 'AbortedError' } });
    expect(seen).toHaveLength(1);
    expect(clock).toMatchObject({ pending: 0, elapsed: 1000 });
  });
});
