import { expect, test } from 'vitest';
import type { JsonSchema } from '../model/model.ts';
import { isNullable, tsType } from './ts-type.ts';

test.each<[string, JsonSchema]>([
  ['string', { type: 'string', maxLength: 3 }],
  ['number', { type: 'integer' }],
  ['number', { type: ['integer', 'null'] }],
  ['boolean', { type: 'boolean' }],
  ['unknown', {}],
  ['"ASC" | "DESC"', { type: 'string', enum: ['ASC', 'DESC'] }],
  ['1 | 2', { enum: [1, 2, null] }],
  ['"it\'s \\"so\\""', { const: 'it\'s "so"' }],
  ['string[]', { type: 'array', items: { type: 'string' } }],
  ['[string?, number?]', { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false }],
  ['[("a" | "b"), ...boolean[]]', { prefixItems: [{ enum: ['a', 'b'] }], items: { type: 'boolean' }, minItems: 1 }],
  ['("a" | "b")[]', { type: 'array', items: { enum: ['a', 'b'] } }],
  ['string & ("a" | "b")', { type: 'string', allOf: [{ enum: ['a', 'b'] }] }],
  ['"auto" | number', { anyOf: [{ const: 'auto' }, { type: 'integer' }, { type: 'number' }] }],
  ['string', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  ['number[]', { oneOf: [{ type: 'null' }, { type: 'array', items: { type: 'integer' } }] }],
  ['null', { type: 'null' }],
  ['unknown', { anyOf: [{ type: 'string' }, {}] }],
])('%s', (type, schema) => {
  expect(tsType(schema)).toBe(type);
});

test.each<[boolean, JsonSchema]>([
  [false, {}],
  [false, { type: 'string' }],
  [true, { type: ['string', 'null'] }],
  [true, { enum: ['a', null] }],
  [false, { type: 'string', enum: ['a', null] }],
  [true, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
  [true, { allOf: [{ oneOf: [{ const: null }, { const: 'a' }] }] }],
  [false, { type: 'string', anyOf: [{ minLength: 1 }, { type: 'null' }] }],
])('null: %s for %j', (wanted, schema) => {
  expect(isNullable(schema)).toBe(wanted);
});
