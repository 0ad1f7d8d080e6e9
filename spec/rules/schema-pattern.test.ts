import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

test.each([
  ['{ type: string, maxLength: 5, pattern: "^a+$", x-pattern-words: letters a }', []],
  ['{ type: string, maxLength: 5 }', []],
  ['{ type: string, maxLength: 5, pattern: "^a+$" }', ['The pattern ^a+$ has no x-pattern-words.']],
  ['{ type: string, maxLength: 5, x-pattern-words: letters a }', ['The schema has x-pattern-words but no pattern.']],
])('%s', async (schema, messages) => {
  expect(await lintOperation('schema-pattern', `parameters: [{ name: x, in: query, schema: ${schema} }]`)).toEqual(
    messages,
  );
});
