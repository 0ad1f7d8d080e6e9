import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { generatedTypeErrors } from './support/type-errors.ts';

/** Date-times of JSON as objects, at both ends. */

const time = '{ type: string, format: date-time }';
const json = (name: string) => `content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } }`;
const description = describeApi(`
paths:
  /events:
    post:
      operationId: plan
      parameters: [{ name: after, in: query, schema: ${time} }]
      requestBody: { required: true, ${json('Event')} }
      responses: { 200: { description: d, ${json('Event')} } }
  /lines:
    get: { operationId: lines, responses: { 200: { description: d, content: { application/x-ndjson: { itemSchema: { $ref: '#/components/schemas/Event' } } } } } }
  /forms:
    post: { operationId: fill, requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { at: ${time} } } } } }, responses: { 204: { description: d } } }
components:
  schemas:
    Time: ${time}
    Event: { type: object, required: [at], properties: { at: ${time}, end: { type: [string, 'null'], format: date-time }, days: { type: array, items: { $ref: '#/components/schemas/Time' } }, next: { $ref: '#/components/schemas/Event' }, day: { type: string, format: date }, when: { anyOf: [${time}, { type: string, enum: [never] }] }, count: { type: integer, format: int64 } } }`);

let pair: Pair;
let instants: Pair;
beforeAll(async () => {
  const document = { ...description, openapi: '3.2.0' };
  pair = await pairOf('json-times', document, { values: ['date-time=Date', 'int64=bigint'] });
  instants = await pairOf('json-instants', document, { values: ['date-time=Temporal.Instant'] });
});
afterAll(async () => {
  await pair?.remove();
  await instants?.remove();
});

const at = new Date('2031-03-01T08:00:00.125Z');
const EVENT = { at, end: null, days: [at], next: { at }, day: '2031-03-01', when: 'never', count: 2n ** 60n };

test('Dates come through, with bigints beside them', async () => {
  pair.answer = { ...EVENT, when: at };
  const { data, error } = await pair.client.plan!({ body: EVENT, after: '2031-03-01T08:00:00Z' });
  expect(error).toBeUndefined();
  expect(data).toEqual(pair.answer);
  expect(pair.received()).toEqual({ body: EVENT, after: '2031-03-01T08:00:00Z' });
  expect(await pair.last().text()).toContain('"at":"2031-03-01T08:00:00.125Z","end":null');
});

test('instants of Temporal come through, to the nanosecond', async () => {
  const { Temporal } = globalThis as unknown as { Temporal: { Instant: { from(text: string): unknown } } };
  const instant = Temporal.Instant.from('2031-03-01T08:00:00.123456789Z');
  instants.answer = { at: instant };
  const { data } = await instants.client.plan!({ body: { at: instant } });
  expect([String(data.at), String((instants.received() as typeof data).body.at)]).toEqual([
    '2031-03-01T08:00:00.123456789Z',
    '2031-03-01T08:00:00.123456789Z',
  ]);
});

describe('what is none', () => {
  const post = (body: string) => pair.ask('POST /events', { body, headers: { 'content-type': 'application/json' } });

  test.each([
    ['{"at":"2031-02-30T08:00:00Z"}', /at must be a Date but was 2031-02-30T08:00:00Z/],
    ['{"at":"2031-03-01"}', /at must be a Date/],
    ['{"at":1930118400}', /at must be a Date/],
    ['{"at":"2031-03-01T08:00:00Z","when":"later"}', /when/],
  ])('%s is refused by the stub', async (body, message) => {
    expect(await post(body)).toMatchObject({ status: 400, text: expect.stringMatching(message) });
  });

  test('is refused by the client', async () => {
    const { error } = await pair.client.plan!({ body: { at: new Date(Number.NaN) } });
    expect(error).toMatchObject({ name: 'InputError', message: expect.stringMatching(/at must be a valid Date/) });
  });

  test('is never answered as null', async () => {
    pair.answer = { at, next: { at: new Date(Number.NaN) } };
    expect((await post('{"at":"2031-03-01T08:00:00Z"}')).status).toBe(500);
  });
});

test('items of a sequence have them, and fields of forms stay texts', async () => {
  pair.answer = [{ at }];
  const items: unknown[] = [];
  for await (const item of (await pair.client.lines!()).data) items.push(item);
  expect(items).toEqual([{ at }]);
  await pair.client.fill!({ body: { at: '2031-03-01T08:00:00Z' } });
  expect(pair.received()).toEqual({ body: { at: '2031-03-01T08:00:00Z' } });
});

test('by types', async () => {
  const use = `import { createClient } from './client/index.ts';
const api = createClient({ baseUrl: 'http://a' }).default;
const event = await api.plan({ body: { at: new Date() }, after: 'x' }).orThrow();
event.at satisfies Date;
// @ts-expect-error a text is none
void api.plan({ body: { at: '2031-03-01T08:00:00Z' } });
export {};
`;
  expect(await generatedTypeErrors(pair.folder, use)).toEqual([]);
});
