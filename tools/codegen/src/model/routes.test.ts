import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { buildModel } from './build.ts';
import { withDistinctRoutes } from './routes.ts';

const parameters = 'parameters: [{ name: id, in: path, required: true }]';

test.each<[string, string, string | undefined]>([
  ['methods', 'paths: { /a: { get: { operationId: x }, put: { operationId: y } } }', undefined],
  ['paths', `paths: { "/a/{id}": { get: { ${parameters} } }, "/a/b": { get: {} } }`, undefined],
  [
    'fragments',
    'paths: { "/#a": { get: { operationId: x } }, "/#b": { get: { operationId: y } } }',
    '#/paths/~1#b/get: GET / is x too; a server cannot tell them apart',
  ],
  [
    'an alias',
    'paths: { /a: { get: { operationId: x } }, /b: { get: { operationId: y, x-aliases: [{ method: GET, path: /a }] } } }',
    '#/paths/~1b/get: GET /a is x too; a server cannot tell them apart',
  ],
])('operations that differ in %s', (_, yaml, fault) => {
  const check = () => withDistinctRoutes(buildModel(describeApi(yaml)));
  if (fault) expect(check).toThrow(fault);
  else expect(check).not.toThrow();
});

test('names of path parameters do not part operations', () => {
  const one = (name: string) => `{ get: { parameters: [{ name: ${name}, in: path, required: true }] } }`;
  const model = buildModel(describeApi(`paths: { "/a/{x}": ${one('x')}, "/a/{y}": ${one('y')} }`));
  expect(() => withDistinctRoutes(model)).toThrow('GET /a/{y} is getAByX too');
});
