import { expect, test } from 'vitest';
import { describeApi, describeOperation } from '../../test/support/describe.ts';
import { buildModel } from './build.ts';
import type { Content } from './model.ts';

test.each<[string, string, Content[]]>([
  [
    'a component',
    'application/xml: { schema: { $ref: "#/components/schemas/T" } }',
    [{ mediaType: 'application/xml', kind: 'xml', schema: 'T' }],
  ],
  [
    'a component with a description of its own',
    'application/xml: { schema: { $ref: "#/components/schemas/T", description: d } }',
    [{ mediaType: 'application/xml', kind: 'xml', schema: 'T' }],
  ],
  [
    'XML of which no more is said than that it is an object',
    'application/xml: { schema: { type: object, description: d } }',
    [{ mediaType: 'application/xml', kind: 'text' }],
  ],
  [
    'an inline schema',
    'application/xml; charset=utf-8: { schema: { type: boolean } }',
    [{ mediaType: 'application/xml', kind: 'xml', schema: 'OpRequest' }],
  ],
  [
    'one inline schema twice',
    'application/xml: { schema: { type: boolean } }, application/json: { schema: { type: boolean } }',
    [
      { mediaType: 'application/xml', kind: 'xml', schema: 'OpRequest' },
      { mediaType: 'application/json', kind: 'json', schema: 'OpRequest' },
    ],
  ],
  [
    'two inline schemas',
    'application/xml: { schema: { type: boolean } }, application/json: { schema: { type: integer } }',
    [
      { mediaType: 'application/xml', kind: 'xml', schema: 'OpRequest' },
      { mediaType: 'application/json', kind: 'json', schema: 'OpRequestJson' },
    ],
  ],
  ['JSON of any form', 'application/json: {}', [{ mediaType: 'application/json', kind: 'json', schema: 'OpRequest' }]],
  ['XML of any form', 'application/xml: {}', [{ mediaType: 'application/xml', kind: 'text' }]],
  [
    'XML of any form by reference',
    'text/xml: { schema: { $ref: "#/components/schemas/Any" } }',
    [{ mediaType: 'text/xml', kind: 'text' }],
  ],
  [
    'XML that is described or a text',
    'text/xml: { schema: { oneOf: [{ $ref: "#/components/schemas/Any" }, { type: string }] } }',
    [{ mediaType: 'text/xml', kind: 'text', raw: true }],
  ],
  [
    'XML that is described or an element with a text',
    'text/xml: { schema: { oneOf: [{ $ref: "#/components/schemas/Any" }, { type: string, xml: { name: t } }] } }',
    [{ mediaType: 'text/xml', kind: 'xml', schema: 'OpRequest' }],
  ],
  ['a media type that is null', 'application/pdf: null', [{ mediaType: 'application/pdf', kind: 'binary' }]],
  ['text', 'text/html: { schema: { type: string } }', [{ mediaType: 'text/html', kind: 'text' }]],
  ['a range', '"*/*": { schema: { type: string } }', [{ mediaType: '*/*', kind: 'binary' }]],
  [
    'bytes called XML',
    'text/xml: { schema: { type: string, format: binary } }',
    [{ mediaType: 'text/xml', kind: 'binary' }],
  ],
])('%s', (_, content, wanted) => {
  const description = describeOperation(`requestBody: { content: { ${content} } }`);
  description.components = { schemas: { T: { type: 'string' }, Any: { description: 'd', xml: { name: 'any' } } } };
  expect(buildModel(description).operations[0]!.bodies).toEqual(wanted);
});

test('responses are named by status, shared ones by their component', () => {
  const xml = (schema: string) => `{ description: d, content: { a/xml: { schema: ${schema} } } }`;
  const model = buildModel(
    describeApi(`
paths:
  /a:
    get:
      operationId: getA
      responses:
        '404': { $ref: '#/components/responses/NotFound' }
        '200': ${xml('{ type: integer }')}
        '202': ${xml('{ type: boolean }')}
        default: ${xml('{ type: number }')}
components:
  schemas: { GetAResponse202: {} }
  responses: { NotFound: ${xml('{ type: number }')} }`),
  );
  const { responses } = model.operations[0]!;
  expect(responses.map(({ status, contents }) => [status, contents[0]!.schema])).toEqual([
    [200, 'GetAResponse'],
    [202, 'GetAResponse2022'],
    [404, 'NotFoundResponse'],
    ['default', 'GetAResponseDefault'],
  ]);
  expect(model.schemas.get('NotFoundResponse')).toEqual({ type: 'number' });
  expect(model.document.components.responses.NotFound.content['a/xml'].schema).toEqual({
    $ref: '#/components/schemas/NotFoundResponse',
  });
});

test('headers of a response, without Content-Type', () => {
  const { responses } = buildModel(
    describeOperation('responses: { 200: { description: d, headers: { X-Items: {}, content-type: {} } } }'),
  ).operations[0]!;
  expect(responses).toEqual([
    {
      status: 200,
      description: 'd',
      contents: [],
      headers: [expect.objectContaining({ name: 'X-Items', type: 'string' })],
    },
  ]);
});

test('a range of statuses stands for those that HTTP names, and that are not named themselves', () => {
  const { operations } = buildModel(
    describeOperation('responses: { 200: { description: d }, 500: { description: own }, 5xx: { description: all } }'),
  );
  const statuses = operations[0]!.responses.map(({ status, description }) => `${status} ${description}`);
  expect(statuses).toEqual([
    '200 d',
    '500 own',
    ...[501, 502, 503, 504, 505, 506, 507, 508, 510, 511].map((s) => `${s} all`),
  ]);
});

test('an answer to HEAD has no body, whatever is described', () => {
  const responses = 'responses: { 200: { description: d, content: { text/xml: { schema: { type: string } } } } }';
  const { operations } = buildModel(describeOperation(responses, '/things', 'head'));
  expect(operations[0]!.responses).toMatchObject([{ status: 200, contents: [] }]);
});

test.each([
  ['an object that requires nothing', '{ type: object, properties: { a: { type: string } } }', true],
  ['one made of such', '{ allOf: [{ type: object, properties: { a: { type: string } } }] }', true],
  ['an object with something', '{ type: object, required: [a], properties: { a: { type: string } } }', undefined],
  [
    'one of which a part has',
    '{ allOf: [{ type: object }, { type: object, required: [a], properties: { a: { type: string } } }] }',
    undefined,
  ],
  ['a list', '{ type: array, items: { type: string } }', undefined],
])('an answer of %s may be empty or not', (_, schema, empty) => {
  const operation = `responses: { 200: { description: d, content: { text/xml: { schema: ${schema} } } } }`;
  const [response] = buildModel(describeOperation(operation)).operations[0]!.responses;
  expect(response?.contents[0]?.empty).toBe(empty);
});

test.each([
  ['a text in place', '{ type: string }', 'text'],
  ['a text with the name of an element', '{ type: string, xml: { name: word } }', 'xml'],
  ['an integer', '{ type: integer }', 'xml'],
])('XML that is %s', (_, schema, kind) => {
  const operation = `responses: { 200: { description: d, content: { text/xml: { schema: ${schema} } } } }`;
  const [response] = buildModel(describeOperation(operation)).operations[0]!.responses;
  expect(response?.contents[0]?.kind).toBe(kind);
});
