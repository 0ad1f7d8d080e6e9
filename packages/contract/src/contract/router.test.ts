import type { Operation } from '@mailwright/codegen/description';
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
