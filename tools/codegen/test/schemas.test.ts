import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { FormApi } from '@tanstack/form-core';
import { initTRPC } from '@trpc/server';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../src/generate.ts';
import { COMPILERS, compile } from './support/compilers.ts';
import { describeApi } from './support/describe.ts';

const FOLDER = path.join(import.meta.dirname, '../generated/standard-schemas');

const description = describeApi(`
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { content: { application/xml: { schema: { $ref: '#/components/schemas/Pet' } } } }
      responses: { 204: { description: Added. } }
components:
  schemas:
    Pet:
      type: object
      required: [id, name]
      properties:
        id: { type: integer, minimum: 1, readOnly: true }
        name: { type: string, minLength: 1 }
        kind: { type: string, enum: [cat, dog] }
        tags: { type: array, uniqueItems: true, items: { type: string, pattern: '^\\p{L}+$' } }
        owner: { $ref: '#/components/schemas/index' }
        born: { type: string, format: date-time }
    index:
      type: object
      required: [email]
      additionalProperties: false
      properties:
        email: { type: string, format: email }
        'a/b': { type: [number, 'null'] }
        pets: { type: array, maxItems: 2, items: { $ref: '#/components/schemas/Pet' } }
    Wish:
      oneOf: [{ $ref: '#/components/schemas/Toy' }, { $ref: '#/components/schemas/Food' }]
      discriminator: { propertyName: is, mapping: { toy: Toy, food: Food } }
    Toy: { type: object, required: [is, colour], properties: { is: { type: string }, colour: { type: string } } }
    Food: { type: object, required: [is, grams], properties: { is: { type: string }, grams: { type: integer } } }
    Count: { type: integer, format: int64 }
`);

interface Pet {
  id: number;
  name: string;
  tags?: string[];
}
let schemas: Record<string, StandardSchemaV1<unknown, Pet>>;

const load = async (folder: string) => import(pathToFileURL(path.join(folder, 'schemas/index.ts')).href);

beforeAll(async () => {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(path.join(FOLDER, 'api.json'), JSON.stringify(description));
  await generate({ input: path.join(FOLDER, 'api.json'), output: FOLDER, parts: ['schemas'] });
  schemas = await load(FOLDER);
});
afterAll(() => rm(FOLDER, { recursive: true, force: true }));

const issuesOf = (schema: StandardSchemaV1 | undefined, value: unknown): string[] => {
  const result = schema!['~standard'].validate(value);
  if (result instanceof Promise) throw new Error('it is a promise');
  return (result.issues ?? []).map(({ path = [], message }) => `${JSON.stringify(path)} ${message}`);
};

test('there is one for each component, and no other', () => {
  expect(Object.keys(schemas).sort()).toEqual(
    ['CountSchema', 'FoodSchema', 'PetSchema', 'ToySchema', 'WishSchema', 'indexSchema'].sort(),
  );
  expect(schemas.PetSchema!['~standard']).toMatchObject({ version: 1, vendor: 'mailwright' });
});

test.each<[schema: string, value: unknown, issues: string[]]>([
  ['Pet', { id: 1, name: 'Ada' }, []],
  ['Pet', { id: 1, name: 'Ada', tags: ['é', 'b'], owner: { email: 'a@example.com', pets: [] } }, []],
  // The pet is sent, so that its id, which is read-only, is not required.
  ['Pet', {}, ['["name"] is required']],
  ['Pet', null, ['[] must be an object but was null']],
  [
    'Pet',
    { id: 0, name: '', kind: 'cow' },
    [
      '["id"] must be at least 1 but was 0',
      '["name"] must have at least 1 character but has 0',
      '["kind"] must be one of cat, dog but was cow',
    ],
  ],
  ['Pet', { id: 1, name: 'A', tags: ['a', '1'] }, ['["tags",1] must match ^\\p{L}+$ but was 1']],
  [
    'Pet',
    { id: 1, name: 'A', owner: { email: 'x', more: 1, 'a/b': 'c', pets: [{ id: 1 }] } },
    [
      '["owner","more"] is not allowed',
      '["owner","email"] must be a valid email but was x',
      '["owner","a/b"] must be a number or null but was c',
      '["owner","pets",0,"name"] is required',
    ],
  ],
  [
    'index',
    { email: 'a@example.com', pets: [1, 2, 3] },
    expect.arrayContaining(['["pets"] must have at most 2 items but has 3']),
  ],
  ['Wish', { is: 'toy', colour: 'red' }, []],
  ['Wish', { is: 'toy', grams: 1 }, ['["colour"] is required']],
  ['Wish', { is: 'car' }, ['["is"] must be one of toy, food but was car']],
  ['Count', 2 ** 53, ['[] must be an integer between -9007199254740991 and 9007199254740991 but was 9007199254740992']],
])('%s %j', (name, value, issues) => {
  expect(issuesOf(schemas[`${name}Schema`], value)).toEqual(issues);
});

test('a valid value is answered itself', () => {
  const pet = { id: 1, name: 'Ada' };
  const result = schemas.PetSchema!['~standard'].validate(pet) as { value: unknown };
  expect(result.value).toBe(pet);
});

test('values of classes are objects of these', async () => {
  const folder = path.join(FOLDER, 'values');
  const values = ['date-time=Date', 'int64=bigint'] as const;
  await generate({ input: path.join(FOLDER, 'api.json'), output: folder, parts: ['schemas'], values });
  const { PetSchema, CountSchema } = await load(folder);
  expect(issuesOf(PetSchema, { id: 1, name: 'Ada', born: new Date() })).toEqual([]);
  expect(issuesOf(PetSchema, { id: 1, name: 'Ada', born: '2031-03-01' })).toEqual([
    '["born"] must be a Date but was 2031-03-01',
  ]);
  expect([issuesOf(CountSchema, 2n ** 60n), issuesOf(CountSchema, 1)]).toEqual([
    [],
    ['[] must be an integer (format int64) but was 1'],
  ]);
  await rm(folder, { recursive: true });
});

describe('libraries that take Standard Schemas', () => {
  test('tRPC validates the input of a procedure', async () => {
    const { router, procedure, createCallerFactory } = initTRPC.create();
    const api = router({ name: procedure.input(schemas.PetSchema!).query(({ input }) => `${input.name}!`) });
    const caller = createCallerFactory(api)({});
    expect(await caller.name({ id: 1, name: 'Ada' })).toBe('Ada!');
    await expect(caller.name({ id: 1 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      cause: { issues: [{ path: ['name'], message: 'is required' }] },
    });
  });

  test('TanStack Form shows faults at the fields that have them', async () => {
    const submit = async (defaultValues: Pet) => {
      const onSubmit = schemas.PetSchema as StandardSchemaV1<Pet>;
      const form = new FormApi({ defaultValues, validators: { onSubmit } });
      form.mount();
      await form.handleSubmit();
      return form.state;
    };
    expect((await submit({ id: 1, name: '', tags: ['good', '7'] })).errors).toMatchObject([
      {
        name: [{ message: 'must have at least 1 character but has 0' }],
        'tags[1]': [{ message: 'must match ^\\p{L}+$ but was 7' }],
      },
    ]);
    expect(await submit({ id: 1, name: 'Ada' })).toMatchObject({ errors: [], isSubmitSuccessful: true });
  });
});

const USE = `import type { StandardSchemaV1 } from '@standard-schema/spec';
import { initTRPC } from '@trpc/server';
import { PetSchema, WishSchema } from './schemas/index.ts';
import type { Pet, Wish } from './types/index.ts';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const checks: [
  Same<StandardSchemaV1.InferInput<typeof PetSchema>, Pet>,
  Same<StandardSchemaV1.InferOutput<typeof PetSchema>, Pet>,
  Same<StandardSchemaV1.InferOutput<typeof WishSchema>, Wish>,
] = [true, true, true];
export const schema: StandardSchemaV1<Pet> = PetSchema;
// @ts-expect-error another component
export const other: StandardSchemaV1<Wish> = PetSchema;
export const { procedure } = initTRPC.create();
export const named = procedure.input(PetSchema).query(({ input }): string => input.name);
// @ts-expect-error the name is a text
export const wrong = procedure.input(PetSchema).query(({ input }): number => input.name);
export function show(value: unknown): string {
  const result = PetSchema['~standard'].validate(value);
  return result.issues ? result.issues.map(({ path, message }) => path.join('.') + message).join() : result.value.name;
}
`;

test.each(COMPILERS)('their types are those of the components: %s', async (compiler) => {
  await writeFile(path.join(FOLDER, 'use.ts'), USE);
  expect(await compile(compiler, FOLDER)).toBe('');
});

test('one of them runs in browsers, and takes few bytes there', async () => {
  const { outputFiles } = await build({
    stdin: { contents: `export { ToySchema } from './schemas/Toy.ts'`, resolveDir: FOLDER },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  expect(gzipSync(outputFiles[0]!.contents).length).toBeLessThan(2_500);
});
