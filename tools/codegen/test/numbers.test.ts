import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { generate } from '../src/generate.ts';
import { describeApi } from './support/describe.ts';
import { type Pair, pairOf } from './support/pair.ts';

/** Numbers as the decimals that they are written as, and those that JSON does not have. */

const description = describeApi(`
paths:
  /prices:
    post:
      operationId: setPrice
      parameters: [{ name: step, in: query, schema: { type: number, multipleOf: 0.05 } }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Price' } } } }
      responses: { 200: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Price' } } } } }
  /pairs:
    post:
      operationId: setPair
      parameters: [{ name: pair, in: query, content: { application/json: { schema: { type: array, items: { type: number } } } } }]
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { price: { $ref: '#/components/schemas/Price' } } } } } }
      responses: { 204: { description: d } }
components:
  schemas:
    Price: { type: object, properties: { amount: { type: number, multipleOf: 0.01 }, dozen: { type: integer, multipleOf: 12 }, note: { type: [string, 'null'] }, rate: { type: [number, 'null'], format: double }, all: { type: array, items: { anyOf: [{ type: number, multipleOf: 0.1 }, { type: boolean }] } } } }`);

const FOLDER = path.join(import.meta.dirname, '../generated/numbers-zod');

let pair: Pair;
let Price: ZodType;
beforeAll(async () => {
  pair = await pairOf('numbers', description);
  await mkdir(FOLDER, { recursive: true });
  const input = path.join(FOLDER, 'api.json');
  await writeFile(input, JSON.stringify(description));
  await generate({ input, output: FOLDER, parts: ['types', 'zod'] });
  ({ zPrice: Price } = await import(/* @vite-ignore */ pathToFileURL(path.join(FOLDER, 'zod/index.ts')).href));
});
afterAll(async () => {
  await pair?.remove();
  await rm(FOLDER, { recursive: true, force: true });
});

const post = (body: string, query = '') =>
  pair.ask(`POST /prices${query}`, { body, headers: { 'content-type': 'application/json' } });

describe('a multiple', () => {
  test.each([
    ['{"amount":19.99}', true],
    ['{"amount":0.07}', true],
    ['{"amount":-4.35}', true],
    ['{"amount":12345678901.23}', true],
    ['{"amount":19.999}', false],
    ['{"amount":0.005}', false],
    ['{"dozen":36}', true],
    ['{"dozen":35}', false],
    ['{"all":[0.3,0.7,true]}', true],
    ['{"all":[0.35]}', false],
  ])('in %s: the stub and Zod say %s', async (body, isRight) => {
    pair.answer = {};
    expect((await post(body)).status).toBe(isRight ? 200 : 400);
    expect(Price.safeParse(JSON.parse(body)).success).toBe(isRight);
  });

  test.each([
    ['?step=0.15', 200],
    ['?step=0.151', 400],
  ])('in the query: %s is answered by %i', async (query, status) => {
    expect((await post('{}', query)).status).toBe(status);
  });
});

describe('what JSON has no number for', () => {
  test.each<[operation: string, input: object, message: RegExp]>([
    ['setPrice', { body: { amount: Number.NaN } }, /amount must be a number of JSON, not NaN/],
    ['setPrice', { body: { rate: -Infinity, note: null } }, /rate must be a number of JSON, not -Infinity/],
    ['setPrice', { body: { all: [1, Infinity] } }, /1 must be a number of JSON, not Infinity/],
    ['setPair', { pair: [Number.NaN, 1] }, /0 must be a number of JSON, not NaN/],
    ['setPair', { body: { price: { amount: Number.NaN } } }, /amount must be a number of JSON/],
  ])('is refused by the client: %s %j', async (operation, input, message) => {
    const { error } = await pair.client[operation]!(input);
    expect(error).toMatchObject({ name: 'InputError', message: expect.stringMatching(message) });
  });

  test('is never answered as null', async () => {
    pair.answer = { rate: Number.NaN };
    expect((await post('{}')).status).toBe(500);
    pair.answer = { rate: null, note: null };
    expect(await post('{}')).toMatchObject({ status: 200, text: '{"rate":null,"note":null}' });
  });
});
