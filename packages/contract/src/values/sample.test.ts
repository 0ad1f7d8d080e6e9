import type { JsonSchema } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { fill, UNIQUE, UNIQUE_NUMBER, UNIQUE_UUID } from '../preconditions/fill.ts';
import { isValid, sample } from './sample.ts';
import { unknownValue } from './unknown.ts';
import { variants } from './variants.ts';

const text = (more: JsonSchema) => ({ type: 'string', ...more });

test.each<[string, JsonSchema, unknown]>([
  ['the example', { type: 'integer', example: 7 }, 7],
  ['an example that is none', { type: 'integer', example: 'x', default: 5 }, 5],
  ['a text that may be unique', text({ example: 'Hello' }), `Hello ${UNIQUE}`],
  ['the first of a list', text({ enum: ['a', 'b'] }), 'a'],
  ['the lower bound', { type: 'integer', minimum: 3 }, 3],
  ['above what is excluded', { type: 'integer', exclusiveMinimum: 3 }, 4],
  ['below the upper bound', { type: 'number', maximum: -2 }, -2],
  ['a multiple', { type: 'integer', minimum: 7, multipleOf: 5 }, 10],
  ['an e-mail address', text({ format: 'email' }), `contract-${UNIQUE}@example.com`],
  ['a UUID', text({ format: 'uuid' }), UNIQUE_UUID],
  ['what fits a pattern', text({ pattern: '^[a-z0-9-]{3,40}$' }), `contract-${UNIQUE}`],
  ['required members alone', { type: 'object', required: ['a'], properties: { a: { const: 1 }, b: {} } }, { a: 1 }],
  ['parts', { allOf: [{ type: 'object', properties: { a: { const: 1 } } }, { required: ['a'] }] }, { a: 1 }],
  ['an empty list', { type: 'array', items: text({}) }, []],
])('a sample is %s', (_, schema, wanted) => {
  expect(sample(schema)).toEqual(wanted);
});

test.each<JsonSchema>([
  text({ pattern: '^\\+[0-9]{6,15}$' }),
  text({ pattern: '^[A-Z]{3}-\\d{4}$' }),
  text({ minLength: 2, maxLength: 3 }),
  ...['date', 'date-time', 'time', 'uri', 'hostname', 'ipv4', 'ipv6', 'duration'].map((format) => text({ format })),
])('a sample of %j is of its schema', (schema) => {
  const value = sample(schema);
  expect(value).toBeDefined();
  expect(isValid(schema, value)).toBe(true);
});

test.each([['^[A-Z]{2,5}$'], ['^[0-9]{13}$'], ['^(red|green)-[a-f0-9]{8}$'], ['^\\d{3}-\\d{2}-\\d{4}$']])(
  'samples of %s are others for each of a hundred requests',
  (pattern) => {
    const schema = text({ pattern });
    const value = sample(schema);
    const made = Array.from({ length: 100 }, (_, i) => fill(value, { unique: '', uniqueNumber: 400_000_017 + i }));
    expect(made.filter((each) => !isValid(schema, each))).toEqual([]);
    expect(new Set(made).size).toBe(100);
  },
);

test('a pattern of which not all texts are of the schema has one text', () => {
  const schema = text({ pattern: '^[A-Z]{2,5}$', minLength: 4 });
  expect(isValid(schema, sample(schema))).toBe(true);
  expect(sample(schema)).toMatch(/^[A-Z]+$/);
});

test.each<[JsonSchema, unknown]>([
  [{ type: 'integer' }, UNIQUE_NUMBER],
  [{ type: 'integer', maximum: 9 }, undefined],
  [text({ format: 'uuid' }), UNIQUE_UUID],
  [text({}), `no-such-${UNIQUE}`],
  [text({ enum: ['a'] }), undefined],
])('what nothing has, of %j', (schema, wanted) => {
  expect(unknownValue(schema)).toBe(wanted);
});

test('variants have each value of a list, both of a boolean and both ends of a bound', () => {
  const properties = {
    kind: { enum: ['a', 'b'] },
    on: { type: 'boolean' },
    size: { type: 'integer', minimum: 1, maximum: 9 },
  };
  const found = variants({ type: 'object', properties }, { kind: 'a', on: true });
  expect(found.map(({ about }) => about)).toEqual(['kind=b', 'on=false', 'size=1', 'size=9']);
});
