import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { buildModel } from '../model/build.ts';
import { emitClient } from './index.ts';

const rest = `
components:
  schemas:
    Thing: { type: object, xml: { name: thing }, required: [id], properties: { id: { type: integer } } }
    Things: { type: array, xml: { name: things, wrapped: true }, items: { $ref: '#/components/schemas/Thing' } }
    Fault: { type: object, xml: { name: fault }, properties: { message: { type: string } } }
  responses:
    Wrong:
      description: Something is wrong.
      content: { application/xml: { schema: { $ref: '#/components/schemas/Fault' } } }
`;

/** The file of the operation, without its header. */
function emitted(operation: string, path = '/things'): string {
  const [method] = operation.split(':');
  const model = buildModel(describeApi(`paths:\n  ${path}:\n    ${operation.replaceAll('\n', '\n      ')}${rest}`));
  const file = emitClient(model).get(`client/default/${method}Thing.ts`)!;
  return file.split('\n').slice(2).join('\n');
}

test('an operation that reads', () => {
  const given = `
get: {
  operationId: getThing, summary: Get a thing, description: Sealed or not.,
  parameters: [
    { name: id, in: path, required: true, description: Its id., schema: { type: integer } },
    { name: fields, in: query, schema: { type: array, items: { type: string, enum: [a, b] } } },
    { name: codes, in: query, explode: false, schema: { type: array, items: { type: integer } } },
    { name: X-Mode, in: header, schema: { type: boolean, default: true } },
  ],
  responses: {
    200: { description: The thing., content: { application/xml: { schema: { $ref: '#/components/schemas/Thing' } } } },
    404: { $ref: '#/components/responses/Wrong' },
  },
}`;
  expect(emitted(given.trim(), '"/things/{id}"')).toBe(`\
import { type Call, type CallOptions, type Connection, type Ok, type Operation, call } from '@mailwright/client-runtime';
import { decodeThing } from '../../codecs/Thing.ts';
import type { Fault, Thing } from '../../types/index.ts';
import { faultBodies } from '../failures.ts';

export interface GetThingInput {
  /** Its id. */
  id: number;
  fields?: readonly ("a" | "b")[];
  codes?: readonly number[];
  /** @default true */
  "X-Mode"?: boolean;
}

export const getThingOperation: Operation = {
  id: 'getThing',
  method: 'GET',
  path: '/things/{id}',
  params: { id: 'path', fields: 'query', codes: 'joined', "X-Mode": 'header' },
  responses: { 200: [{ type: 'application/xml', decode: decodeThing }], failure: faultBodies },
  retry: 'safe',
  timeout: 30000,
};

export type GetThingCall = Call<Ok<200, Thing>, 404, Fault>;

/**
 * Get a thing.
 *
 * Sealed or not.
 *
 * \`GET /things/{id}\`
 *
 * - 200: The thing.
 * - 404: Something is wrong.
 */
export function getThing(
  connection: Connection,
  input: GetThingInput,
  options?: CallOptions,
): GetThingCall {
  return call(connection, getThingOperation, input, options);
}
`);
});

test('an operation that writes one of two bodies', () => {
  const given = `
put: {
  operationId: putThing, x-timeout: 90, x-retry: never, deprecated: true,
  requestBody: { required: true, content: {
    application/xml: { schema: { $ref: '#/components/schemas/Thing' } },
    application/json: { schema: { $ref: '#/components/schemas/Thing' } },
  } },
  responses: { 204: { description: Done. }, 201: { description: New., content: { text/plain: {} } } },
}`;
  expect(emitted(given.trim())).toBe(`\
import {
  type AnyStatus, type Call, type CallOptions, type Connection, type Ok, type Operation, call,
  decodeText, encodeBody, encodeJson,
} from '@mailwright/client-runtime';
import { encodeThing } from '../../codecs/Thing.ts';
import type { Thing } from '../../types/index.ts';

export type PutThingInput =
  | { body: Thing; contentType?: 'application/xml' }
  | { body: Thing; contentType: 'application/json' };

export const putThingOperation: Operation = {
  id: 'putThing',
  method: 'PUT',
  path: '/things',
  bodies: [
    { type: 'application/xml', encode: encodeThing },
    { type: 'application/json', encode: encodeJson },
  ],
  encode: encodeBody,
  responses: { 201: [{ type: 'text/plain', decode: decodeText }], 204: [] },
  retry: 'never',
  timeout: 90000,
};

export type PutThingCall = Call<Ok<201, string> | Ok<204, undefined>, AnyStatus>;

/**
 * \`PUT /things\`
 *
 * - 201: New.
 * - 204: Done.
 *
 * @deprecated
 */
export function putThing(
  connection: Connection,
  input: PutThingInput,
  options?: CallOptions,
): PutThingCall {
  return call(connection, putThingOperation, input, options);
}
`);
});

test('an operation with pages', () => {
  const given = `
get: {
  operationId: getThing, x-paging: { items: /things/thing, size: n, index: i, total: X-Items, pages: X-Pages },
  responses: {
    200: { description: A page., content: { application/xml: { schema: { $ref: '#/components/schemas/Things' } } } },
    400: { $ref: '#/components/responses/Wrong' },
  },
}`;
  expect(emitted(given.trim())).toBe(`\
import { type CallOptions, type Operation, type PagedFunction, pageOf, paged } from '@mailwright/client-runtime';
import { decodeThings } from '../../codecs/Things.ts';
import type { Fault, Thing } from '../../types/index.ts';
import { faultBodies } from '../failures.ts';

export type GetThingInput = Record<string, never>;

export const getThingOperation: Operation = {
  id: 'getThing',
  method: 'GET',
  path: '/things',
  responses: { 200: [{ type: 'application/xml', decode: decodeThings }], failure: faultBodies },
  retry: 'safe',
  timeout: 30000,
  paging: { total: 'X-Items', pages: 'X-Pages' },
  page: pageOf,
};

/**
 * \`GET /things\`
 *
 * - 200: A page.
 * - 400: Something is wrong.
 */
export const getThing: PagedFunction<
  [input?: GetThingInput, options?: CallOptions],
  Thing,
  400,
  Fault
> = /* @__PURE__ */ paged(getThingOperation);
`);
});

/** One line of the file of `op`, found by its beginning. */
function line(operation: string, beginning: string, components = '{}'): string | undefined {
  const model = buildModel(
    describeApi(`paths: { /x: { post: { operationId: op, ${operation} } } }\ncomponents: { schemas: ${components} }`),
  );
  const file = emitClient(model).get('client/default/op.ts')!;
  return file
    .split('\n')
    .find((each) => each.trim().startsWith(beginning))
    ?.trim();
}

test.each<[string, string, string, string]>([
  [
    'default means success when none is named',
    'responses: { default: { description: D, content: { text/plain: {} } } }',
    'responses:',
    "responses: { success: [{ type: 'text/plain', decode: decodeText }], failure: textBodies },",
  ],
  [
    'and any status',
    'responses: { default: { description: D, content: { text/plain: {} } } }',
    'export type OpCall',
    'export type OpCall = Call<Ok<AnySuccess, string>, AnyStatus, ByStatus<{ default: string }>>;',
  ],
  [
    'a failure without any body',
    'responses: { 200: { description: D }, 404: { description: N } }',
    'responses:',
    'responses: { 200: [] },',
  ],
  [
    'a failure with a body of its own',
    'responses: { 200: { description: D }, 400: { description: B, content: { text/html: {} } }, 404: { description: N, content: { text/plain: {} } }, 410: { description: G, content: { text/plain: {} } } }',
    'responses:',
    "responses: { 200: [], 400: [{ type: 'text/html', decode: decodeText }], failure: textBodies },",
  ],
  [
    'statuses without a class of their own',
    'responses: { 200: { description: D }, 422: { description: N } }',
    'export type OpCall',
    'export type OpCall = Call<Ok<200, undefined>, 422>;',
  ],
  [
    'bytes of any type',
    "requestBody: { content: { '*/*': {} } }, responses: { 200: { description: D } }",
    'contentType',
    'contentType?: string;',
  ],
  [
    'an optional body',
    "requestBody: { content: { '*/*': {} } }, responses: { 200: { description: D } }",
    'input:',
    'input: OpInput = {},',
  ],
  [
    'a key that names the change, which is an option of the call',
    'parameters: [{ name: Idempotency-Key, in: header, schema: { type: string } }], responses: { 200: { description: D } }',
    'export type OpInput',
    'export type OpInput = Record<string, never>;',
  ],
  [
    'one that must be given',
    'parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { type: string } }], responses: { 200: { description: D } }',
    '"Idempotency-Key"',
    '"Idempotency-Key": string;',
  ],
  [
    'bytes as an answer',
    'responses: { 200: { description: D, content: { image/png: {} } } }',
    'export type OpCall',
    'export type OpCall = Call<Ok<200, Uint8Array<ArrayBuffer>>, AnyStatus>;',
  ],
  [
    'a comment that would end early',
    'summary: "End */ early.", responses: { 200: { description: D } }',
    '* End',
    '* End *\\/ early.',
  ],
  ...['query', 'header'].map((place): [string, string, string, string] => [
    `a value or null in the ${place}, as FastAPI describes what is optional`,
    `parameters: [{ name: q, in: ${place}, schema: { anyOf: [{ type: string }, { type: "null" }] } }], responses: { 200: { description: D } }`,
    'q?',
    'q?: string | null;',
  ]),
  [
    'a list or null',
    'parameters: [{ name: q, in: query, schema: { anyOf: [{ type: array, items: { type: integer } }, { type: "null" }] } }], responses: { 200: { description: D } }',
    'q?',
    'q?: readonly number[] | null;',
  ],
  [
    'a class of statuses, once',
    'responses: { 204: { description: D }, 4XX: { description: Refused } }',
    '* - 4',
    '* - 4XX: Refused',
  ],
  ['a path with a quote', 'responses: { 200: { description: "it\'s" } }', '* - 200', "* - 200: it's"],
])('%s', (_, operation, beginning, wanted) => {
  expect(line(operation, beginning)).toBe(wanted);
});

test('a schema with a name of the runtime is imported under another', () => {
  const responses =
    "responses: { 200: { description: D, content: { application/json: { schema: { $ref: '#/components/schemas/Call' } } } } }";
  const schemas = '{ Call: { type: object }, OpInput: { type: object } }';
  expect(line(responses, 'import type', schemas)).toBe(
    "import type { Call as CallSchema } from '../../types/index.ts';",
  );
  expect(line(responses, 'export type OpCall', schemas)).toBe(
    'export type OpCall = Call<Ok<200, CallSchema>, AnyStatus>;',
  );
  expect(line(responses, 'input:', schemas)).toBe('input: OpInput_ = {},');
});

test.each([
  ['is sent by itself', '', "fixed: { view: 'list' },", 'view?: "list";'],
  ['is given where it is a confirmation', ', x-explicit: true', undefined, 'view: "list";'],
])('a query parameter with one value %s', (_, more, constant, member) => {
  const file = emitted(
    `get: { operationId: getThing, parameters: [{ name: view, in: query, required: true, schema: { type: string, enum: [list] }${more} }], responses: {} }`,
  );
  expect(file).toContain(member);
  if (constant) expect(file).toContain(constant);
  else expect(file).not.toContain('fixed');
});
