import { expect, test } from 'vitest';
import type { JsonSchema } from '../model/model.ts';
import { conformNullable, upgradeTo31 } from './upgrade.ts';

test.each<[string, JsonSchema, JsonSchema]>([
  ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
  ['nullable enum', { type: 'string', enum: ['a'], nullable: true }, { type: ['string', 'null'], enum: ['a', null] }],
  [
    'nullable reference',
    { allOf: [{ $ref: '#/components/schemas/T' }], nullable: true, description: 'd' },
    { anyOf: [{ allOf: [{ $ref: '#/components/schemas/T' }] }, { type: 'null' }], description: 'd' },
  ],
  [
    'nullable combination with a type',
    {
      type: 'object',
      nullable: true,
      oneOf: [{ $ref: '#/components/schemas/T' }],
      minProperties: 1,
      readOnly: true,
      xml: { name: 'x' },
    },
    {
      anyOf: [{ type: 'object', oneOf: [{ $ref: '#/components/schemas/T' }], minProperties: 1 }, { type: 'null' }],
      readOnly: true,
      xml: { name: 'x' },
    },
  ],
  ['nullable enum without a type', { enum: ['a'], nullable: true }, { enum: ['a', null] }],
  ['nullable without a type says nothing', { nullable: true }, {}],
  ['beside $ref', { $ref: '#/components/schemas/T', minLength: 1 }, { $ref: '#/components/schemas/T' }],
  [
    'a name beside $ref',
    { $ref: '#/components/schemas/T', xml: { name: 'x' } },
    { $ref: '#/components/schemas/T', xml: { name: 'x' } },
  ],
  [
    'at depth',
    { type: 'array', items: { type: 'object', properties: { nullable: { type: 'integer', nullable: true } } } },
    { type: 'array', items: { type: 'object', properties: { nullable: { type: ['integer', 'null'] } } } },
  ],
])('%s', (_, given, wanted) => {
  const document = { openapi: '3.0.3', components: { schemas: { T: {}, S: given } } };
  const before = structuredClone(document);
  const upgraded = upgradeTo31(document);
  expect(upgraded).toEqual({ openapi: '3.1.0', components: { schemas: { T: {}, S: wanted } } });
  expect(document).toEqual(before);
});

test('schemas of parameters, headers and bodies are upgraded too', () => {
  const schema = { type: 'string', nullable: true };
  const upgraded = upgradeTo31({
    openapi: '3.0.0',
    paths: {
      '/x': {
        parameters: [{ schema }],
        get: {
          requestBody: { content: { 'a/b': { schema } } },
          responses: { 200: { headers: { H: { schema } }, content: { 'a/b': { schema } } } },
          callbacks: { done: { '{$url}': { post: { parameters: [{ schema }] } } } },
        },
      },
    },
  });
  expect(JSON.stringify(upgraded)).not.toContain('nullable');
  expect(JSON.stringify(upgraded).match(/\["string","null"\]/g)).toHaveLength(5);
});

test.each<[string, JsonSchema, JsonSchema, number]>([
  ['a type', { type: 'integer', nullable: true }, { type: ['integer', 'null'] }, 1],
  ['types', { type: ['integer', 'null'], nullable: true }, { type: ['integer', 'null'] }, 1],
  [
    'a reference',
    { $ref: '#/components/schemas/T', nullable: true, description: 'd' },
    { anyOf: [{ $ref: '#/components/schemas/T' }, { type: 'null' }], description: 'd' },
    1,
  ],
  ['nothing', { nullable: true }, {}, 0],
  ['not', { type: 'integer', nullable: false }, { type: 'integer' }, 0],
])('nullable of 3.1 beside %s', (_, given, wanted, notes) => {
  const told: string[] = [];
  const document = { openapi: '3.1.0', components: { schemas: { T: {}, S: given } } };
  conformNullable(document, ({ pointer }) => void told.push(pointer));
  expect(document.components.schemas.S).toEqual(wanted);
  expect(told).toEqual(Array(notes).fill('#/components/schemas/S/nullable'));
});
