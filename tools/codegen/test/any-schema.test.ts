import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DescriptionError, type Problem } from '../src/common/errors.ts';
import { ALL_PARTS, type Files, generateFiles } from '../src/generate.ts';
import type { OpenApiDocument } from '../src/model/model.ts';
import { anyDescription, SCHEMAS } from './support/any-schema.ts';
import { describeApi } from './support/describe.ts';
import { typeErrors } from './support/type-errors.ts';

/** Schemas of a batch. */
const COUNT = process.env.MAILWRIGHT_DEEP === '1' ? 500 : 300;
const firstSeed = Number(process.env.SEED ?? Date.now() & 0xffff_ffff);
/** One for each batch; the deep tier tries 10,000 schemas. */
const seeds = Array.from({ length: process.env.MAILWRIGHT_DEEP === '1' ? 20 : 1 }, (_, batch) => firstSeed + batch);

const folder = await mkdtemp(path.join(tmpdir(), 'mailwright-any-'));
afterAll(() => rm(folder, { recursive: true }));

/** What is generated, or the error that tells why nothing is. */
async function generated(document: OpenApiDocument): Promise<Files | DescriptionError> {
  const input = path.join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(document));
  const told: Problem[] = [];
  try {
    return await generateFiles({
      input,
      parts: ALL_PARTS,
      skip: (each) => told.push(each),
    });
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    told.push(...error.problems);
    return error;
  } finally {
    expect(told.filter(({ pointer, message }) => !pointer.startsWith('#/') || message === '')).toEqual([]);
  }
}

test.each(seeds)(`any ${COUNT} schemas are generated or refused, never a crash (seed %d)`, async (seed) => {
  console.log(`The schemas of this run are those of seed ${seed}.`);
  const property = fc.asyncProperty(anyDescription, async (document) => void (await generated(document)));
  await fc.assert(property, { numRuns: Math.ceil(COUNT / SCHEMAS), seed, endOnFailure: true });
});

test.each(seeds)('what is generated of any schemas type-checks (seed %d)', async (seed) => {
  const all: Files = new Map();
  const documents = fc.sample(anyDescription, { numRuns: Math.ceil(COUNT / SCHEMAS / 5), seed });
  for (const [index, document] of documents.entries()) {
    const files = await generated(document);
    if (files instanceof Map) for (const [name, text] of files) all.set(`${index}/${name}`, text);
  }
  expect(all.size).toBeGreaterThan(0);
  expect(typeErrors(all)).toEqual([]);
});

/** One operation answers the component `A`. */
const PATHS = `
paths:
  /a:
    get:
      security: []
      responses: { 200: { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } }
`;

const ROWS: [string, string][] = [
  [
    'a list that nothing matches',
    `components: { schemas: { A: { type: array, items: { type: string }, allOf: [false] } } }`,
  ],
  ['objects in an enumeration', `components: { schemas: { A: { enum: [{ a: [1] }, text, null] } } }`],
  ['a schema with the name of a constant of another', 'components: { schemas: { A: {}, ASchema: {}, zA: {} } }'],
  [
    'a member with the name of a helper',
    'components: { schemas: { A: { properties: { pattern: {}, isUnique: {} } } } }',
  ],
  [
    'a member with the name of a keyword, which contains itself',
    `components: { schemas: { A: { properties: { pattern: { anyOf: [{ $ref: '#/components/schemas/A' }, { type: 'null' }] } } } } }`,
  ],
  [
    'a common key that no operation needs',
    'security: [{ key: [] }]\ncomponents: { securitySchemes: { key: { type: apiKey, in: query, name: k } }, schemas: { A: {} } }',
  ],
  ['nothing but errors', 'paths: { /a: { get: { responses: { 400: { description: d } } } } }'],
];

test('odd descriptions type-check', async () => {
  const all: Files = new Map();
  for (const [index, [, text]] of ROWS.entries()) {
    const files = await generated(describeApi(text.includes('paths:') ? text : PATHS + text));
    for (const [name, content] of files as Files) all.set(`${index}/${name}`, content);
  }
  expect(typeErrors(all).map((error) => error.replace(/^\d+/, (index) => ROWS[Number(index)]![0]))).toEqual([]);
});
