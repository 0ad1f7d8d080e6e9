import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_PARTS, generateFiles } from '../src/generate.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-mutual-'));
});
afterAll(() => rm(folder, { recursive: true }));

const $ref = (index: number) => ({ $ref: `#/components/schemas/Node${index}` });

/** Schemas each of which refers to all, in bodies of both directions, in errors, in lists and in a parameter that has no form of OpenAPI. */
function describeMutual(count: number, further: (index: number) => object): object {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const schemas = indexes.map((index) => [
    `Node${index}`,
    {
      type: 'object',
      properties: {
        name: { type: 'string' },
        ...Object.fromEntries(indexes.map((other) => [`to${other}`, $ref(other)])),
        ...Object.fromEntries(indexes.map((other) => [`all${other}`, { type: 'array', items: $ref(other) }])),
        ...further(index),
      },
    },
  ]);
  const content = (index: number, type = 'application/json') => ({ content: { [type]: { schema: $ref(index) } } });
  const paths = indexes.map((index) => [
    `/nodes${index}`,
    {
      post: {
        operationId: `add${index}`,
        parameters: [{ name: 'filter', in: 'query', schema: $ref(index) }],
        requestBody: content(index),
        responses: {
          200: { description: 'd', ...content(index, 'application/xml') },
          400: { description: 'd', ...content(index) },
          default: { description: 'd', ...content((index + 1) % count) },
        },
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  };
}

/** Counts how often something asks for the members of an object, which each step through a schema does. */
async function countSteps(run: () => Promise<unknown>): Promise<number> {
  const own = { entries: Object.entries, values: Object.values, keys: Object.keys, stringify: JSON.stringify };
  let steps = 0;
  const counting =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Result) =>
    (...given: Arguments): Result => {
      steps++;
      return call(...given);
    };
  Object.entries = counting(own.entries);
  Object.values = counting(own.values);
  Object.keys = counting(own.keys) as typeof Object.keys;
  JSON.stringify = counting(own.stringify as (value: unknown) => string);
  try {
    await run();
  } finally {
    Object.entries = own.entries;
    Object.values = own.values;
    Object.keys = own.keys;
    JSON.stringify = own.stringify;
  }
  return steps;
}

test.each<[string, (index: number) => object]>([
  ['without extensions', () => ({})],
  ['with forms of JSON that are accepted', () => ({ code: { type: 'integer', 'x-json-accepts': ['null'] } })],
  ['with secrets', () => ({ key: { type: 'string', 'x-secret': true } })],
])(
  'schemas that refer to each other cost steps by their references, not by the ways through them: %s',
  async (_, further) => {
    const [three, five] = [await stepsFor(describeMutual(3, further)), await stepsFor(describeMutual(5, further))];
    // Nearly three times the references, and a few steps for each file.
    expect(five / three).toBeLessThan(4);
  },
);

async function stepsFor(description: object): Promise<number> {
  const input = path.join(folder, 'mutual.json');
  await writeFile(input, JSON.stringify(description));
  return countSteps(() => generateFiles({ input, parts: ALL_PARTS, skip: () => {} }));
}

/** Schemas each of which refers to all, of which two are in bodies. */
function describeGraph(count: number): object {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const members = (index: number) => ({
    type: 'object',
    properties: Object.fromEntries(indexes.map((other) => [`to${index}_${other}`, $ref(other)])),
  });
  const content = (index: number) => ({ content: { 'application/json': { schema: $ref(index) } } });
  const post = {
    operationId: 'add',
    requestBody: content(0),
    responses: { 200: { description: 'd', ...content(1) }, 400: { description: 'd', ...content(2) } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/nodes': { post } },
    components: { schemas: Object.fromEntries(indexes.map((index) => [`Node${index}`, members(index)])) },
  };
}

test('thirty schemas that all refer to each other cost at most the power 1.2 of their references', async () => {
  const [ten, thirty] = [await stepsFor(describeGraph(10)), await stepsFor(describeGraph(30))];
  expect(Math.log(thirty / ten) / Math.log(30 ** 2 / 10 ** 2)).toBeLessThan(1.2);
});

test('a chain of schemas that takes Ajv more stack than there is is generated whole', async () => {
  const count = 110;
  const below = (index: number) => ({
    oneOf: [{ type: 'string' }, { type: 'array', items: $ref((index + 1) % count) }],
  });
  const schemas = Array.from({ length: count }, (_, index) => [
    `Node${index}`,
    { allOf: [{ type: 'object', properties: { below: below(index) } }] },
  ]);
  const content = { content: { 'application/json': { schema: $ref(0) } } };
  const post = { operationId: 'add', requestBody: content, responses: { 200: { description: 'd' } } };
  const input = path.join(folder, 'chain.json');
  const components = { schemas: Object.fromEntries(schemas) };
  const info = { title: 'T', version: '1' };
  await writeFile(input, JSON.stringify({ openapi: '3.1.0', info, paths: { '/nodes': { post } }, components }));
  const files = await generateFiles({ input, parts: ['types', 'server'] });
  expect(files.get(`server/validators/schemas/Node${count - 1}.ts`)).toMatch(/import \{ validateNode0 \}/);
});
