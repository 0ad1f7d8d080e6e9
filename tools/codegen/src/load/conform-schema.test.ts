import { expect, test } from 'vitest';
import type { JsonSchema } from '../model/model.ts';
import { conformSchema } from './conform-schema.ts';

test.each<[string, JsonSchema, JsonSchema, string[]]>([
  ['an exclusive limit of 3.0', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }, []],
  ['one that is not', { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }, []],
  ['an exclusive limit of 3.1', { exclusiveMaximum: 9 }, { exclusiveMaximum: 9 }, []],
  ['a quoted number', { minimum: '1' }, { minimum: 1 }, ['minimum']],
  ['a count that is none', { maxLength: -1 }, {}, ['maxLength']],
  ['a type of another language', { type: 'int' }, { type: 'integer' }, ['type']],
  ['a type that nobody knows', { type: 'thing' }, {}, ['type']],
  ['required as a boolean', { required: true }, {}, ['required']],
  ['names that are required twice', { required: ['a', 'a'] }, { required: ['a'] }, []],
  ['a name without a letter that is required', { required: ['', 'a'] }, { required: ['a'] }, []],
  ['values that are allowed twice', { enum: ['a', 'a'] }, { enum: ['a'] }, []],
  ['items by position', { items: [{ type: 'string' }] }, { prefixItems: [{ type: 'string' }] }, ['items']],
  [
    'alternatives that are indented too far',
    { discriminator: { propertyName: 'kind', oneOf: [{ type: 'object' }] } },
    { discriminator: { propertyName: 'kind' }, oneOf: [{ type: 'object' }] },
    ['discriminator'],
  ],
  ['a discriminator without property', { discriminator: {} }, {}, ['discriminator']],
])('%s', (_, schema, wanted, told) => {
  const keywords: string[] = [];
  conformSchema(schema, (keyword) => keywords.push(keyword));
  expect([schema, keywords]).toEqual([wanted, told]);
});
