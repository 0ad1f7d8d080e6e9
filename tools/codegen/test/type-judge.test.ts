import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { DescriptionError } from '../src/common/errors.ts';
import { loadDescription } from '../src/load/load.ts';
import { buildModel } from '../src/model/build.ts';
import type { ApiModel, OpenApiDocument } from '../src/model/model.ts';
import { anyDescription, SCHEMAS } from './support/any-schema.ts';
import { describeApi } from './support/describe.ts';
import { judgeTypes } from './support/type-judge.ts';

/** Schemas of a batch; the deep tier judges 10,000. */
const COUNT = process.env.MAILWRIGHT_DEEP === '1' ? 500 : 250;
const firstSeed = Number(process.env.SEED ?? Date.now() & 0xffff_ffff);
const seeds = Array.from({ length: process.env.MAILWRIGHT_DEEP === '1' ? 20 : 1 }, (_, batch) => firstSeed + batch);

const folder = await mkdtemp(path.join(tmpdir(), 'mailwright-judge-'));
afterAll(() => rm(folder, { recursive: true }));

async function modelOf({ components }: OpenApiDocument): Promise<ApiModel | undefined> {
  const file = path.join(folder, 'openapi.json');
  // Discriminators make a type of their own of each form; other tests have them.
  const schemas = JSON.parse(JSON.stringify(components.schemas), (key, value) =>
    key === 'discriminator' ? undefined : value,
  );
  await writeFile(
    file,
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Any', version: '1' }, paths: {}, components: { schemas } }),
  );
  try {
    return buildModel(await loadDescription(file));
  } catch (error) {
    if (error instanceof DescriptionError) return undefined;
    throw error;
  }
}

test.each(seeds)(
  `types take what the validators of ${COUNT} schemas take, and nothing else (seed %d)`,
  async (seed) => {
    console.log(`The schemas of this run are those of SEED=${seed}.`);
    const documents = fc.sample(anyDescription, { numRuns: Math.ceil(COUNT / SCHEMAS), seed });
    const models: ApiModel[] = [];
    for (const document of documents) models.push(...[(await modelOf(document)) ?? []].flat());
    const { compared, disagreements } = judgeTypes(models, seed);
    expect(disagreements.slice(0, 5)).toEqual([]);
    expect(compared).toBeGreaterThan(COUNT * 5);
  },
);

const FIXED = describeApi(`components:
  schemas:
    Or: { anyOf: [{ type: integer }, { type: 'null' }] }
    Base: { type: object, properties: { id: { type: integer } } }
    Needs: { allOf: [{ $ref: '#/components/schemas/Base' }], required: [id] }
    Pair: { type: array, prefixItems: [{ type: string }, { type: integer }], items: false }
    Words: { type: object, properties: { count: { type: integer } }, additionalProperties: { type: string } }
    Closed: { type: object, additionalProperties: false }
    Choice: { enum: [a, 1, null] }
    List: { type: array, items: { $ref: '#/components/schemas/Needs' } }`);

test.each<[about: string, change: ((types: string) => string) | undefined, schemas: string[]]>([
  ['as they are', undefined, []],
  ['without null', (text) => text.replaceAll(' | null', ''), ['Choice', 'Or']],
  ['without what a whole requires', (text) => text.replace(/WithRequired<(.*), "id">/, '$1'), ['List', 'Needs']],
  ['with numbers for texts', (text) => text.replaceAll('string?', 'number?'), ['Pair']],
  ['with places that must be there', (text) => text.replaceAll('?,', ',').replaceAll('?]', ']'), ['Pair']],
  ['with members of another index', (text) => text.replaceAll('string | number | undefined', 'string'), ['Words']],
  ['with any members', (text) => text.replaceAll('Record<string, never>', 'Record<string, unknown>'), ['Closed']],
])('the judge finds types %s', (_, change, wanted) => {
  const model = buildModel(FIXED);
  const names = new Map([...model.schemas].map(([name, schema]) => [schema, name]));
  const { disagreements } = judgeTypes([model], 1, change);
  expect([...new Set(disagreements.map(({ schema }) => names.get(schema as object)))].sort()).toEqual(wanted);
});
