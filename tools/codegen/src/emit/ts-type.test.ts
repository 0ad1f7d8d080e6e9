import { expect, test } from 'vitest';
import type { JsonSchema } from '../model/model.ts';
import { tsType } from './ts-type.ts';

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
  ['("a" | "b")[]', { type: 'array', items: { enum: ['a', 'b'] } }],
  ['string & ("a" | "b")', { type: 'string', allOf: [{ enum: ['a', 'b'] }] }],
  ['"auto" | number', { anyOf: [{ const: 'auto' }, { type: 'integer' }, { type: 'number' }] }],
])('%s', (type, schema) => {
  expect(tsType(schema)).toBe(type);
});
