import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DescriptionError, type Problem } from '../src/common/errors.ts';
import { type Files, generateFiles } from '../src/generate.ts';
import type { OpenApiDocument } from '../src/model/model.ts';
import { anyDescription, SCHEMAS } from './support/any-schema.ts';
import { describeApi } from './support/describe.ts';
import { typeErrors } from './support/type-errors.ts';

/** Schemas that are tried; the deep tier tries many more. */
const COUNT = process.env.MAILWRIGHT_DEEP === '1' ? 10_000 : 300;
const seed = Date.now() & 0xffffffff;

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
      parts: ['types', 'codecs', 'client', 'server'],
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

test(`any schemas are generated or refused, never a crash (${COUNT} schemas, seed ${seed})`, async () => {
  console.log(`The schemas of this run are those of seed ${seed}.`);
  const property = fc.asyncProperty(anyDescription, async (document) => void (await generated(document)));
  await fc.assert(property, { numRuns: COUNT / SCHEMAS, seed, endOnFailure: true });
}, 1_800_000);

test('what is generated of any schemas type-checks', async () => {
  const all: Files = new Map();
  const documents = fc.sample(anyDescription, { numRuns: COUNT / SCHEMAS / 5, seed });
  for (const [index, document] of documents.entries()) {
    const files = await generated(document);
    if (files instanceof Map) for (const [name, text] of files) all.set(`${index}/${name}`, text);
  }
  expect(all.size).toBeGreaterThan(0);
  expect(typeErrors(all)).toEqual([]);
}, 1_800_000);

test('a list that nothing matches type-checks', async () => {
  const files = await generated(
    describeApi(`
paths:
  /a:
    get:
      operationId: a
      responses: { 200: { description: d, content: { application/xml: { schema: { $ref: '#/components/schemas/None' } } } } }
components:
  schemas:
    None: { type: array, items: { type: string }, allOf: [false] }`),
  );
  expect(typeErrors(files as Files)).toEqual([]);
}, 60_000);
