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
