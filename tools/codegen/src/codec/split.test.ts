import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilePlans, emitCodecs } from './index.ts';
import { packed } from './split.ts';

const string = { type: 'string' };
const COUNT = 1000;

/** Scalars, nullable scalars, objects and lists of objects in turn, and the schema itself once more. */
function property(i: number): object {
  const object = { type: 'object', properties: { a: string, b: { type: 'number', xml: { attribute: true } } } };
  const kinds = [string, { type: ['integer', 'null'] }, object, { type: 'array', items: object }];
  return kinds[i % kinds.length]!;
}

const properties = Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`property${i}`, property(i)]));
const Big = { type: 'object', properties: { ...properties, again: { $ref: '#/components/schemas/Big' } } };
const Holder = { type: 'array', items: { $ref: '#/components/schemas/Big' } };
const files = emitCodecs(compilePlans({ openapi: '3.1.0', components: { schemas: { Holder, Big } } }, ['Holder']), {
  header: '// Made for a test.',
});

describe('a schema of a thousand properties', () => {
  const folder = join(import.meta.dirname, '../../generated/split-test');
  beforeAll(async () => {
    await mkdir(join(folder, 'codecs'), { recursive: true });
    for (const [file, source] of files) await writeFile(join(folder, file), source);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('is spread over files, none of which is longer than 800 lines', () => {
    expect(files.size).toBeGreaterThan(10);
    const lengths = [...files].map(([file, source]) => [file, source.split('\n').length] as const);
    expect(lengths.filter(([, lines]) => lines > 800)).toEqual([]);
  });

  test.each(['Big', 'Holder'])('comes back from its document: %s', async (name) => {
    const values = [() => 'x', () => null, () => ({ a: 'y', b: 1.5 }), () => [{ a: 'z' }, { b: 2 }]];
    const flat = Object.fromEntries(Object.keys(properties).map((key, i) => [key, values[i % values.length]!()]));
    const big = { ...flat, again: flat };
    const value = name === 'Big' ? big : [big, flat];
    const module = await import(pathToFileURL(join(folder, `codecs/${name}.ts`)).href);
    const codec = module[`${name}Codec`];
    expect(codec.decode(codec.encode(value))).toEqual(value);
  });
});

test.each([
  ['  a;\n  b;\n}', 10, '  a;\n  b;\n}'],
  ['  a;\n  b;\n}', 2, '  a; b; }'],
])('%j in less than %i lines', (source, most, wanted) => {
  expect(packed(source, most)).toBe(wanted);
});
