import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { typeErrors } from '../../test/support/type-errors.ts';
import { buildModel } from '../model/build.ts';
import { emitTypes } from './index.ts';

const types = (yaml: string) => emitTypes(buildModel(describeApi(yaml)));

const PETS = `
paths:
  /pets/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: getPet
      tags: [Pet shop]
      responses: { '200': { description: d, content: { a/xml: { schema: { $ref: '#/components/schemas/Pet' } } } } }
components:
  schemas:
    Pet: { type: object, description: A pet., required: [name], properties: { name: { type: string }, kind: { $ref: '#/components/schemas/pet-kind' } } }
    pet-kind: { enum: [cat, dog] }`;

test('files of a small description', () => {
  const files = types(PETS);
  expect([...files.keys()].sort()).toEqual([
    'types/components/schemas.ts',
    'types/index.ts',
    'types/names.ts',
    'types/operations/petShop.ts',
    'types/paths/petShop.ts',
  ]);
  const text = (file: string) => files.get(file)!.replace(/^.*\n\n/, '');
  expect(text('types/names.ts')).toBe(`import type { components } from './index.ts';

/** A pet. */
export type Pet = components["schemas"]["Pet"];
export type pet_kind = components["schemas"]["pet-kind"];
`);
  expect(text('types/components/schemas.ts')).toBe(`import type { components } from '../index.ts';

export interface components_schemas {
    /** @description A pet. */
    Pet: {
        name: string;
        kind?: components["schemas"]["pet-kind"];
    };
    /** @enum {unknown} */
    "pet-kind": "cat" | "dog";
}
`);
  expect(text('types/index.ts')).toBe(`import type { components_schemas } from './components/schemas.ts';
import type { operations_petShop } from './operations/petShop.ts';
import type { paths_petShop } from './paths/petShop.ts';

export interface paths
  extends
    paths_petShop {}

export interface operations
  extends
    operations_petShop {}

export interface components {
  schemas: components_schemas;
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}

export type * from './names.ts';
`);
});

test.each([
  ['nothing', 'info: { title: None, version: "1" }'],
  ['no schemas', 'paths: { /a: { get: { responses: { "200": { description: d } } } } }'],
  ['pets', PETS],
  [
    'webhooks, helper types, a schema called like a global type',
    `
webhooks: { done: { post: { operationId: done, responses: { '200': { description: d } } } } }
components:
  schemas:
    Record: { type: object }
    Error: { type: object, properties: { more: { $ref: '#/components/schemas/Record' } } }
    Base: { type: object, properties: { a: { type: string } } }
    Strict: { allOf: [{ $ref: '#/components/schemas/Base' }], required: [a] }`,
  ],
])('%s: type-checks', (_, yaml) => {
  expect(typeErrors(types(yaml))).toEqual([]);
});

test('a large description: no file is longer than 800 lines, and every type is there', () => {
  const properties = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`p${index}`, { type: 'string' }]));
  const names = Array.from({ length: 300 }, (_, index) => `S${index}`);
  const schemas = Object.fromEntries(names.map((name) => [name, { type: 'object', properties, description: name }]));
  const operation = { responses: { 200: { description: 'd' } } };
  const paths = Object.fromEntries(names.map((name) => [`/${name}`, { get: { operationId: name, ...operation } }]));
  const files = types(JSON.stringify({ paths, components: { schemas } }));
  const lengths = [...files.values()].map((text) => text.split('\n').length);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(800);
  const use = `import type { S0, S150, S299, operations, paths } from './types/index.ts';
export type All = [S0['p0'], S299['p9'], operations['S150'], paths['/S299']['get']];
export const wrong: S150 = { p0: 1 };`;
  expect(typeErrors(files.set('use.ts', use))).toEqual(["use.ts: Type 'number' is not assignable to type 'string'."]);
});

test('what a default makes optional, and an object without properties', () => {
  const files = types(
    'components: { schemas: { A: { type: object, properties: { a: { type: string, default: x }, b: { type: object } } } } }',
  );
  files.set('use.ts', `import type { A } from './types/index.ts';\nexport const a: A = { b: { any: 1 } };`);
  expect(typeErrors(files)).toEqual([]);
});

test.each([
  [
    'a list of objects that hold such lists',
    '{ type: array, items: { type: object, properties: { a: { $ref: "#/components/schemas/A" } } } }',
    '[{ a: [{}] }]',
    '[{ a: 1 }]',
  ],
  ['a list of lists of its own kind', '{ type: array, items: { $ref: "#/components/schemas/A" } }', '[[]]', '1'],
  [
    'a form of a base that has it as an alternative',
    '{ allOf: [{ $ref: "#/components/schemas/B" }, { type: object, properties: { x: { type: integer } } }] }',
    '{ kind: "A", x: 1 }',
    '{ kind: "B" }',
  ],
])('%s', (_, schema, right, wrong) => {
  const files = types(
    `components: { schemas: { A: ${schema}, B: { type: object, required: [kind], discriminator: { propertyName: kind }, properties: { kind: { type: string } }, oneOf: [{ $ref: '#/components/schemas/A' }] } } }`,
  );
  files.set('use.ts', `import type { A } from './types/index.ts';\nexport const right: A = ${right};`);
  expect(typeErrors(files)).toEqual([]);
  files.set('use.ts', `import type { A } from './types/index.ts';\nexport const wrong: A = ${wrong};`);
  expect(typeErrors(files)).toHaveLength(1);
});
