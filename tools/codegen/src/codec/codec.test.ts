import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compilePlans, emitCodecs, type OpenApiDocument } from './index.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const string = { type: 'string' };
const named = (schemas: Record<string, unknown>): OpenApiDocument => ({ openapi: '3.1.0', components: { schemas } });

const document = named({
  Page: { type: 'array', xml: { name: 'page' }, items: ref('Person') },
  Person: {
    type: 'object',
    xml: { name: 'person' },
    required: ['name'],
    properties: {
      name: string,
      'e-mail': { type: ['string', 'null'] },
      age: { type: 'integer', xml: { attribute: true } },
      friends: { type: 'array', xml: { wrapped: true }, items: ref('Person') },
      notes: { type: 'object', additionalProperties: ref('Note') },
    },
  },
  Note: {
    type: 'object',
    properties: { day: { ...string, xml: { attribute: true } }, text: { ...string, 'x-xml-text': true } },
  },
  Pet: {
    oneOf: [ref('Cat'), ref('dog.v2')],
    discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: ref('dog.v2').$ref } },
  },
  Cat: { type: 'object', required: ['kind'], properties: { kind: string, lives: { type: 'integer' } } },
  'dog.v2': {
    type: 'object',
    required: ['kind'],
    properties: { kind: string, loud: { type: 'boolean', xml: { attribute: true } } },
  },
  State: { ...string, enum: ['on', 'off'] },
});

const TYPES = `
export interface Person { name: string; 'e-mail'?: string | null; age?: number; friends?: Person[]; notes?: Record<string, Note> }
export interface Note { day?: string; text?: string }
export type Page = Person[];
export type Pet = { kind: 'cat'; lives?: number } | { kind: 'dog'; loud?: boolean };
export type State = 'on' | 'off';
`;

const folder = join(import.meta.dirname, '../../generated/codec-test');
const typed = new Set(['Person', 'Note', 'Page', 'Pet', 'State']);
const plans = compilePlans(document, ['Page', 'Pet', 'State']);
const files = emitCodecs(plans, {
  header: '// Made for a test.',
  type: (name) => {
    const type = typed.has(name) ? name : 'Record<string, unknown>';
    return {
      expression: typed.has(name) ? `Types.${name}` : type,
      import: "import type * as Types from '../types.ts';",
    };
  },
});

beforeAll(async () => {
  for (const [file, source] of [...files, ['types.ts', TYPES] as const]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  }
});

afterAll(() => rm(folder, { recursive: true }));

describe('the modules', () => {
  test('are one for each schema that is named or referred to', () => {
    expect([...files.keys()].sort()).toEqual(
      ['Cat', 'Note', 'Page', 'Person', 'Pet', 'State', 'dog_v2'].map((name) => `codecs/${name}.ts`),
    );
  });

  test('start with the header', () => {
    for (const source of files.values()) expect(source).toMatch(/^\/\/ Made for a test\.\n/);
  });

  test('are checked by the strict compiler', () => {
    const program = ts.createProgram(
      [...files.keys()].map((file) => join(folder, file)),
      {
        strict: true,
        noEmit: true,
        noUncheckedIndexedAccess: true,
        erasableSyntaxOnly: true,
        verbatimModuleSyntax: true,
        isolatedModules: true,
        allowImportingTsExtensions: true,
        skipLibCheck: true,
        target: ts.ScriptTarget.ES2024,
        lib: ['lib.es2024.d.ts'],
        types: ['node'],
        module: ts.ModuleKind.NodeNext,
      },
    );
    const messages = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText, file }) => `${file?.fileName} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
    expect(messages).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['Page', [], '<page/>'],
    [
      'Page',
      [{ age: 7, name: 'Ada', 'e-mail': null, friends: [{ name: 'Bob' }], notes: { x: { day: 'Mo', text: 'y' } } }],
      '<page><person age="7"><name>Ada</name><e-mail nil="true"/><friends><person><name>Bob</name></person></friends><notes><x day="Mo">y</x></notes></person></page>',
    ],
    ['Pet', { kind: 'cat', lives: 7 }, '<Pet><kind>cat</kind><lives>7</lives></Pet>'],
    ['Pet', { loud: true, kind: 'dog' }, '<Pet loud="true"><kind>dog</kind></Pet>'],
    ['State', 'on', '<State>on</State>'],
  ])('of %s read and write %j', async (name, value, xml) => {
    const module = await import(pathToFileURL(join(folder, `codecs/${name}.ts`)).href);
    expect(module[`${name}Codec`].encode(value)).toBe(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
    expect(module[`${name}Codec`].decode(xml)).toEqual(value);
  });

  test('hold only what they use', () => {
    expect(files.get('codecs/State.ts')).not.toMatch(/toInteger|missing|readState/);
    // Only a dictionary and a choice put a schema into elements of other names.
    expect(files.get('codecs/Note.ts')).toContain('export function fillNote');
    expect(files.get('codecs/Person.ts')).not.toContain('fillPerson(');
  });
});

describe('a description', () => {
  test.each<[string, OpenApiDocument, string[], string]>([
    ['without the schema', named({}), ['A'], '#/components/schemas/A: #/components/schemas/A leads nowhere'],
    [
      'that refers to nowhere',
      named({ A: ref('B') }),
      ['A'],
      '#/components/schemas/A: #/components/schemas/B leads nowhere',
    ],
    [
      'that refers to a file',
      named({ A: { $ref: 'b.yaml' } }),
      ['A'],
      '#/components/schemas/A: b.yaml is not a local reference: bundle the description first',
    ],
  ])('%s is refused', (_, given, names, message) => {
    expect(() => compilePlans(given, names)).toThrow(
      expect.objectContaining({ name: 'UnsupportedSchemaError', message }),
    );
  });

  test('with two names for one file is refused', () => {
    const clash = compilePlans(named({ 'a.b': string, 'A-b': string }), ['a.b', 'A-b']);
    expect(() => emitCodecs(clash, { header: '' })).toThrow(
      '#/components/schemas/A-b: A-b and a.b would share the file A_b.ts',
    );
  });

  test('may hold schemas in other places, under a name that is given or made', () => {
    const pointer = '#/paths/~1a/get/responses/200/content/text~1xml/schema';
    const inline = {
      type: 'object',
      properties: {
        b: { $ref: `${pointer}/properties/a/items` },
        a: { type: 'array', items: { type: 'object', properties: {} } },
      },
    };
    const paths = { '/a': { get: { responses: { 200: { content: { 'text/xml': { schema: inline } } } } } } };
    expect([...compilePlans({ paths }, [{ name: 'Answer', pointer }]).keys()]).toEqual([
      'Answer',
      'paths_a_get_responses_200_content_text_xml_schema_properties_a_items',
    ]);
  });
});

test('elements that are called like functions of the runtime import none', () => {
  const schema = {
    type: 'object',
    properties: { toNumber: string, toBigint: { ...string, xml: { attribute: true } } },
  };
  const plans = compilePlans(named({ It: schema }), ['It']);
  expect(emitCodecs(plans, { header: '' }).get('codecs/It.ts')).not.toMatch(/import .*(toNumber|toBigint)/);
});
