import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Problem } from '../common/errors.ts';
import { generateFiles } from '../generate.ts';

/** Oddities of public descriptions that no rule foresees, each with one operation, `GET /a/{id}`. */

const folder = await mkdtemp(path.join(tmpdir(), 'codegen-'));
afterAll(() => rm(folder, { recursive: true }));

async function generate(description: object): Promise<{ notes: string[]; skipped: string[]; types: string }> {
  const input = path.join(folder, 'openapi.json');
  await writeFile(input, JSON.stringify(description));
  const notes: Problem[] = [];
  const skipped: Problem[] = [];
  const files = await generateFiles({
    input,
    parts: ['types', 'client', 'server'],
    onNote: (note) => notes.push(note),
    skip: (problem) => skipped.push(problem),
  });
  const lines = (problems: Problem[]) => problems.map(({ pointer, message }) => `${pointer}: ${message}`);
  return { notes: lines(notes), skipped: lines(skipped), types: [...files.values()].join('\n') };
}

const OK = { '200': { description: 'OK' } };
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const describe = (operation: object, components = {}) => ({
  openapi: '3.0.3',
  info: { title: 'T', version: '1' },
  paths: { '/a/{id}': { get: { operationId: 'getA', parameters: [ID], responses: OK, ...operation } } },
  components,
});
const AT = '#/paths/~1a~1{id}/get';

test.each<[string, object, string[]]>([
  [
    'a style of another place',
    describe({ parameters: [ID, { name: 'q', in: 'query', style: 'simple', schema: { type: 'string' } }] }),
    [`${AT}/parameters/1/style: "simple" is not one of query parameters, and is ignored`],
  ],
  [
    'a header that HTTP adds by itself',
    describe({
      parameters: [ID, { name: 'Content-Length', in: 'header', required: true, schema: { type: 'integer' } }],
    }),
    [`${AT}/parameters/1: Content-Length is added by HTTP where it needs it, and is not required of requests`],
  ],
  [
    'a status that is none, variants of a media type, and a parameter without one',
    describe({
      parameters: [ID, { name: 'q', in: 'query', content: {} }],
      responses: {
        '200': {
          description: 'OK',
          content: {
            'application/json': { schema: { type: 'string' } },
            'application/json; charset=utf-8': { schema: { type: 'integer' } },
          },
        },
        '600': { description: 'None' },
      },
    }),
    [
      `${AT}/responses/600: is no status, and is left out`,
      `${AT}/parameters/1/content: has no media type, and is taken for a text`,
      `${AT}/responses/200/content/application~1json; charset=utf-8: is left out: there is another application/json with a different schema, and nothing tells them apart`,
    ],
  ],
  [
    'names that no header has',
    {
      ...describe(
        { parameters: [ID, { name: 'My Header', in: 'header', schema: { type: 'string' } }] },
        { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'My Key' } } },
      ),
      security: [{ key: [] }],
    },
    [
      '#/components/securitySchemes/key: is left out: no header can be called "My Key"',
      '#/security: "key" is not described: a client sends nothing for it, and the hook authenticate decides by the request',
      `${AT}/parameters/1: is left out: no header can be called "My Header"`,
    ],
  ],
  [
    'a schema that is the name of a type, a short reference, and a mapping to nothing',
    describe(
      {
        responses: {
          '200': {
            description: 'OK',
            content: {
              'application/json': { schema: { type: 'object', properties: { n: 'integer', p: { $ref: 'Pet' } } } },
            },
          },
        },
      },
      {
        schemas: {
          Pet: {
            oneOf: [{ $ref: '#/components/schemas/Cat' }],
            discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: '#/components/schemas/Dog' } },
          },
          Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
        },
      },
    ),
    [
      `${AT}/responses/200/content/application~1json/schema/properties/p/$ref: is taken for the schema "Pet"`,
      '#/components/schemas/Pet/discriminator/mapping/dog: leads to no schema, and is left out',
      `${AT}/responses/200/content/application~1json/schema/properties/n: Expected type \`Schema\` (object) but got \`string\``,
      `${AT}/responses/200/content/application~1json/schema/properties/n: "integer" is taken for a schema of this type`,
    ],
  ],
  [
    'a parameter that is the whole query',
    {
      ...describe({
        parameters: [
          ID,
          {
            name: 'q',
            in: 'querystring',
            content: {
              'application/x-www-form-urlencoded': {
                schema: { type: 'object', properties: { n: { type: 'integer' } } },
              },
            },
          },
        ],
      }),
      openapi: '3.2.0',
    },
    [],
  ],
  [
    'a parameter that is there twice',
    describe({ parameters: [ID, { name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] }),
    [`${AT}/parameters/1: is there twice; the last one counts`],
  ],
  [
    'a boolean schema of OpenAPI 3.1',
    {
      ...describe({ responses: { '200': { description: 'OK', content: { 'application/json': { schema: true } } } } }),
      openapi: '3.1.0',
    },
    [],
  ],
  [
    'a default of another type',
    describe({ parameters: [ID, { name: 'q', in: 'query', schema: { type: 'number', default: 'false' } }] }),
    [`${AT}/parameters/1/schema: the default "false" is no value of its type, and is ignored`],
  ],
  [
    'a path parameter that only the query describes',
    describe({ parameters: [{ name: 'id', in: 'query', schema: { type: 'string' } }] }),
    [
      `${AT}: does not describe the path parameter "id", which is taken for a text`,
      `${AT}/parameters/0: is "id_query" in code, where the path has a parameter of its name`,
    ],
  ],
  [
    'callbacks by reference',
    describe(
      { callbacks: { done: { $ref: '#/components/callbacks/Done' } } },
      { callbacks: { Done: { '{$request.query.url}': { post: { responses: OK } } } } },
    ),
    [`${AT}/callbacks/done: has no handler; --webhooks generates a stub of what the service calls`],
  ],
  [
    'an extension that has another form than ours',
    { ...describe({ 'x-timeout': 'PT5S' }), 'x-errors': { types: [] } },
    [
      '#/x-errors: has not the form of the extension that the generator reads, and is ignored',
      `${AT}/x-timeout: has not the form of the extension that the generator reads, and is ignored`,
    ],
  ],
  ['a file of an extension that is not there', describe({ 'x-ms-examples': { one: { $ref: './no.json' } } }), []],
  [
    'a parameter that is a text or a number',
    describe({ parameters: [{ ...ID, schema: { oneOf: [{ type: 'integer' }, { type: 'string' }] } }] }),
    [],
  ],
])('%s is generated as a whole', async (_, description, wanted) => {
  const { notes, skipped } = await generate(description);
  expect(skipped).toEqual([]);
  expect(notes.map((note) => note.replace(/^.*#/, '#'))).toEqual(wanted);
});

test.each<[string, object, string, string[]]>([
  ['a component that is no schema', describe({}, { schemas: { A: 'text', B: [] } }), '', []],
  ['schemas that are a text', describe({}, { schemas: 'text' }), '', []],
  ['a parameter that is a text', describe({ parameters: [ID, 'text'] }), '/parameters/1', ['must be an object']],
  ['parameters that are a text', describe({ parameters: 'text' }), '/parameters', ['must be a list']],
  ['responses that are a list', describe({ responses: [] }), '/responses', ['must be an object']],
  [
    'a schema that is a text',
    describe({ parameters: [{ ...ID, schema: 'string' }] }),
    '/parameters/0/schema',
    ['a schema must be an object, true or false'],
  ],
])('%s is refused where it is needed, and everything else generated', async (_, description, at, wanted) => {
  const { skipped, types } = await generate(
    Object.assign(description, {
      paths: { ...(description as { paths: object }).paths, '/b': { get: { operationId: 'getB', responses: OK } } },
    }),
  );
  expect(skipped).toEqual(wanted.map((message) => `${AT}${at}: ${message}`));
  expect(types).toContain('getB');
});

test('a description of which no operation is left has no unused imports', async () => {
  const { types } = await generate({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths: {} });
  expect(types).toContain('interface Handlers<_Context>');
});

test('a parameter that does not say where it stands is refused by its pointer', async () => {
  const parameters = [{ name: 'id', in: 'path', type: 'string', required: true }, { name: 'q' }];
  const { skipped } = await generate({
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a/{id}': { get: { operationId: 'getA', parameters, responses: OK } },
      '/b': { get: { responses: OK } },
    },
  });
  expect(skipped).toEqual([`${AT}/parameters/1: the parameter "q" needs "in": path, query, header, body or formData`]);
});
