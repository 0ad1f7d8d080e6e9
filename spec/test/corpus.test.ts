import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { compilePlans, generate } from '@mailwright/codegen';
import type { XmlCodec } from '@mailwright/xml-codec';
import { referenceCodec } from '@mailwright/xml-codec/reference';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, describe, expect, test } from 'vitest';
import { readCorpus } from '../src/corpus.ts';
import { descriptionFile } from '../src/files.ts';
import { bodySchemas, description } from './bodies.ts';

const cases = readCorpus();
const documents = cases.filter((each) => each.xml !== undefined);
const plans = compilePlans(
  description,
  documents.map(({ schema }) => schema),
);

const room = join(import.meta.dirname, '../generated');
mkdirSync(room, { recursive: true });
const scratch = mkdtempSync(join(room, 'corpus-'));
await generate({ input: descriptionFile, output: scratch, parts: ['codecs'] });
afterAll(() => rmSync(scratch, { recursive: true }));

const codecs: [string, (schema: string) => XmlCodec<unknown> | Promise<XmlCodec<unknown>>][] = [
  ['reference', (schema) => referenceCodec(schema, plans)],
  ['compiled', async (schema) => (await import(`${scratch}/codecs/${schema}.ts`))[`${schema}Codec`]],
];

describe.each(codecs)('the %s codec', (_name, codecOf) => {
  test.each(documents)('$schema/$name: document to value', async ({ schema, value, xml }) => {
    expect((await codecOf(schema)).decode(xml!)).toEqual(value);
  });

  test.each(documents)('$schema/$name: value to document and back', async ({ schema, value }) => {
    const codec = await codecOf(schema);
    expect(codec.decode(codec.encode(value))).toEqual(value);
  });
});

describe('the schemas', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'api', components: description.components });

  test.each(cases)('$schema/$name is valid', ({ schema, value }) => {
    const validate = ajv.getSchema(`api#/components/schemas/${schema}`)!;
    validate(value);
    expect(validate.errors).toBeNull();
  });
});

test('every folder of the corpus is named after a schema', () => {
  const schemas = Object.keys(description.components.schemas);
  expect(
    cases.filter(({ schema }) => !schemas.includes(schema)).map(({ schema, name }) => `${schema}/${name}`),
  ).toEqual([]);
});

test('every case of a schema of XML bodies has a document', () => {
  const xml = bodySchemas('xml');
  const bare = cases.filter((each) => xml.has(each.schema) && each.xml === undefined);
  expect(bare.map(({ schema, name }) => `${schema}/${name}`)).toEqual([]);
});
