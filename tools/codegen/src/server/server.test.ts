import { expect, test } from 'vitest';
import { describeApi, describeOperation } from '../../test/support/describe.ts';
import { buildModel } from '../model/build.ts';
import type { OpenApiDocument } from '../model/model.ts';
import { emitServer } from './index.ts';

const emit = (description: OpenApiDocument): Map<string, string> => emitServer(buildModel(description));
const file = (description: OpenApiDocument, name: string): string =>
  emit(description).get(`server/${name}.ts`) ?? 'no such file';

const parameter = (name: string, schema: string, more = '') =>
  `parameters: [{ name: ${name}, in: query, schema: ${schema}${more && `, ${more}`} }]`;
const body = (content: string) => `requestBody: { required: true, content: { ${content} } }`;
const answers = (text: string) => `responses: { ${text} }`;
const ok = (content: string) => `'200': { description: d, content: { ${content} } }`;

test.each([
  ['an optional text', parameter('q', '{ type: string }'), 'q?: string;'],
  ['a required number', parameter('q', '{ type: integer }', 'required: true'), 'q: number;'],
  ['a default', parameter('q', '{ type: boolean, default: true }'), 'q: boolean;'],
  ['an enumeration', parameter('q', '{ type: string, enum: [a, b] }'), 'q?: "a" | "b";'],
  ['a list', parameter('q', '{ type: array, items: { type: integer, enum: [1, 2] } }'), 'q: (1 | 2)[];'],
  ['a name that is no identifier', parameter('x-y', '{ type: string }'), '"x-y"?: string;'],
  ['XML', body('a/xml: { schema: { type: object, additionalProperties: false } }'), 'body: types.OpRequest;'],
  ['text', body('text/html: {}'), 'body: string;'],
  ['an optional body', 'requestBody: { content: { text/html: {} } }', 'body?: string;'],
  ['bytes of any type', body('"*/*": {}'), '| { contentType: string; body: Uint8Array }'],
  ['bytes as they come', body('image/png: { x-stream: true }'), 'body: AsyncIterable<Uint8Array>;'],
  ['two media types', body('text/html: {}, text/plain: {}'), '| { contentType: "text/plain"; body: string }'],
  ['nothing', '', 'export type OpInput = Record<never, never>;'],
  [
    'a key that names the change, which is none of the handler',
    'parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }]',
    'export type OpInput = Record<never, never>;',
  ],
])('the input type of %s', (_what, operation, text) => {
  expect(file(describeOperation(operation), 'default')).toContain(text);
});

test.each([
  ['nothing', '', 'void | Reply<200, undefined>'],
  [
    'XML',
    answers(ok('a/xml: { schema: { type: object, required: [a], properties: { a: { type: string } } } }')),
    'types.OpResponse | Reply<200, types.OpResponse>',
  ],
  [
    'XML that requires nothing',
    answers(ok('a/xml: { schema: { type: object, additionalProperties: false } }')),
    'types.OpResponse | undefined | Reply<200, types.OpResponse | undefined>',
  ],
  [
    'bytes',
    answers(ok('image/png: {}')),
    'Uint8Array | AsyncIterable<Uint8Array> | Reply<200, Uint8Array | AsyncIterable<Uint8Array>> | Reply<206, Uint8Array | AsyncIterable<Uint8Array>>',
  ],
  [
    'a page',
    `x-paging: { size: n, index: i, total: X-Items, pages: X-Pages }\n${answers(ok('a/xml: { schema: { type: array, items: {} } }'))}`,
    'Paged<types.OpResponse> | Reply<200, Paged<types.OpResponse>>',
  ],
  [
    'two successes',
    answers(`${ok('text/html: {}')}, '204': { description: d }`),
    'Reply<200, string> | Reply<204, undefined>',
  ],
  [
    'only default',
    answers('default: { description: d, content: { text/html: {} } }'),
    'string | Reply<200, string> | Reply<204 | 205 | 304, undefined> | Reply<number, string>',
  ],
  ['a redirect', answers("'302': { description: d }"), 'void | Reply<302, undefined>'],
])('the output type of %s', (_what, operation, text) => {
  expect(file(describeOperation(operation), 'default')).toContain(`export type OpOutput = ${text};`);
});

test.each([
  ['group', '', 'group: "default",'],
  ['right', 'x-right: admin', 'right: "admin",'],
  ['privilege', 'x-privilege: send', 'privilege: "send",'],
  [
    'sealed',
    'x-sealed: id\nparameters: [{ name: id, in: path, required: true, schema: { type: integer } }]',
    'sealed: "id",',
  ],
  ['aliases', 'x-aliases: [{ method: POST, path: /other }]', 'aliases: [{"method":"POST","path":"/other"}],'],
  ['names in Accept', 'x-accept-aliases: [text/html]', 'acceptAliases: ["text/html"],'],
  ['long work', 'x-long-running: true', 'longRunning: true,'],
  [
    'a secret',
    answers(
      "'201': { description: d, content: { a/json: { schema: { allOf: [{ properties: { keys: { items: { x-secret: true } } } }] } } } }",
    ),
    'secret: true,',
  ],
  ['no key', 'security: []', 'secured: false,'],
  [
    'other names of a parameter',
    parameter('q', '{ type: string }', 'x-aliases: [p]'),
    '{"name":"q","in":"query","scalar":"string","empty":"","aliases":["p"]},',
  ],
  [
    'a list with commas',
    parameter('q', '{ type: array, items: { type: integer } }', 'explode: false'),
    '"array":true,"commas":true},',
  ],
  ['case ignored', parameter('q', '{ type: string, enum: [A, B] }', 'x-ignore-case: true'), '"ignoreCase":["A","B"]},'],
  [
    'a root element',
    body('a/xml: { schema: { type: object, xml: { name: thing } } }'),
    'root: "thing", codec: OpRequestCodec, validate: validateOpRequest },',
  ],
  [
    'JSON',
    body('a/json: { schema: { type: object } }'),
    '{ mediaType: "a/json", kind: "json", validate: validateOpRequest },',
  ],
])('the table of an operation with %s', (_what, operation, text) => {
  const path = operation.includes('in: path') ? '/things/{id}' : '/things';
  expect(file(describeOperation(operation, path), 'tables/default')).toContain(text);
});

const errorContent =
  '{ a/xml: { schema: { $ref: "#/components/schemas/Error" } }, a/json: { schema: { $ref: "#/components/schemas/Error" } } }';
const withErrors = describeApi(`
paths:
  /a:
    get:
      operationId: a
      responses:
        '200': { description: d }
        '400': { description: d, content: ${errorContent} }
        '404': { description: d }
        '422': { description: d, content: { a/json: { schema: { $ref: "#/components/schemas/Report" } } } }
        default: { description: d, content: ${errorContent} }
  /b:
    get:
      operationId: b
      responses:
        '200': { description: d }
        '400': { description: d, content: { other/json: { schema: { $ref: "#/components/schemas/Error" } } } }
components:
  schemas:
    Error: { type: object, properties: { message: { type: string } } }
    Report: { type: object, properties: { queued: { type: boolean } } }
`);

test('a text that names types imports none', () => {
  const text = file(
    describeOperation("parameters: [{ name: q, in: query, description: 'All types.a of it.' }]"),
    'default',
  );
  expect(text).toContain('All types.a of it.');
  expect(text).not.toContain('import type * as types');
});

test('errors with the common document are statuses, others keep their own', () => {
  const table = file(withErrors, 'tables/default');
  expect(table).toContain('errors: [400,404,"default"],');
  expect(table).toContain(
    '{ status: 422, contents: [{ mediaType: "a/json", kind: "json", validate: validateReport }] },',
  );
  expect(table).toContain('errorTypes: {"json":"other/json"},');
  expect(file(withErrors, 'index')).toContain('errorTypes: {"xml":"a/xml","json":"a/json"},');
  expect(file(withErrors, 'default')).toContain(
    'export type AOutput = void | Reply<200, undefined> | Reply<404, undefined> | Reply<422, types.Report>;',
  );
});

test('errors outside of operations have the document of most errors', () => {
  const fault = `content: { application/xml: { schema: { $ref: '#/components/schemas/Fault' } } }`;
  const index = file(
    describeApi(`
paths: { /a: { get: { operationId: a, responses: { '200': { description: d }, '404': { description: d, ${fault} }, '409': { description: d, ${fault} } } } } }
components: { schemas: { Fault: { type: object, required: [Code, Message], xml: { name: Error }, properties: { Code: { type: string }, Message: { type: string } } } } }`),
    'index',
  );
  expect(index).toContain('errorTypes: {"xml":"application/xml"},');
  expect(index).toContain('errorDocument: { document: documentFault, codec: FaultCodec },');
});

test('a schema is checked in a module of its own, which calls those of others', () => {
  const files = emit(
    describeApi(`
paths: { /a: { post: { operationId: a, requestBody: { content: { a/json: { schema: { $ref: '#/components/schemas/Node' } } } }, responses: {} } } }
components:
  schemas:
    Node: { type: object, x-note: 1, xml: { name: n }, properties: { name: { $ref: '#/components/schemas/Name' }, next: { $ref: '#/components/schemas/Node' }, deep: { $ref: '#/components/schemas/Deep' } } }
    Name: { type: string, minLength: 3, format: int64, description: text }
    Deep: { type: object, required: [a, b, c], properties: { a: { type: string, pattern: '[\\w-.]' }, b: {}, c: {} } }
    Unused: { type: object }
`),
  );
  const names = [...files.keys()].filter((name) => name.includes('validators'));
  expect(names).toEqual(['Deep', 'Name', 'Node'].map((name) => `server/validators/schemas/${name}.ts`));
  const node = files.get('server/validators/schemas/Node.ts');
  expect(node).toContain("import { validateDeep } from './Deep.ts';");
  expect(node).not.toContain('x-note');
  expect(files.get('server/validators/schemas/Deep.ts')).toContain(
    "import { pattern } from '@mailwright/server-runtime';",
  );
});

test.each(['Index', 'errors', 'Shapes'])('a tag %s has a file of its own', (tag) => {
  const files = emit(describeOperation(`tags: [${tag}]`));
  expect(files.get('server/index.ts')).toContain('export function implement');
  expect(files.get(`server/${tag.toLowerCase()}_.ts`)).toContain('export interface');
});

test('many operations of a group are split, and joined again in the index', () => {
  const paths = Array.from({ length: 60 }, (_each, n) => [
    `/a${n}`,
    {
      get: {
        operationId: `op${n}`,
        parameters: Array.from({ length: 8 }, (_one, p) => ({
          name: `p${p}`,
          in: 'query',
          schema: { type: 'string', maxLength: 9 },
        })),
        responses: { 200: { description: 'd' } },
      },
    },
  ]);
  const files = emit(describeApi(JSON.stringify({ paths: Object.fromEntries(paths) })));
  expect([...files.values()].filter((text) => text.split('\n').length > 800)).toEqual([]);
  expect([...files.keys()].filter((name) => name.startsWith('server/tables/')).length).toBeGreaterThan(1);
  expect(files.get('server/index.ts')).toContain(
    'export interface DefaultHandlers<Context>\n  extends Default1Handlers<Context>,\n    Default2Handlers<Context>',
  );
});
