import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const operation = 'parameters: [{ name: state, in: query, schema: { $ref: ../../components/schemas/State.yaml } }]';

test.each([
  ['description: State of a thing.\ntype: string', []],
  ['type: string', ['The schema has no description.']],
  ['description: A thing.\ntype: object\nproperties: { name: { type: string } }', []],
])('%s', async (schema, messages) => {
  const files = { 'components/schemas/State.yaml': schema };
  expect(await lintOperation('schema-description', operation, 'get /things', files)).toEqual(messages);
});
