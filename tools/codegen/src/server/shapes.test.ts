import { expect, test } from 'vitest';
import type { ApiModel, JsonSchema } from '../model/model.ts';
import { shapeFiles, shapeOfBody } from './shapes.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Shapes of a description with these schemas, whose first one is the body of a request. */
function shapesOf(schemas: { [name: string]: JsonSchema }) {
  const [schema] = Object.keys(schemas);
  const body = { mediaType: 'application/json', kind: 'json', schema } as const;
  const model = {
    title: 'T',
    version: '1',
    hash: '0',
    schemas: new Map(Object.entries(schemas)),
    operations: [{ bodies: [body] }],
  } as unknown as ApiModel;
  const text = shapeFiles(model).get('shapes');
  const lines = [...(text ?? '').matchAll(/^ {2}(\[.*\]),$/gm)].map(([, line]) => JSON.parse(line!));
  return { shapes: Object.fromEntries(lines), body: shapeOfBody(model, body) };
}

test.each<[what: string, schemas: { [name: string]: JsonSchema }, wanted: object]>([
  ['scalars', { A: { type: 'object', properties: { b: { type: 'string' } } } }, { A: { members: [['b', []]] } }],
  [
    'references, also to themselves',
    { A: { type: 'object', properties: { b: ref('A'), c: { type: 'array', items: ref('A') } } } },
    {
      A: {
        members: [
          ['b', ['A']],
          ['c', [{ items: ['A'] }]],
        ],
      },
    },
  ],
  [
    'itself, as a part of what a member is composed of',
    { A: { type: 'object', properties: { b: { nullable: true, allOf: [ref('A'), { properties: { x: {} } }] } } } },
    { A: { members: [['b', ['A', { members: [['x', [{ open: true }]]] }]]] } },
  ],
  [
    'all that it is composed of, alternatives too',
    {
      A: { allOf: [ref('B'), { required: ['b'] }], properties: { a: {} } },
      B: { oneOf: [{ properties: { b: { type: 'object', properties: { x: { type: 'null' } } } } }, ref('C')] },
      C: {
        type: 'object',
        properties: { b: { type: 'array', items: ref('D') } },
        discriminator: { propertyName: 'kind' },
      },
      D: { type: 'string' },
    },
    {
      A: {
        members: [
          ['a', [{ open: true }]],
          ['b', [{ members: [['x', []]] }]],
          ['kind', []],
        ],
      },
    },
  ],
  [
    'what takes members of any name',
    {
      A: { type: 'object', properties: { b: ref('B'), c: ref('C'), d: { type: 'object' } } },
      B: { type: 'object', properties: { x: {} }, additionalProperties: { type: 'string' } },
      C: { type: 'object', additionalProperties: false, properties: { y: true } },
    },
    {
      A: {
        members: [
          ['b', ['B']],
          ['c', ['C']],
          ['d', [{ open: true }]],
        ],
      },
      B: { members: [['x', [{ open: true }]]], open: true },
      C: { members: [['y', []]] },
    },
  ],
  [
    'a list',
    { A: { type: 'array', items: { type: 'object', properties: { b: {} } } } },
    { A: { items: [{ members: [['b', [{ open: true }]]] }] } },
  ],
])('%s', (_, schemas, wanted) => {
  expect(shapesOf(schemas)).toEqual({ shapes: wanted, body: 'A' });
});

test.each<[what: string, schema: JsonSchema]>([
  ['a text', { type: 'string' }],
  ['any object', { type: 'object' }],
  ['a map', { type: 'object', additionalProperties: true }],
  ['anything', {}],
])('%s has no shape', (_, schema) => {
  expect(shapesOf({ A: schema })).toEqual({ shapes: {}, body: undefined });
});
