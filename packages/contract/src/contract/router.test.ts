import type { Operation } from '@mailwright/codegen/description';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRouter } from './router.ts';

const operation = (id: string, method: string, path: string, aliases: object[] = []) =>
  ({ id, method, path, aliases }) as unknown as Operation;

const route = createRouter([
  operation('get', 'GET', '/pets/{id}'),
  operation('put', 'PUT', '/pets/{id}'),
  operation('mine', 'GET', '/pets/mine', [{ method: 'GET', path: '/my-pets' }]),
  operation('report', 'GET', '/reports/{name}.{format}'),
  operation('owner', 'GET', '/owners/{email}', [{ method: 'GET', path: '/pets/by/{email}', contains: '@' }]),
  operation('root', 'GET', '/'),
]);

test.each([
  ['GET', '/pets/7', 'get', { id: '7' }],
  ['get', '/pets/7/', 'get', { id: '7' }],
  ['PUT', '/pets/a%2Fb', 'put', { id: 'a/b' }],
  ['GET', '/pets/100%', 'get', { id: '100%' }],
  ['GET', '/pets/mine', 'mine', {}],
  ['GET', '/my-pets', 'mine', {}],
  ['GET', '/reports/sales.xml', 'report', { name: 'sales', format: 'xml' }],
  ['GET', '/pets/by/a%40b', 'owner', { email: 'a@b' }],
  ['GET', '/', 'root', {}],
])('%s %s is %s', (method, path, id, parameters) => {
  expect(route(method, path)).toMatchObject({ found: 'operation', operation: { id }, parameters });
});

test.each([
  ['DELETE', '/pets/7', { found: 'path', methods: ['GET', 'PUT'] }],
  ['PUT', '/pets/mine', { found: 'operation' }],
  ['GET', '/pets/by/nobody', { found: 'nothing' }],
  ['GET', '/pets', { found: 'nothing' }],
  ['GET', '/pets/', { found: 'nothing' }],
  ['GET', '/pets/7/8', { found: 'nothing' }],
])('%s %s', (method, path, wanted) => {
  expect(route(method, path)).toMatchObject(wanted);
});

test('a literal wins in whatever order the operations are described', () => {
  const paths = [
    '/{a}',
    '/{a}/b',
    '/{a}/b/{c}',
    '/{a}/b/count',
    '/x',
    '/x/{a}',
    '/x/{a}/long',
    '/x/{a}/y/{b}',
    '/x/{a}/y/count',
  ];
  const orders = fc.shuffledSubarray(paths, { minLength: paths.length });
  fc.assert(
    fc.property(orders, (order) => {
      const route = createRouter(order.map((path) => operation(path, 'GET', path)));
      for (const path of ['/{a}/b/count', '/x/{a}/y/count'])
        expect(route('GET', path.replace('{a}', '7'))).toMatchObject({ operation: { id: path } });
    }),
  );
});
