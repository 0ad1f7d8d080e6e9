import type { JsonSchema } from '@mailwright/codegen/description';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { breaksOf } from './breaks.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

test.each<[string, JsonSchema, unknown, [string, unknown][]]>([
  [
    'integer',
    { type: 'integer', minimum: 1, maximum: 9 },
    5,
    [
      ['no number', 'abc'],
      ['no integer', 1.5],
      ['below 1', 0],
      ['above 9', 10],
    ],
  ],
  [
    'number',
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 2 },
    1,
    [
      ['no number', 'abc'],
      ['not above 0', 0],
      ['not below 2', 2],
    ],
  ],
  [
    'multiple',
    { type: 'integer', multipleOf: 5 },
    5,
    [
      ['no number', 'abc'],
      ['no integer', 1.5],
      ['no multiple of 5', 6],
    ],
  ],
  ['boolean', { type: 'boolean' }, true, [['neither true nor false', 'maybe']]],
  [
    'string',
    { type: 'string', minLength: 2, maxLength: 4 },
    'abc',
    [
      ['shorter than 2', 'x'],
      ['longer than 4', 'xxxxx'],
    ],
  ],
  ['enum', { type: 'string', enum: ['a'] }, 'a', [['a value that is not listed', 'no-such-value']]],
  [
    'list',
    { type: 'array', minItems: 1, maxItems: 2, items: { type: 'boolean' } },
    [true],
    [
      ['fewer than 1 items', []],
      ['more than 2 items', [true, true, true]],
      ['neither true nor false', ['maybe']],
    ],
  ],
  [
    'object',
    { type: 'object', required: ['a'], properties: { a: { type: 'integer' }, b: { type: 'string', maxLength: 1 } } },
    { a: 1, b: 'x' },
    [
      ['a is missing', { b: 'x' }],
      ['no number', { a: 'abc', b: 'x' }],
      ['no integer', { a: 1.5, b: 'x' }],
      ['longer than 1', { a: 1, b: 'xx' }],
    ],
  ],
  [
    'nil is left alone',
    { type: 'object', properties: { a: { type: ['integer', 'null'], minimum: 1 } } },
    { a: null },
    [],
  ],
  [
    'parts',
    { allOf: [{ type: 'integer', minimum: 3 }] },
    4,
    [
      ['no number', 'abc'],
      ['no integer', 1.5],
      ['below 3', 2],
    ],
  ],
])('%s', (_, schema, good, wanted) => {
  const breaks = breaksOf(schema, good, 'x', false);
  expect(breaks.map(({ about, value }) => [about.replace(/^.*: /, ''), value])).toEqual(wanted);
  expect(ajv.validate(schema, good)).toBe(true);
  for (const { about, value } of breaks) expect([about, ajv.validate(schema, value)]).toEqual([about, false]);
});

test('in JSON a number is no text, and an object no list', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'array' } } };
  expect(breaksOf(schema, { a: 'x', b: [] }, 'x', true).map(({ about }) => about)).toEqual([
    'x: no object',
    'x.a: a number',
    'x.b: no list',
  ]);
});
