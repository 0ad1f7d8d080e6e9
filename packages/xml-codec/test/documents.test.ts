import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../src/plan/index.ts';
import { codecs } from './compiled.ts';
import { meaning } from './meaning.ts';

/**
 * Documents of formats that others defined, one folder for each: `schemas.json` describes it, `Name.what.xml` is a document
 * of the schema `Name`, `Name.what.json` its value.
 */
const FOLDER = path.join(import.meta.dirname, 'documents');
const read = (...names: string[]) => readFileSync(path.join(FOLDER, ...names), 'utf8');

describe.each(readdirSync(FOLDER))('%s', (format) => {
  const schemas: Record<string, Schema> = JSON.parse(read(format, 'schemas.json'));
  const names = readdirSync(path.join(FOLDER, format)).flatMap((file) =>
    file.endsWith('.xml') ? path.basename(file, '.xml') : [],
  );

  test.each(names)('%s', (name) => {
    const root = { $ref: `#/components/schemas/${name.split('.')[0]}` };
    const { compiled, reference } = codecs({ ...schemas, Root: root });
    const xml = read(format, `${name}.xml`);
    const value = compiled.decode(xml);
    expect(value).toEqual(JSON.parse(read(format, `${name}.json`)));
    expect(meaning(compiled.encode(value))).toEqual(meaning(xml));
    expect(compiled.decode(compiled.encode(value))).toEqual(value);
    expect(meaning(reference.encode(reference.decode(xml)))).toEqual(meaning(xml));
  });
});

test('there are many', () => {
  const documents = readdirSync(FOLDER, { recursive: true }).filter((file) => String(file).endsWith('.xml'));
  expect(documents.length).toBeGreaterThanOrEqual(60);
});
