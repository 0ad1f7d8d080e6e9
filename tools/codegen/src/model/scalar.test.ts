import { expect, test } from 'vitest';
import { UnsupportedError } from '../common/errors.ts';
import type { JsonSchema } from './model.ts';
import { classify } from './scalar.ts';

test.each<[string, JsonSchema, object]>([
  ['string', { type: 'string' }, { scalar: 'string', array: false }],
  ['no type', {}, { scalar: 'string', array: false }],
  ['integer with default', { type: 'integer', default: 3 }, { scalar: 'integer', array: false, default: 3 }],
  ['quoted default', { type: 'integer', default: '3' }, { scalar: 'integer', array: false, default: 3 }],
  ['default null', { type: 'string', default: null }, { scalar: 'string', array: false }],
  [
    'one default of many',
    { type: 'array', items: { type: 'boolean' }, default: 'true' },
    { scalar: 'boolean', array: true, default: [true] },
  ],
  ['default false', { type: 'boolean', default: false }, { scalar: 'boolean', array: false, default: false }],
  ['default 0 for false', { type: 'boolean', default: 0 }, { scalar: 'boolean', array: false, default: false }],
  ['nullable', { type: ['number', 'null'] }, { scalar: 'number', array: false }],
  ['enum without type', { enum: [1, 2] }, { scalar: 'integer', array: false }],
  ['enum of numbers', { enum: [1, 2.5] }, { scalar: 'number', array: false }],
  ['const', { const: 'x' }, { scalar: 'string', array: false }],
  [
    'allOf',
    { allOf: [{ type: 'integer' }, { minimum: 1, default: 2 }] },
    { scalar: 'integer', array: false, default: 2 },
  ],
  ['number and integer', { allOf: [{ type: 'number' }, { type: 'integer' }] }, { scalar: 'integer', array: false }],
  ['number or integer', { anyOf: [{ type: 'number' }, { type: 'integer' }] }, { scalar: 'number', array: false }],
  ['either of strings', { oneOf: [{ enum: ['a'] }, { type: 'string' }] }, { scalar: 'string', array: false }],
  ['string or integer', { type: ['string', 'integer'] }, { scalar: 'string', array: false }],
  ['array', { type: 'array', items: { type: 'integer' } }, { scalar: 'integer', array: true }],
  ['array of anything', { type: 'array' }, { scalar: 'string', array: true }],
  ['array by allOf', { allOf: [{ type: 'array', items: { type: 'boolean' } }] }, { scalar: 'boolean', array: true }],
])('%s', (_, schema, wanted) => {
  expect(classify(schema, '#')).toEqual(wanted);
});

test.each<[string, JsonSchema, RegExp]>([
  ['object', { type: 'object' }, /objects are not supported/],
  ['properties', { properties: {} }, /objects are not supported/],
  ['array of objects', { type: 'array', items: { type: 'object' } }, /objects are not supported/],
  ['array of arrays', { type: 'array', items: { type: 'array' } }, /arrays of arrays/],
  ['boolean or integer', { type: ['boolean', 'integer'] }, /boolean or integer cannot be told apart/],
  ['string or array', { anyOf: [{ type: 'string' }, { type: 'array' }] }, /string or array cannot be told apart/],
  ['only null', { type: 'null' }, /no value but null/],
  ['contradiction', { allOf: [{ type: 'string' }, { type: 'integer' }] }, /no value but null/],
])('%s is refused', (_, schema, message) => {
  expect(() => classify(schema, '#/here')).toThrow(UnsupportedError);
  expect(() => classify(schema, '#/here')).toThrow(message);
  expect(() => classify(schema, '#/here')).toThrow(/^#\/here: /);
});
