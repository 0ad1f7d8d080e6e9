import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { afterAll, expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { generate } from '../src/generate.ts';
import { COMPILERS, compile } from './support/compilers.ts';

const FOLDER = path.join(import.meta.dirname, '../generated/zod');
const ROOT = path.resolve(import.meta.dirname, '../../..');
const require = createRequire(import.meta.url);
const example = (name: string) => require.resolve(`@readme/oas-examples/3.0/json/${name}.json`);

afterAll(() => rm(FOLDER, { recursive: true, force: true }));

const load = async <Each>(name: string, part: string): Promise<Record<string, Each>> =>
  import(pathToFileURL(path.join(FOLDER, name, part, 'index.ts')).href);

/** The value, and values that differ from it in one place. */
function* variants(value: unknown): Generator<unknown> {
  yield value;
  yield null;
  yield 'text';
  yield '';
  yield -1;
  yield 1.5;
  yield [];
  yield {};
  if (Array.isArray(value)) {
    yield [...value, ...value];
    for (const item of value.slice(0, 1)) for (const other of variants(item)) yield [other];
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, surplus: 1 };
    for (const [name, member] of Object.entries(value)) {
      const { [name as never]: _, ...rest } = value;
      yield rest;
      for (const other of variants(member)) yield { ...rest, [name]: other };
    }
  }
}

/** Values of one schema. */
const MOST = 300;

test.each([
  ['Mailwright', path.join(ROOT, 'spec/openapi.yaml'), 20_000],
  ['petstore', example('petstore'), 300],
  ['discriminators', example('discriminators'), 300],
  ['polymorphism', example('polymorphism'), 300],
  ['schema-circular', example('schema-circular'), 300],
  ['schema-types', example('schema-types'), 300],
  ['formless', path.join(import.meta.dirname, 'fixtures/formless-3.1.yaml'), 300],
])('Zod schemas of %s take what the validators take, and nothing else', async (name, input, least) => {
  const left = new Set<string>();
  await mkdir(path.join(FOLDER, name), { recursive: true });
  await generate({
    input,
    output: path.join(FOLDER, name),
    parts: ['examples', 'zod'],
    skip: () => {},
    onNote: ({ pointer, message }) =>
      void (message.startsWith('its Zod schema') && left.add(pointer.split('/').at(-1)!)),
  });
  const [zod, schemas, factories] = await Promise.all([
    load<ZodType>(name, 'zod'),
    load<StandardSchemaV1>(name, 'schemas'),
    load<(seed?: number) => unknown>(name, 'examples'),
  ]);
  let compared = 0;
  const different: unknown[] = [];
  for (const [constant, schema] of Object.entries(zod)) {
    const own = constant.slice(1);
    const validator = schemas[`${own}Schema`] ?? schemas[`${own.replace(/^./, (first) => first.toLowerCase())}Schema`];
    const make = factories[`example${own}`];
    if (!validator || !make) continue;
    for (const seed of [undefined, 0, 1, 2]) {
      let value: unknown;
      try {
        value = make(seed);
      } catch {
        // No value fits it.
        value = {};
      }
      let count = 0;
      for (const variant of variants(value)) {
        if (++count > MOST) break;
        compared++;
        const wanted = (validator['~standard'].validate(variant) as { issues?: unknown }).issues === undefined;
        const isTaken = schema.safeParse(variant).success;
        // A schema that does not check a keyword takes more, and never less.
        if (isTaken !== wanted && (wanted || !left.has(own))) different.push([own, wanted, variant]);
      }
    }
  }
  expect(different.slice(0, 5)).toEqual([]);
  expect(compared).toBeGreaterThan(least);
  expect([...left]).toEqual(NOTED[name] ?? []);
});

/** Schemas with keywords that have no form in Zod. */
const NOTED: Record<string, string[]> = {
  formless: [
    'ClosedPattern',
    'RestBesidePattern',
    'Named',
    'Holding',
    'Apart',
    'Unevaluated',
    'Dependent',
    'OneOf',
    'Untyped',
  ],
};

test.each(COMPILERS)('their types are those of the components: %s', async (compiler) => {
  const folder = path.join(FOLDER, 'types');
  await generate({ input: example('petstore'), output: folder, parts: ['zod'] });
  const use = `import type * as z from 'zod';
import type { Pet } from './types/index.ts';
import { zPet } from './zod/index.ts';
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
export const same: Same<z.infer<typeof zPet>, Pet> = true;
`;
  await writeFile(path.join(folder, 'use.ts'), use);
  expect(await compile(compiler, folder)).toBe('');
});
