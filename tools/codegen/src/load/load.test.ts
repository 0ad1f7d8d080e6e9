import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DescriptionError, type Problem } from '../common/errors.ts';
import { type LoadOptions, loadDescription } from './load.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-'));
});
afterEach(() => rm(folder, { recursive: true }));

const HEAD = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';

async function load(files: Record<string, string>, options: LoadOptions = {}) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return loadDescription(path.join(folder, 'openapi.yaml'), options);
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
    { note: (problem) => notes.push(problem) },
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
  ['no such file', {}, { file: 'openapi.yaml', pointer: '#' }, /^there is no such file; give/],
  ['a folder', { 'openapi.yaml/a.yaml': '' }, { file: 'openapi.yaml', pointer: '#' }, /is a folder; give/],
  ['not YAML', { 'openapi.yaml': 'a: [' }, { file: 'openapi.yaml', pointer: '#' }, /neither YAML nor JSON; correct/],
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
    { file: 'openapi.yaml', pointer: '#/paths/~1a/get' },
    /"getA.yaml": this is neither YAML nor JSON; correct it/,
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
  const error = await load(files, { strict: true }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(DescriptionError);
  const [problem] = (error as DescriptionError).problems;
  expect({ file: path.basename(problem!.file!), pointer: problem!.pointer }).toEqual(place);
  expect(problem!.message).toMatch(message);
  expect(problem!.message).not.toContain('\n');
});

const operation = (text: string) => `${HEAD}paths: { /a: { get: { ${text} } } }`;
const ok = "responses: { '200': { description: d } }";

test.each<[string, string, string, object]>([
  ['a response without description', operation("responses: { '200': {} }"), '#/paths/~1a/get/responses/200', {}],
  [
    'an operation without responses',
    'openapi: 3.0.0\ninfo: { title: T, version: "1" }\npaths: { /a: { get: {} } }',
    '#/paths/~1a/get',
    {},
  ],
  ['info without title', `openapi: 3.1.0\ninfo: { version: '1' }\npaths: {}`, '#/info', {}],
  ['a version that is a number', 'openapi: 3.1.0\ninfo: { title: T, version: 1 }\npaths: {}', '#/info/version', {}],
  [
    'Swagger 2.0 as a number',
    'swagger: 2.0\ninfo: { title: T, version: "1" }\npaths: {}',
    '#/swagger',
    { openapi: '3.1.0' },
  ],
  ['Swagger 2.0 without paths', 'swagger: "2.0"\ninfo: { title: T, version: "1" }', '#/', { openapi: '3.1.0' }],
  [
    'a limit of 3.1 in 3.0',
    'openapi: 3.0.0\ninfo: { title: T, version: "1" }\npaths: {}\ncomponents: { schemas: { S: { type: integer, exclusiveMinimum: 0 } } }',
    '#/components/schemas/S/exclusiveMinimum',
    { components: { schemas: { S: { type: 'integer', exclusiveMinimum: 0 } } } },
  ],
  [
    'an unused component that leads nowhere',
    `${HEAD}paths: {}\ncomponents: { schemas: { S: { $ref: '#/components/schemas/None' }, T: {} } }`,
    '#/components/schemas/S',
    { components: { schemas: { T: {} } } },
  ],
  [
    'a path parameter that is not described',
    `${HEAD}paths: { '/a/{id}': { get: { ${ok} } } }`,
    '#/paths/~1a~1{id}/get',
    {
      paths: {
        '/a/{id}': { get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] } },
      },
    },
  ],
  [
    'a path parameter that the path does not name',
    `${HEAD}paths: { /a: { parameters: [{ name: id, in: path, required: true, schema: {} }], get: { ${ok} } } }`,
    '#/paths/~1a/parameters/0',
    { paths: { '/a': { parameters: [] } } },
  ],
  [
    'a security scheme that is not described',
    `${HEAD}paths: {}\nsecurity: [{ key: [] }]`,
    '#/security',
    { security: [{ key: [] }] },
  ],
  [
    'a combination of nothing',
    `${HEAD}paths: {}\ncomponents: { schemas: { S: { type: object, oneOf: [] } } }`,
    '#/components/schemas/S/oneOf',
    { components: { schemas: { S: { type: 'object' } } } },
  ],
  [
    'an enumeration of nothing',
    `${HEAD}paths: {}\ncomponents: { schemas: { S: { enum: [] } } }`,
    '#/components/schemas/S/enum',
    { components: { schemas: { S: {} } } },
  ],
  [
    'a pattern of another language',
    `${HEAD}paths: {}\ncomponents: { schemas: { S: { type: string, pattern: '(?i)a\\Z' } } }`,
    '#/components/schemas/S/pattern',
    { components: { schemas: { S: { type: 'string' } } } },
  ],
])('%s is a note, and refused where everything is to be strict', async (_, text, pointer, wanted) => {
  const notes: Problem[] = [];
  const document = await load({ 'openapi.yaml': text }, { note: (each) => notes.push(each) });
  expect(notes.map((each) => each.pointer)).toContain(pointer);
  expect(document).toMatchObject(wanted);
  await expect(load({ 'openapi.yaml': text }, { strict: true })).rejects.toThrow(DescriptionError);
});

test('extensions among responses are extensions', async () => {
  const { paths } = await load({
    'openapi.yaml': operation("responses: { '200': { description: d }, x-a: { b: 1 } }"),
  });
  expect(Object.keys(paths['/a'].get.responses)).toEqual(['200']);
});

test('schemas of equal names in other files are told apart', async () => {
  const { paths, components } = await load({
    'openapi.yaml': two('b/Thing.yaml'),
    'a/Thing.yaml': 'type: string',
    'b/Thing.yaml': 'type: integer',
  });
  expect(components.schemas).toEqual({ Thing: { type: 'string' }, 'Thing-2': { type: 'integer' } });
  expect(paths['/b'].get.responses[200].content['a/b'].schema.$ref).toBe('#/components/schemas/Thing-2');
});

test('a brace that is indented too little is read, as parsers of YAML 1.1 read it', async () => {
  const { paths } = await load({
    'openapi.yaml': `${HEAD}paths:
  /a:
    get:
      x-a: {
        list: [
      1
        ]
    }
      ${ok}`,
  });
  expect(paths['/a'].get['x-a']).toEqual({ list: [1] });
});

test('a parameter that is null is ignored', async () => {
  const { paths } = await load({ 'openapi.yaml': operation(`parameters: [null, { name: q, in: query }], ${ok}`) });
  expect(Object.values<{ get: { parameters: object[] } }>(paths)[0]!.get.parameters).toHaveLength(1);
});

test('what is no object where one is wanted is told by pointer', async () => {
  const told: string[] = [];
  await load(
    { 'openapi.yaml': `${operation(ok)}\ncomponents: { schemas: { S: text, T: { properties: { a: 1 } } } }` },
    { note: ({ pointer, file }) => void (file ?? told.push(pointer)) },
  );
  expect(told).toEqual(['#/components/schemas/S', '#/components/schemas/T/properties/a']);
});

const swagger = (text: string) => `swagger: '2.0'\ninfo: { title: T, version: '1' }\n${text}`;

test.each([
  ['by reference', 'post: { parameters: [{ $ref: "#/parameters/Body" }], responses: {} }'],
  ['of the whole path', 'parameters: [{ $ref: "#/parameters/Body" }], post: { responses: {} }'],
  [
    'of the whole path, which stands behind its operations',
    'post: { responses: {} }, parameters: [{ $ref: "#/parameters/Body" }]',
  ],
])('a body of Swagger 2.0 %s', async (_, item) => {
  const { paths } = await load({
    'openapi.yaml': swagger(
      `paths: { /a: { ${item} } }\nparameters: { Body: { name: b, in: body, required: true, schema: { $ref: '#/definitions/D' } } }\ndefinitions: { D: { type: object } }`,
    ),
  });
  expect(paths['/a'].post.requestBody).toEqual({
    required: true,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/D' } } },
  });
});

test('fields of a form of Swagger 2.0 by reference are one body', async () => {
  const { paths } = await load({
    'openapi.yaml': swagger(
      `paths: { /a: { post: { consumes: [application/x-www-form-urlencoded], parameters: [{ $ref: '#/parameters/A' }, { name: b, in: formData, type: integer }], responses: {} } } }\nparameters: { A: { name: a, in: formData, type: string } }`,
    ),
  });
  const [content] = Object.values<{ schema: { properties: object } }>(paths['/a'].post.requestBody.content);
  expect(content!.schema.properties).toMatchObject({ a: { type: 'string' }, b: { type: 'integer' } });
});

test('x-ms-paths are paths, with a note', async () => {
  const notes: Problem[] = [];
  const { paths } = await load(
    { 'openapi.yaml': swagger(`paths: {}\nx-ms-paths: { '/a?comp=b': { get: { responses: {} } } }`) },
    { note: (each) => notes.push(each) },
  );
  expect(Object.keys(paths)).toEqual(['/a?comp=b']);
  expect(notes.map(({ pointer }) => pointer)).toContain('#/x-ms-paths');
});

test('an overlay changes Swagger 2.0 as it is written', async () => {
  const overlay = path.join(folder, 'overlay.yaml');
  await writeFile(
    overlay,
    'overlay: 1.0.0\ninfo: { title: O, version: "1" }\nactions: [{ target: "$.definitions.D", update: { description: new } }]',
  );
  const { components } = await load(
    { 'openapi.yaml': swagger('paths: {}\ndefinitions: { D: { type: object } }') },
    { overlays: [overlay] },
  );
  expect(components.schemas.D.description).toBe('new');
});

test('a description by URL, with a file of its host; another host only by the option', async () => {
  const files: Record<string, string> = {
    '/api/openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths: { /a: { get: { responses: { 200: { description: d, content: { application/json: { schema: { $ref: 'shared.yaml#/A' } } } } } } } }`,
    '/api/shared.yaml': 'A: { type: string, title: Shared }',
  };
  const server = createServer(({ url }, response) => response.end(files[url!] ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  try {
    expect(JSON.stringify(await loadDescription(`${base}/openapi.yaml`))).toContain('"Shared"');
    const local = {
      'openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths: { /a: { $ref: '${base}/item.yaml' } }`,
    };
    files['/api/item.yaml'] = 'get: { summary: Far, responses: { 200: { description: d } } }';
    const notes: Problem[] = [];
    const without = JSON.stringify(await load(local, { note: (each) => notes.push(each) }));
    expect(without + JSON.stringify(notes)).toContain('--remote');
    expect(without).not.toContain('"Far"');
    expect(JSON.stringify(await load(local, { remote: true }))).toContain('"Far"');
  } finally {
    server.close();
  }
});

test('references of a part that lead to nothing in it lead to the description', async () => {
  const { paths, components } = await load({
    'openapi.yaml': `swagger: '2.0'
info: { title: T, version: '1' }
paths: { /a: { $ref: a.yaml } }
definitions: { $ref: definitions/index.yaml }`,
    'a.yaml': "get: { responses: { 200: { description: d, schema: { $ref: '#/definitions/Pet' } } } }",
    'definitions/index.yaml': 'Pet: { type: string }',
  });
  const [content] = Object.values<{ schema: object }>(paths['/a'].get.responses[200].content);
  expect(content!.schema).toEqual({ $ref: '#/components/schemas/Pet' });
  expect(components.schemas.Pet).toEqual({ type: 'string' });
});

test('a path without a slash has one', async () => {
  const notes: Problem[] = [];
  const { paths } = await load(
    { 'openapi.yaml': `${HEAD}paths: { pets: {}, /b: {} }` },
    { note: (each) => notes.push(each) },
  );
  expect(Object.keys(paths)).toEqual(['/pets', '/b']);
  expect(notes.map(({ pointer, message }) => [pointer, message])).toContainEqual([
    '#/paths/pets',
    'is taken for /pets',
  ]);
});
