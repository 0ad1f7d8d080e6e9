import { expect, test } from 'vitest';
import { modest } from './modest.ts';

test.each([
  [
    { type: 'string', maxLength: 1_000_000 },
    { type: 'string', maxLength: 100 },
  ],
  [
    { type: 'string', minLength: 200, maxLength: 1_000 },
    { type: 'string', minLength: 200, maxLength: 200 },
  ],
  [
    { type: 'string', maxLength: 7 },
    { type: 'string', maxLength: 7 },
  ],
  [{ type: 'string' }, { type: 'string' }],
  [
    { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 10 },
    { type: 'integer', minimum: 1, maximum: 9 },
  ],
  [
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'number', minimum: 0.5 },
  ],
  [
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    { type: 'number', minimum: 0.25, maximum: 1 },
  ],
  [
    { type: 'number', exclusiveMaximum: 9, multipleOf: 3 },
    { type: 'number', multipleOf: 3, maximum: 6 },
  ],
  [
    { type: 'array', items: { type: 'array', minItems: 5, maxItems: 9 } },
    { type: 'array', maxItems: 3, items: { type: 'array', minItems: 5, maxItems: 5 } },
  ],
  [{ properties: { maxLength: { type: 'integer' } } }, { properties: { maxLength: { type: 'integer' } } }],
])('%j', (schema, wanted) => {
  expect(modest(schema)).toEqual(wanted);
});

test('a schema that contains itself', () => {
  const tree: { type: string; items?: object } = { type: 'array' };
  tree.items = tree;
  const small = modest(tree);
  expect(small.items).toBe(small);
  expect(small.maxItems).toBe(3);
});
