import { expect, test } from 'vitest';
import { description, lintFiles } from './testing.ts';

const path = (name: string) => {
  const parameters = [...name.matchAll(/\{(\w+)\}/g)].map(
    ([, id]) => `{ name: ${id}, in: path, required: true, schema: { type: ${id === 'id' ? 'integer' : 'string'} } }`,
  );
  return `${name}:\n    get: { parameters: [${parameters.join(', ')}] }`;
};

test.each([
  ['/things/{id}', '/things/{id}/name', []],
  ['/things/count', '/things/{id}', []],
  ['/things/count', '/things/{name}', []],
  ['/things/name/{name}', '/things/{id}/name', []],
  [
    '/things/name/{name}',
    '/things/{other}/name',
    ['`/things/{other}/name` and `/things/name/{name}` fit the same requests.'],
  ],
  ['/things/{id}', '/things/{name}', ['`/things/{name}` and `/things/{id}` fit the same requests.']],
])('%s and %s', async (one, other, messages) => {
  const root = description(`${path(one)}\n  ${path(other)}`);
  expect(await lintFiles('paths-distinct', { 'openapi.yaml': root })).toEqual(messages);
});
