import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

test.each([
  ['{ name: state, in: query, schema: { type: string }, example: draft }', []],
  ['{ name: active, in: query, schema: { type: boolean }, example: false }', []],
  ['{ name: state, in: query, schema: { type: string } }', ['The parameter `state` has no example.']],
])('%s', async (parameter, messages) => {
  expect(await lintOperation('parameter-example', `parameters: [${parameter}]`)).toEqual(messages);
});
