import { describe, expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import type { Problem } from '../common/errors.ts';
import { buildModel } from './build.ts';
import { servedOperations, withDistinctRoutes, withServableRoutes } from './routes.ts';

const parameters = 'parameters: [{ name: id, in: path, required: true }]';

test.each<[string, string, string | undefined]>([
  ['methods', 'paths: { /a: { get: { operationId: x }, put: { operationId: y } } }', undefined],
  ['paths', `paths: { "/a/{id}": { get: { ${parameters} } }, "/a/b": { get: {} } }`, undefined],
  [
    'fragments',
    'paths: { "/#a": { get: { operationId: x } }, "/#b": { get: { operationId: y } } }',
    '#/paths/~1#b/get: GET / is x too; method and path do not tell them apart',
  ],
  [
    'an alias',
    'paths: { /a: { get: { operationId: x } }, /b: { get: { operationId: y, x-aliases: [{ method: GET, path: /a }] } } }',
    '#/paths/~1b/get: GET /a is x too; method and path do not tell them apart',
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

describe('operations that share method and path', () => {
  const one = (name: string, ...parameters: string[]) =>
    `"/#${name}": { get: { operationId: ${name}, parameters: [${parameters.join(', ')}] } }`;
  const query = (name: string, schema: string, required = true) =>
    `{ name: ${name}, in: query, required: ${required}, schema: { ${schema} } }`;
  const version = query('v', 'enum: [1]');

  test.each<[string, string[], Record<string, string[]>]>([
    [
      'a value of each',
      [one('a', query('Action', 'enum: [A]'), version), one('b', query('Action', 'const: B'), version)],
      { a: ['Action=A'], b: ['Action=B'] },
    ],
    ['one without', [one('a'), one('b', query('acl', 'type: boolean, enum: [true]'))], { a: [], b: ['acl=true'] }],
    ['presence', [one('a'), one('b', query('part', 'type: integer'))], { a: [], b: ['part'] }],
    ['more presence', [one('a', query('x', '')), one('b', query('x', ''), query('y', ''))], { a: [], b: ['y'] }],
  ])('are told apart by %s', (_, paths, wanted) => {
    const { operations } = withServableRoutes(buildModel(describeApi(`paths: { ${paths.join(', ')} }`)));
    const conditions = operations.map(({ id, conditions }) => [
      id,
      conditions?.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)),
    ]);
    expect(Object.fromEntries(conditions)).toEqual(wanted);
  });

  test.each([
    ['that it does not know', [one('a'), one('b', query('acl', 'enum: [true]'))], { a: ['acl'], b: [] }],
    [
      'but not headers that any request can have',
      [one('a'), one('b', `${query('acl', 'enum: [true]')}, { name: Content-Length, in: header, required: true }`)],
      { a: ['acl'], b: [] },
    ],
    [
      'but not those that it takes itself',
      [one('a', query('acl', 'enum: [no]')), one('b', query('acl', 'enum: [true]'))],
      { a: [], b: [] },
    ],
  ])('an operation excludes the conditions of others %s', (_, paths, wanted) => {
    const { operations } = withServableRoutes(buildModel(describeApi(`paths: { ${paths.join(', ')} }`)));
    expect(Object.fromEntries(operations.map(({ id, excludes }) => [id, excludes?.map(({ name }) => name)]))).toEqual(
      wanted,
    );
  });

  test.each([
    ['nothing', [one('a'), one('b')]],
    ['what is optional', [one('a'), one('b', query('x', 'enum: [1]', false))]],
    ['a value that the other may have', [one('a', query('x', 'enum: [1, 2]')), one('b', query('x', 'enum: [1]'))]],
    ['what the other may carry', [one('a', query('x', '', false)), one('b', query('x', ''))]],
  ])('are refused with %s', (_, paths) => {
    const model = buildModel(describeApi(`paths: { ${paths.join(', ')} }`));
    const fault =
      'is for clients only: GET / is a too, which the stub serves; give each a required query or header parameter with one value of its own';
    expect(() => withServableRoutes(model)).toThrow(`#/paths/~1#b/get: ${fault}`);
    const told: Problem[] = [];
    const served = servedOperations(withServableRoutes(model, (problem) => told.push(problem)));
    expect(told).toEqual([{ pointer: '#/paths/~1#b/get', message: fault }]);
    expect(served.map(({ id }) => id)).toEqual(['a']);
  });
});

test('path parameters side by side', () => {
  const parameters = ['x', 'y'].map((name) => `{ name: ${name}, in: path, required: true }`);
  const model = buildModel(describeApi(`paths: { "/{x}{y}": { get: { parameters: [${parameters}] } } }`));
  expect(() => withServableRoutes(model)).toThrow(
    /^#\/paths\/~1{x}{y}\/get: is for clients only: two path parameters stand side by side/,
  );
});
