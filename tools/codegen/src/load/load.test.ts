import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DescriptionError, type Problem } from '../errors.ts';
import { loadDescription } from './load.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-'));
});
afterEach(() => rm(folder, { recursive: true }));

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';

async function load(files: Record<string, string>, note?: (note: Problem) => void) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return loadDescription(path.join(folder, 'openapi.yaml'), note);
}

test('a bound of OpenAPI 3.0 that is a number is read, with a note', async () => {
  const notes: Problem[] = [];
  const document = await load(
    {
      'openapi.yaml': `openapi: 3.0.2
info: { title: T, version: "1" }
paths: {}
components: { schemas: { Price: { type: number, exclusiveMinimum: 0 } } }`,
    },
    (note) => notes.push(note),
  );
  expect(document.components.schemas.Price).toEqual({ type: 'number', exclusiveMinimum: 0 });
  expect(notes.map(({ pointer }) => pointer)).toEqual(['#/components/schemas/Price/exclusiveMinimum']);
});

test('files become one document with local references', async () => {
  const document = await load({
    'openapi.yaml': `${HEAD}paths: { /a: { get: { $ref: getA.yaml } } }`,
    'getA.yaml': 'responses: { "200": { $ref: responses/A.yaml } }',
    'responses/A.yaml': 'description: A\ncontent: { a/xml: { schema: { $ref: ../schemas/Thing.yaml } } }',
    'schemas/Thing.yaml': 'type: string',
  });
  expect(document.paths['/a'].get.responses[200]).toEqual({ $ref: '#/components/responses/A' });
  expect(document.components).toEqual({
    responses: { A: { description: 'A', content: { 'a/xml': { schema: { $ref: '#/components/schemas/Thing' } } } } },
    schemas: { Thing: { type: 'string' } },
  });
});

test('Swagger 2.0 becomes OpenAPI, with what is said of schemas', async () => {
  const { openapi, servers, components } = await load({
    'openapi.yaml': `swagger: '2.0'
info: { title: T, version: '1' }
host: animals.example
basePath: /v1
schemes: [https]
paths: {}
definitions:
  Animal: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string }, owner: { type: string, x-nullable: true } } }`,
  });
  expect([openapi, servers]).toEqual(['3.1.0', [{ url: 'https://animals.example/v1' }]]);
  expect(components.schemas.Animal.discriminator).toEqual({ propertyName: 'kind' });
  expect(components.schemas.Animal.properties.owner).toEqual({ type: ['string', 'null'] });
});

test('an object that stands at two places is two objects', async () => {
  const { paths } = await load({
    'openapi.yaml': `${HEAD}paths:\n  /a: { get: { responses: &r { "200": { description: d } } } }\n  /b: { get: { responses: *r } }`,
  });
  expect(paths['/a'].get.responses).toEqual(paths['/b'].get.responses);
  expect(paths['/a'].get.responses).not.toBe(paths['/b'].get.responses);
});

const two = (schema: string) => `${HEAD}paths:
  /a: { get: { responses: { "200": { description: d, content: { a/b: { schema: { $ref: a/Thing.yaml } } } } } } }
  /b: { get: { responses: { "200": { description: d, content: { a/b: { schema: { $ref: ${schema} } } } } } } }`;

test.each<[string, Record<string, string>, Omit<Problem, 'message'>, RegExp]>([
  ['no such file', {}, { file: 'openapi.yaml', pointer: '#' }, /^there is no such file$/],
  ['not YAML', { 'openapi.yaml': 'a: [' }, { file: 'openapi.yaml', pointer: '#' }, /./],
  ['not OpenAPI', { 'openapi.yaml': 'a: 1' }, { file: 'openapi.yaml', pointer: '#' }, /no field "openapi"/],
  ['empty', { 'openapi.yaml': '' }, { file: 'openapi.yaml', pointer: '#' }, /no field "openapi"/],
  [
    'Swagger 1.2',
    { 'openapi.yaml': 'swagger: "1.2"' },
    { file: 'openapi.yaml', pointer: '#/swagger' },
    /^Swagger 1.2 is not supported; Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 are$/,
  ],
  [
    'Swagger 2.0 without paths',
    { 'openapi.yaml': 'swagger: "2.0"\ninfo: { title: T, version: "1" }' },
    { file: 'openapi.yaml', pointer: '#/' },
    /paths/,
  ],
  [
    'OpenAPI 4.0',
    { 'openapi.yaml': 'openapi: 4.0.0' },
    { file: 'openapi.yaml', pointer: '#/openapi' },
    /^OpenAPI 4.0.0 is not supported/,
  ],
  [
    'a reference to no file',
    { 'openapi.yaml': `${HEAD}paths: { /a: { get: { $ref: nowhere.yaml } } }` },
    { file: 'openapi.yaml', pointer: '#/paths/~1a/get' },
    /Can't resolve \$ref/,
  ],
  [
    'a reference to a file that is no YAML',
    { 'openapi.yaml': `${HEAD}paths: { /a: { get: { $ref: getA.yaml } } }`, 'getA.yaml': 'a: [' },
    { file: 'getA.yaml', pointer: '#' },
    /Failed to parse/,
  ],
  [
    'a reference to no component',
    { 'openapi.yaml': two('"#/components/schemas/None"'), 'a/Thing.yaml': 'type: string' },
    { file: 'openapi.yaml', pointer: '#/paths/~1b/get/responses/200/content/a~1b/schema' },
    /Can't resolve \$ref/,
  ],
  [
    'two components of one name',
    { 'openapi.yaml': two('b/Thing.yaml'), 'a/Thing.yaml': 'type: string', 'b/Thing.yaml': 'type: integer' },
    { file: 'openapi.yaml', pointer: '#/paths/~1b/get/responses/200/content/a~1b/schema' },
    /same name but different content/,
  ],
  [
    'a parameter without a name',
    {
      'openapi.yaml': `${HEAD}paths: { /a: { get: { $ref: getA.yaml } } }`,
      'getA.yaml': 'parameters: [{ in: query, schema: {} }]\nresponses: {}',
    },
    { file: 'getA.yaml', pointer: '#/parameters/0' },
    /name/,
  ],
])('%s', async (_, files, place, message) => {
  const error = await load(files).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DescriptionError);
  const [problem] = (error as DescriptionError).problems;
  expect({ file: path.basename(problem!.file!), pointer: problem!.pointer }).toEqual(place);
  expect(problem!.message).toMatch(message);
  expect(problem!.message).not.toContain('\n');
});
