import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Problem } from '../common/errors.ts';
import { ALL_PARTS, generateFiles } from '../generate.ts';
import { loadDescription } from './load.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'codegen-join-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;

async function load(files: Record<string, string>) {
  const root = path.join(folder, String(count++));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  const notes: Problem[] = [];
  const document = await loadDescription(path.join(root, 'api.yaml'), { note: (each) => notes.push(each) });
  return { document, notes: notes.map(({ file, pointer, message }) => [path.basename(file ?? ''), pointer, message]) };
}

/** A description whose one response has this schema. */
const api = (schema: string, further = '') =>
  `openapi: 3.1.0
info: { title: T, version: '1' }
paths: { /a: { get: { responses: { '200': { description: d, content: { application/json: { schema: ${schema} } } } } } } }
${further}`;

const AT = '#/paths/~1a/get/responses/200/content/application~1json/schema';

type Found = Awaited<ReturnType<typeof load>>;
const schemaOf = ({ document }: Found) => document.paths['/a'].get.responses[200].content['application/json'].schema;

test.each<[string, Record<string, string>, schema: object, schemas: object]>([
  [
    'a component is what its file holds, under its own name',
    {
      'api.yaml': api(
        `{ $ref: '#/components/schemas/Animal' }`,
        `components: { schemas: { Animal: { $ref: 'parts/animal-v2.yaml' } } }`,
      ),
      'parts/animal-v2.yaml': `{ properties: { next: { $ref: animal-v2.yaml }, far: { $ref: '../api.yaml#/components/schemas/Animal' } } }`,
    },
    { $ref: '#/components/schemas/Animal' },
    {
      Animal: {
        properties: { next: { $ref: '#/components/schemas/Animal' }, far: { $ref: '#/components/schemas/Animal' } },
      },
    },
  ],
  [
    'pointers with escapes',
    {
      'api.yaml': api(
        '{ oneOf: [{ $ref: "all.yaml#/a~1b" }, { $ref: "all.yaml#/c~0d" }, { $ref: "all.yaml#/e%20f" }, { $ref: "all.yaml#/g%7E1h" }] }',
      ),
      'all.yaml': 'a/b: { minimum: 1 }\nc~d: { minimum: 2 }\ne f: { minimum: 3 }\ng/h: { minimum: 4 }',
    },
    { oneOf: ['a~1b', 'c~0d', 'e f', 'g~1h'].map((name) => ({ $ref: `#/components/schemas/${name}` })) },
    { 'a/b': { minimum: 1 }, 'c~d': { minimum: 2 }, 'e f': { minimum: 3 }, 'g/h': { minimum: 4 } },
  ],
  [
    'a pointer into a component of another file',
    {
      'api.yaml': api(`{ $ref: 'Pet.yaml#/properties/id' }`, `components: { schemas: { Pet: { $ref: Pet.yaml } } }`),
      'Pet.yaml': '{ properties: { id: { type: integer } } }',
    },
    { $ref: '#/components/schemas/Pet/properties/id' },
    { Pet: { properties: { id: { type: 'integer' } } } },
  ],
  [
    'plain names of a mapping in another file',
    {
      'api.yaml': api(`{ $ref: 'pets.yaml#/Pet' }`),
      'pets.yaml': `
Pet: { oneOf: [{ $ref: '#/Cat' }, { $ref: Dog.yaml }], discriminator: { propertyName: kind, mapping: { cat: Cat, dog: Dog, cow: Cow } } }
Cat: { type: object }`,
      'Dog.yaml': 'type: object',
    },
    { $ref: '#/components/schemas/Pet' },
    {
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
      },
      Cat: { type: 'object' },
      Dog: { type: 'object' },
    },
  ],
  [
    'an extension, an example and a default are nobody’s references',
    {
      'api.yaml': api(
        '{ x-rules: [{ $ref: ../rules.yaml }], example: { $ref: nowhere }, default: { $ref: "#/none" } }',
      ),
    },
    { 'x-rules': [{ $ref: '../rules.yaml' }], example: { $ref: 'nowhere' }, default: { $ref: '#/none' } },
    {},
  ],
  [
    'a file with a space, and pointers to the whole of it',
    {
      'api.yaml': api('{ oneOf: [{ $ref: "my%20pet.yaml" }, { $ref: "my pet.yaml#/" }, { $ref: "my%20pet.yaml#" }] }'),
      'my pet.yaml': 'type: string',
    },
    { oneOf: [1, 2, 3].map(() => ({ $ref: '#/components/schemas/my pet' })) },
    { 'my pet': { type: 'string' } },
  ],
  [
    'an example in a file of its own',
    { 'api.yaml': api('{ example: { $ref: examples/one.json } }'), 'examples/one.json': '{ "a": { "$ref": "b" } }' },
    { example: { a: { $ref: 'b' } } },
    {},
  ],
  [
    'an anchor of another file',
    { 'api.yaml': api(`{ $ref: 'all.yaml#tag' }`), 'all.yaml': 'Tag: { $anchor: tag, type: string }' },
    { $ref: '#/components/schemas/Tag' },
    { Tag: { type: 'string' } },
  ],
])('%s', async (_, files, schema, schemas) => {
  const found = await load(files);
  expect([schemaOf(found), found.document.components?.schemas ?? {}]).toEqual([schema, schemas]);
});

test.each<[string, Record<string, string>, file: string, pointer: string, RegExp]>([
  [
    'a component that is itself, by the name of the file',
    { 'api.yaml': api('{}', `components: { schemas: { T: { $ref: 'api.yaml#/components/schemas/T' } } }`) },
    'api.yaml',
    '#/components/schemas/T',
    /"api.yaml#\/components\/schemas\/T" leads back to itself/,
  ],
  [
    'files that are each other',
    { 'api.yaml': api('{ $ref: b.yaml }'), 'b.yaml': '$ref: c.yaml', 'c.yaml': '$ref: b.yaml' },
    'api.yaml',
    AT,
    /"b.yaml" leads back to itself/,
  ],
  [
    'a component and a file that are each other',
    {
      'api.yaml': api('{}', 'components: { schemas: { B: { $ref: b.yaml } } }'),
      'b.yaml': `$ref: 'api.yaml#/components/schemas/B'`,
    },
    'api.yaml',
    '#/components/schemas/B',
    /leads back to itself/,
  ],
  [
    'a part of a file that refers to nothing',
    { 'api.yaml': api('{ $ref: b.yaml }'), 'b.yaml': 'properties: { c: { $ref: "c.yaml" } }' },
    'b.yaml',
    '#/properties/c',
    /"c.yaml": there is no such file; give the file/,
  ],
  [
    'a pointer to nothing',
    { 'api.yaml': api('{ $ref: b.yaml#/c }'), 'b.yaml': 'd: {}' },
    'api.yaml',
    AT,
    /"b.yaml#\/c" points to nothing/,
  ],
])('%s: a note with the place where it is written', async (_, files, file, pointer, message) => {
  const { notes } = await load(files);
  expect(notes).toContainEqual([file, pointer, expect.stringMatching(message)]);
});

test('a map without which nothing is left is refused', async () => {
  const files = { 'api.yaml': `openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { $ref: paths.yaml }` };
  await expect(load(files)).rejects.toThrow(/#\/paths: Can't resolve \$ref "paths.yaml": there is no such file/);
});

test('a path item in two paths, an operation and a list of parameters by reference, an example of a file', async () => {
  const { document } = await load({
    'api.yaml': `openapi: 3.1.0
info: { title: T, version: '1', description: { $ref: about.md } }
paths: { /a: { $ref: item.yaml }, /b: { get: { $ref: 'item.yaml#/get' } } }`,
    'about.md': 'Tells *all*',
    'item.yaml': 'get: { parameters: { $ref: parts/parameters.yaml }, responses: { 200: { $ref: parts/ok.yaml } } }',
    'parts/parameters.yaml': '- { name: q, in: query, schema: { $ref: text.yaml } }',
    'parts/text.yaml': 'type: string',
    'parts/ok.yaml':
      'description: d\ncontent: { application/json: { examples: { one: { externalValue: one.json } } } }',
    'parts/one.json': '{ "a": 1 }',
  });
  const parameters = [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/text' } }];
  const get = { parameters, responses: { 200: { $ref: '#/components/responses/ok' } } };
  expect([document.paths['/a'], document.paths['/b'], document.info.description]).toEqual([
    { get },
    { get },
    'Tells *all*',
  ]);
  expect(document.components.responses.ok.content['application/json'].examples).toEqual({ one: { value: { a: 1 } } });
});

test('references of Swagger 2.0 into operations', async () => {
  const { document } = await load({
    'api.yaml': `swagger: '2.0'
info: { title: T, version: '1' }
paths:
  /a:
    get:
      parameters: [{ name: q, in: query, type: integer }]
      responses: { '200': { description: d, schema: { type: object, properties: { up: { $ref: '#/paths/~1a/get/responses/200/schema' } } } } }
  /b:
    get:
      parameters: [{ $ref: '#/paths/~1a/get/parameters/0' }]
      responses: { '200': { $ref: '#/paths/~1a/get/responses/200' }, default: { description: d, schema: { $ref: '#/paths/~1a/get/responses/200/schema/properties/up' } } }`,
  });
  const [a, b] = ['/a', '/b'].map((name) => document.paths[name].get);
  const schema = { $ref: '#/components/schemas/AGet200' };
  expect(document.components.schemas.AGet200).toEqual({ type: 'object', properties: { up: schema } });
  expect(
    [a.responses[200], b.responses[200], b.responses.default].map(({ content }) => Object.values(content)),
  ).toEqual([[{ schema }], [{ schema }], [{ schema }]]);
  expect(b.parameters).toEqual(a.parameters);
});

test('names of security schemes as texts', async () => {
  const { document, notes } = await load({
    'api.yaml': api(
      '{}',
      `security: [key, 7]\ncomponents: { securitySchemes: { key: { type: http, scheme: basic } } }`,
    ),
  });
  expect(document.security).toEqual([{ key: [] }]);
  expect(notes.filter(([, pointer]) => pointer === '#/security').map(([, , message]) => message)).toEqual([
    '"key" is taken for { "key": [] }',
    '7 is no object of schemes and scopes, and is ignored',
  ]);
});

test('names with a bare %, in paths, files and components', async () => {
  const folderOf = path.join(folder, String(count++));
  await mkdir(folderOf);
  const input = path.join(folderOf, 'api.yaml');
  await writeFile(path.join(folderOf, '50%.yaml'), 'type: string');
  await writeFile(
    input,
    `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  '/a%/{x}':
    get:
      responses:
        '200': { description: d, content: { application/xml: { schema: { $ref: '#/components/schemas/100%' } } } }
components: { schemas: { 100%: { type: object, properties: { a: { $ref: 50%.yaml } } } } }`,
  );
  const files = await generateFiles({ input, parts: ALL_PARTS });
  expect([...files.keys()].filter((file) => file.startsWith('codecs/'))).toContain('codecs/_100_.ts');
});
