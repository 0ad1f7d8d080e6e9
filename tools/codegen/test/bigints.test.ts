import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';
import { typeErrors } from './support/type-errors.ts';

const ID = '{ type: integer, format: int64 }';
const OPERATION = `
      parameters:
        - { name: id, in: path, required: true, schema: ${ID} }
        - { name: ids, in: query, schema: { type: array, items: ${ID} } }
        - { name: since, in: query, schema: { type: integer, format: int64, minimum: 5, default: 7 } }
        - { name: X-Id, in: header, schema: { $ref: '#/components/schemas/Id' } }
        - { name: box, in: query, style: deepObject, schema: { type: object, properties: { low: ${ID} } } }`;
const description = describeApi(`
paths:
  /sales/{id}:
    post:
      operationId: sell${OPERATION}
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Sale' } } } }
      responses: { 200: { description: d, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Sale' } } } } } }
  /forms:
    post:
      operationId: fill
      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, properties: { id: ${ID} } } } } }
      responses: { 200: { description: d } }
components:
  schemas:
    Id: ${ID}
    Sale:
      type: object
      required: [id]
      properties:
        id: { type: integer, format: int64, maximum: 9300000000000000000 }
        old: { type: [integer, 'null'], format: int64 }
        count: { type: integer }
        part: { oneOf: [{ $ref: '#/components/schemas/Sale' }, { type: string }] }
        more: { type: object, additionalProperties: { $ref: '#/components/schemas/Id' } }`);

let pair: Pair;
beforeAll(async () => {
  pair = await pairOf('bigints', description, { values: ['int64=bigint'] });
});
afterAll(() => pair?.remove());

const BIG = 9007199254740993n;
const json = (body: string) => ({ headers: { 'Content-Type': 'application/json' }, body });

test('bigints are exact in bodies and parameters, at both ends', async () => {
  const sale = { id: BIG, old: null, count: 7, part: { id: -BIG, old: 1n }, more: { a: BIG } };
  pair.answer = [sale, { id: 0n, part: 'x' }];
  const input = { id: BIG, ids: [BIG, 1n], since: BIG, 'X-Id': BIG, box: { low: BIG }, body: sale };
  const { data, error } = await pair.client.sell!(input);
  expect(error).toBeUndefined();
  expect(data).toEqual(pair.answer);
  expect(pair.received()).toMatchObject(input);
  expect(pair.last().url).toContain(`/sales/${BIG}?ids=${BIG}&ids=1&since=${BIG}`);
});

test('the least and the greatest of 64 bits', async () => {
  for (const id of [-(2n ** 63n), 2n ** 63n - 1n]) {
    expect((await pair.client.sell!({ id, since: 5n, body: { id } })).error).toBeUndefined();
    expect(pair.received()).toMatchObject({ id, body: { id } });
  }
});

test('a form, and a default', async () => {
  await pair.client.fill!({ body: { id: BIG } });
  expect(pair.received()).toMatchObject({ body: { id: BIG } });
  pair.answer = [];
  expect(await pair.ask('POST /sales/1', json('{"id":1}'))).toMatchObject({
    received: { since: 7n, body: { id: 1n } },
  });
});

test.each<[target: string, body: string, message: string]>([
  ['/sales/1', `{"id":1,"count":${BIG}}`, `body must not hold the number ${BIG}, which would be rounded`],
  ['/sales/1', '{"id":"1"}', 'id must be an integer (format int64) (maximum 9300000000000000000) but was 1'],
  ['/sales/1', '{"id":1.5}', 'id must be an integer'],
  ['/sales/1', '{"id":null}', 'id must be an integer'],
  ['/sales/1', '{"id":9300000000000000001000}', 'id must be an integer (format int64) (maximum 9300000000000000000)'],
  ['/sales/1', '{"id":9223372036854775808}', 'id must be an integer (format int64)'],
  ['/sales/1', '{"id":1,"old":-9223372036854775809}', 'id must be an integer (format int64)'.replace('id', 'old')],
  ['/sales/9223372036854775808', '{"id":1}', 'id must be an integer (format int64)'],
  ['/sales/1.5', '{"id":1}', 'id must be an integer but was 1.5'],
  ['/sales/1?since=4', '{"id":1}', 'since must be an integer (format int64) (minimum 5) but was 4'],
])('%s %s is refused', async (target, body, message) => {
  const { status, text } = await pair.ask(`POST ${target}`, json(body));
  expect([status, text]).toEqual([400, expect.stringContaining(message)]);
});

test('the generated code type-checks, and takes bigints only', async () => {
  const names = (await readdir(pair.folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(pair.folder, name), 'utf8')] as const)),
  );
  const use = (id: string) =>
    `import { createClient } from './client/index.ts';\nvoid createClient({ baseUrl: 'http://a' }).default.sell({ id: ${id}, since: ${id}, body: { id: ${id} } });\n`;
  expect(typeErrors(texts.set('use.ts', use('1n')), pair.folder)).toEqual([]);
  expect(typeErrors(texts.set('use.ts', use('1')), pair.folder).length).toBeGreaterThan(0);
});

test('without being asked for they are refused, not rounded', async () => {
  const plain = await pairOf('no-bigints', description);
  expect(await plain.ask('POST /sales/1', json(`{"id":${BIG}}`))).toMatchObject({ status: 400 });
  expect(await plain.ask(`POST /sales/${BIG}`, json('{"id":1}'))).toMatchObject({ status: 400 });
  await plain.remove();
});
