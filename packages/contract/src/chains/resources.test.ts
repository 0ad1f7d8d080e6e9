import type { JsonSchema, Operation } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { singular } from '../contract/names.ts';
import type { Schemas } from '../contract/schemas.ts';
import { referencesIn } from './references.ts';
import { findResources } from './resources.ts';

const operation = (method: string, path: string) => ({ id: `${method} ${path}`, method, path }) as Operation;
const object = (...names: string[]): JsonSchema => ({
  properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
});

/** Resources of paths whose POST answers with this schema. */
function found(answer: JsonSchema, ...paths: string[]) {
  const operations = paths.flatMap((path) =>
    (path.endsWith('}') ? ['GET', 'PUT', 'DELETE'] : ['GET', 'POST']).map((method) => operation(method, path)),
  );
  return findResources(operations, { answer: () => answer } as unknown as Schemas);
}

test.each<[string, JsonSchema, string[] | undefined]>([
  ['under the name of the parameter', object('id', 'orderId'), ['orderId']],
  ['as id', object('name', 'id'), ['id']],
  ['one level down', { properties: { data: object('id') } }, ['data', 'id']],
  ['alone', { type: 'string' }, []],
  ['nowhere', object('name'), undefined],
])('an answer has the id %s', (_, answer, wanted) => {
  const [order] = found(answer, '/orders', '/orders/{orderId}');
  expect(order).toMatchObject({ name: 'order', path: '/orders/{orderId}', parameter: 'orderId' });
  expect(order!.idInAnswer).toEqual(wanted);
});

test('what is below something has it as its parent', () => {
  const [team, member] = found(
    object('id'),
    '/teams',
    '/teams/{id}',
    '/teams/{id}/members',
    '/teams/{id}/members/{no}',
  );
  expect(member!.parent).toBe(team);
});

test('a path whose parameters nobody can give is no resource', () => {
  expect(found(object('id'), '/years/{year}/reports', '/years/{year}/reports/{id}')).toEqual([]);
});

test.each<[string, JsonSchema, string[]]>([
  ['by the name of the thing', object('customerId', 'customer_id', 'count'), ['customerId', 'customer_id']],
  ['as a list', { properties: { customerIds: { type: 'array', items: { type: 'integer' } } } }, ['customerIds']],
  ['not as an object', { properties: { customerId: { type: 'object' } } }, []],
  ['not as an id of its own', object('id'), []],
])('a body refers to something %s', (_, schema, wanted) => {
  const resources = found(object('id'), '/customers', '/customers/{id}');
  expect(referencesIn(schema, resources).map(({ key }) => key)).toEqual(wanted);
});

test.each([
  ['orders', 'order'],
  ['categories', 'category'],
  ['boxes', 'box'],
  ['addresses', 'address'],
  ['news-item', 'news-item'],
])('one of %s is %s', (many, one) => expect(singular(many)).toBe(one));
