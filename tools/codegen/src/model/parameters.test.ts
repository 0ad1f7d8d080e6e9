import { describe, expect, test } from 'vitest';
import { describeApi, describeOperation } from '../../test/support/describe.ts';
import { buildModel } from './build.ts';
import type { ApiModel, Operation, Parameter } from './model.ts';

const only = (model: ApiModel): Operation => {
  expect(model.operations).toHaveLength(1);
  return model.operations[0]!;
};

describe('a parameter', () => {
  const plain: Parameter = {
    name: 'p',
    in: 'query',
    required: false,
    description: '',
    scalar: 'string',
    array: false,
    explode: false,
    empty: '',
    aliases: [],
    ignoreCase: false,
    schema: {},
  };

  test.each<[string, string, Partial<Parameter>]>([
    ['query', '{ name: p, in: query }', {}],
    ['header', '{ name: p, in: header, required: true }', { in: 'header', required: true, empty: undefined }],
    [
      'with a default',
      '{ name: p, in: query, schema: { type: integer, default: 5 } }',
      { scalar: 'integer', empty: undefined, default: 5, schema: { type: 'integer', default: 5 } },
    ],
    [
      'array, exploded unless told otherwise',
      '{ name: p, in: query, schema: { type: array } }',
      { array: true, explode: true, schema: { type: 'array' } },
    ],
    [
      'array joined with commas',
      '{ name: p, in: query, explode: false, schema: { type: array } }',
      { array: true, schema: { type: 'array' } },
    ],
    [
      'array in a header',
      '{ name: p, in: header, explode: true, schema: { type: array } }',
      { in: 'header', array: true, empty: undefined, schema: { type: 'array' } },
    ],
    [
      'x-aliases and x-ignore-case',
      '{ name: p, in: query, x-aliases: [q, r], x-ignore-case: true }',
      { aliases: ['q', 'r'], ignoreCase: true },
    ],
    [
      'described by its schema',
      '{ name: p, in: query, schema: { $ref: "#/components/schemas/Order" } }',
      { description: 'D', schema: { type: 'string', enum: ['ASC'], description: 'D' } },
    ],
    [
      'items by reference',
      '{ name: p, in: query, schema: { type: array, items: { $ref: "#/components/schemas/Order" } } }',
      {
        array: true,
        explode: true,
        schema: { type: 'array', items: { type: 'string', enum: ['ASC'], description: 'D' } },
      },
    ],
    [
      'annotation beside a reference',
      '{ name: p, in: query, schema: { $ref: "#/components/schemas/Order", default: ASC } }',
      { description: 'D', default: 'ASC', schema: { type: 'string', enum: ['ASC'], description: 'D', default: 'ASC' } },
    ],
    [
      'restriction beside a reference',
      '{ name: p, in: query, schema: { $ref: "#/components/schemas/Order", enum: [DESC] } }',
      { schema: { enum: ['DESC'], allOf: [{ type: 'string', enum: ['ASC'], description: 'D' }] } },
    ],
  ])('%s', (_, yaml, wanted) => {
    const model = buildModel(
      describeApi(`
paths: { /t: { get: { operationId: op, parameters: [${yaml}] } } }
components: { schemas: { Order: { type: string, enum: [ASC], description: D } } }`),
    );
    expect(only(model).parameters).toEqual([{ ...plain, ...wanted }]);
  });

  test('those of the path come first, and the operation overrides them; references are followed', () => {
    const model = buildModel(
      describeApi(`
paths:
  /t:
    parameters: [{ name: a, in: query }, { $ref: '#/components/parameters/B' }]
    get: { parameters: [{ name: c, in: query }, { name: a, in: query, required: true }] }
components: { parameters: { B: { name: b, in: query, description: shared } } }`),
    );
    const found = only(model).parameters.map(({ name, required, description }) => [name, required, description]);
    expect(found).toEqual([
      ['a', true, ''],
      ['b', false, 'shared'],
      ['c', false, ''],
    ]);
  });

  test.each(['Accept', 'content-type', 'AUTHORIZATION'])('a header %s is not one', (name) => {
    expect(only(buildModel(describeOperation(`parameters: [{ name: ${name}, in: header }]`))).parameters).toEqual([]);
  });
});

test.each([
  ['form', '', ['R', 'G']],
  ['deepObject', 'style: deepObject,', ['c[R]', 'c[G]']],
])('an object in style %s is one parameter, and one for each member of older callers', (_, style, names) => {
  const schema =
    '{ type: object, required: [R], properties: { R: { type: integer, default: 1 }, G: { type: [integer, "null"] } } }';
  const { operations } = buildModel(
    describeOperation(`parameters: [{ name: c, in: query, required: true, ${style} schema: ${schema} }]`),
  );
  const of = ({ name, required, scalar, default: fallback }: Parameter) => [name, required, scalar, fallback];
  const [{ parameters, flat }] = operations as [Operation];
  expect(parameters.map(of)).toEqual([['c', true, 'string', { R: 1 }]]);
  expect(flat!.map(of)).toEqual([
    [names[0], true, 'integer', 1],
    [names[1], false, 'integer', undefined],
  ]);
});
