import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

test.each([
  ['{ type: string, maxLength: 5 }', []],
  ['{ type: string, enum: [a, b] }', []],
  ['{ type: integer }', []],
  ['{ type: integer, format: int64, minimum: 1, maximum: 9 }', []],
  ['{ type: string, pattern: "^a+$" }', ['The string has no bound: maxLength, enum or const.']],
  ["{ type: [string, 'null'] }", ['The string has no bound: maxLength, enum or const.']],
  ['{ type: array, items: { type: integer } }', ['The array has no maxItems.']],
  ['{ type: array, maxItems: 3, items: { type: string } }', ['The string has no bound: maxLength, enum or const.']],
  ['{ type: integer, format: int64, minimum: 1 }', ['The 64-bit integer lacks minimum or maximum.']],
  ['{ type: object, additionalProperties: { type: integer } }', ['The map has no maxProperties.']],
  ['{ type: object, maxProperties: 9, additionalProperties: { type: integer } }', []],
])('%s', async (schema, messages) => {
  expect(await lintOperation('schema-bounds', `parameters: [{ name: x, in: query, schema: ${schema} }]`)).toEqual(
    messages,
  );
});
