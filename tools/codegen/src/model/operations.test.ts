import { describe, expect, test } from 'vitest';
import { describeOperation } from '../../test/support/describe.ts';
import { buildModel } from './build.ts';
import type { ApiModel, Operation } from './model.ts';

const only = (model: ApiModel): Operation => {
  expect(model.operations).toHaveLength(1);
  return model.operations[0]!;
};

describe('an operation', () => {
  const plain: Operation = {
    id: 'op',
    clientName: 'op',
    group: 'default',
    groupTitle: 'Default',
    method: 'GET',
    path: '/things',
    aliases: [],
    summary: '',
    description: '',
    right: 'get',
    retry: 'safe',
    timeout: 30,
    acceptAliases: [],
    longRunning: false,
    secured: false,
    deprecated: false,
    parameters: [],
    bodies: [],
    bodyRequired: false,
    responses: [{ status: 200, description: 'OK', contents: [], headers: [] }],
  };

  test.each<[string, string, Partial<Operation>]>([
    ['nothing but the least', '{}', {}],
    ['tags', 'tags: [Target groups, Other]', { group: 'targetGroups', groupTitle: 'Target groups' }],
    ['texts', 'summary: S\ndescription: D\ndeprecated: true', { summary: 'S', description: 'D', deprecated: true }],
    ['x-client-name', 'x-client-name: list', { clientName: 'list' }],
    ['x-right, x-timeout', 'x-right: post\nx-timeout: 90', { right: 'post', timeout: 90 }],
    ['x-retry', 'x-retry: never', { retry: 'never' }],
    [
      'x-paging',
      'x-paging: { items: /a/b, size: n, index: i, total: T, pages: P }',
      { paging: { items: '/a/b', size: 'n', index: 'i', total: 'T', pages: 'P' } },
    ],
    ['x-accept-aliases', 'x-accept-aliases: [text/html]', { acceptAliases: ['text/html'] }],
    ['x-privilege', 'x-privilege: send', { privilege: 'send' }],
    ['x-long-running', 'x-long-running: true', { longRunning: true }],
    ['x-aliases', 'x-aliases: [{ method: POST, path: /t }]', { aliases: [{ method: 'POST', path: '/t' }] }],
    ['security', 'security: [{ key: [] }]', { secured: true, security: [{ key: [] }] }],
    ['optional security', 'security: [{ key: [] }, {}]', { secured: false, security: [{ key: [] }, {}] }],
  ])('%s', (_, yaml, wanted) => {
    expect(only(buildModel(describeOperation(yaml)))).toEqual({ ...plain, ...wanted });
  });

  test.each<[string, Operation['retry']]>([
    ['get', 'safe'],
    ['head', 'safe'],
    ['put', 'idempotent'],
    ['delete', 'idempotent'],
    ['post', 'never'],
    ['patch', 'never'],
  ])('%s is retried: %s', (method, retry) => {
    expect(only(buildModel(describeOperation('{}', '/things', method))).retry).toBe(retry);
  });

  test.each([
    ['get', '/', undefined, 'get'],
    ['get', '/people/{id}/name', undefined, 'getPeopleByIdName'],
    ['post', '/people/{person_id}', undefined, 'postPeopleByPersonId'],
    ['get', '/reports/daily.csv', undefined, 'getReportsDailyCsv'],
    ['get', '/x', 'list-things', 'listThings'],
    ['get', '/x', 'delete', 'delete_'],
  ])('%s %s with operationId %s is called %s', (method, path, operationId, id) => {
    const parameters = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => ({ name, in: 'path', required: true }));
    const model = buildModel(
      describeOperation(JSON.stringify({ operationId: operationId ?? '', parameters }), path, method),
    );
    expect(only(model).id).toBe(id);
    expect(model.document.paths[path][method].operationId).toBe(id);
  });

  test('what stands behind # in a path is never sent', () => {
    expect(only(buildModel(describeOperation('{}', '/#Action=List'))).path).toBe('/');
  });
});

test('parameters of one name in several places have names of their own in code', () => {
  const places = ['path', 'query', 'header'].map(
    (place) => `{ name: id, in: ${place}, required: true, schema: { type: string } }`,
  );
  const description = describeOperation(`parameters: [${places.join(', ')}]`, '/things/{id}');
  const [operation] = buildModel(description).operations;
  expect(operation!.parameters.map(({ name, wire }) => [name, wire])).toEqual([
    ['id', undefined],
    ['id_query', 'id'],
    ['id_header', 'id'],
  ]);
});
