import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { tellsSecret } from './secrets.ts';

test.each<[name: string, response: string, wanted: boolean]>([
  ['in a body', '{ content: { a/json: { schema: { properties: { k: { x-secret: true } } } } } }', true],
  ['in a header', '{ headers: { K: { schema: { x-secret: true } } } }', true],
  ['by reference', "{ content: { a/json: { schema: { $ref: '#/components/schemas/Key' } } } }", true],
  ['none', '{ content: { a/json: { schema: { type: string } } } }', false],
  ['a reference in an example', "{ content: { a/json: { schema: {}, example: { $ref: './no.json' } } } }", false],
  ['a reference where 3.0 has no schema', "{ schema: { $ref: './no.yaml' } }", false],
])('a secret of a response: %s', (_name, response, wanted) => {
  const document = describeApi(`
paths: { /a: { get: { responses: { '200': ${response} } } } }
components: { schemas: { Key: { x-secret: true } } }`);
  expect(tellsSecret(document, { node: document.paths['/a'].get, pointer: '#/paths/~1a/get' })).toBe(wanted);
});
