import { describe, expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { DescriptionError, UnsupportedError } from '../common/errors.ts';
import { buildModel } from './build.ts';

describe('a contradiction', () => {
  test.each<[string, string, RegExp]>([
    [
      'two client names',
      'paths: { /a: { get: { x-client-name: x }, put: { x-client-name: x } } }',
      /^#\/paths\/~1a\/put\/x-client-name: two operations of "Default" have the name "x" in code/,
    ],
    [
      'x-paging without its headers',
      'paths: { /a: { get: { x-paging: { items: /a/b, size: n, index: i } } } }',
      /x-paging lacks total, pages, here and at the root of the description/,
    ],
    [
      'x-stream of what is compared',
      'paths: { /a: { put: { parameters: [{ name: Idempotency-Key, in: header }], requestBody: { content: { a/b: { x-stream: true } } } } } }',
      /x-stream does not go with Idempotency-Key/,
    ],
    [
      'x-sealed of no parameter',
      'paths: { /a: { get: { x-sealed: id } } }',
      /x-sealed names "id", but there is no such path parameter/,
    ],
    [
      'a reference to nothing',
      'paths: { /a: { get: { parameters: [{ $ref: "#/components/parameters/P" }] } } }',
      /^#\/paths\/~1a\/get\/parameters\/0: \$ref "#\/components\/parameters\/P" points to nothing/,
    ],
    [
      'references in a circle',
      'paths: { /a: { get: { parameters: [{ $ref: "#/components/parameters/P" }] } } }\n' +
        'components: { parameters: { P: { $ref: "#/components/parameters/P" } } }',
      /leads back to itself/,
    ],
  ])('%s', (_, yaml, message) => {
    expect(() => buildModel(describeApi(yaml))).toThrow(DescriptionError);
    expect(() => buildModel(describeApi(yaml))).not.toThrow(UnsupportedError);
    expect(() => buildModel(describeApi(yaml))).toThrow(message);
  });
});

test.each([
  [
    'no such path parameter',
    'paths: { "/a/{id}": { get: {} } }',
    /^#\/paths\/~1a~1{id}\/get: "\/a\/{id}" names {id}, but there is no such path parameter/,
  ],
  [
    'a path parameter that is nowhere',
    'paths: { /a: { get: { parameters: [{ name: id, in: path, required: true }] } } }',
    /path parameter "id" does not stand in "\/a"/,
  ],
  [
    'an alias without the path parameter',
    'paths: { "/a/{id}": { get: { x-aliases: [{ method: GET, path: /a }], parameters: [{ name: id, in: path }] } } }',
    /path parameter "id" does not stand in "\/a"/,
  ],
])('an operation with %s can be left out', (_, yaml, message) => {
  expect(() => buildModel(describeApi(yaml))).toThrow(UnsupportedError);
  expect(() => buildModel(describeApi(yaml))).toThrow(message);
});

test.each<[string, string, string[], Record<string, string>]>([
  [
    'operations of one operationId',
    'paths: { /a: { get: { operationId: get-it }, put: { operationId: getIt } }, /b: { get: { operationId: putA } } }',
    ['getIt', 'putA', 'getB'],
    {
      '#/paths/~1a/put': 'is "putA" in code, where GET /a has the name "getIt"',
      '#/paths/~1b/get': 'is "getB" in code, where PUT /a has the name "putA"',
    },
  ],
  [
    'operations of one path and method in words',
    'paths: { /a/b: { get: {} }, /a-b: { get: {} } }',
    ['getAB', 'getAB_2'],
    { '#/paths/~1a-b/get': 'is "getAB_2" in code, where GET /a/b has the name "getAB"' },
  ],
  [
    'operationIds that differ in letter case',
    'paths: { /a: { get: { operationId: get }, put: { operationId: Get } } }',
    ['get', 'putA'],
    { '#/paths/~1a/put': 'is "putA" in code, where GET /a has the name "Get"' },
  ],
  [
    'one path item at two paths',
    'paths: { /a: { get: { operationId: x } }, /b: { $ref: "#/paths/~1a" } }',
    ['x', 'getB'],
    { '#/paths/~1b/get': 'is "getB" in code, where GET /a has the name "x"' },
  ],
])('%s', (_, yaml, ids, notes) => {
  const told: Record<string, string> = {};
  const { operations } = buildModel(describeApi(yaml), undefined, ({ pointer, message }) => {
    told[pointer] = message;
  });
  expect(operations.map(({ id }) => id)).toEqual(ids);
  expect(told).toEqual(notes);
});

test('tags that are one group in code', () => {
  const { operations } = buildModel(
    describeApi('paths: { /a: { get: { tags: [Big things] } }, /b: { get: { tags: [big-things] } } }'),
  );
  expect(operations.map(({ group }) => group)).toEqual(['bigThings', 'bigThings']);
});

test('the model tells title, version, hash and limit, and leaves the description as it was', () => {
  const description = describeApi(
    'paths: { /a: { post: { requestBody: { content: { a/json: { schema: { type: string } } } } } } }\nx-max-body: 99',
  );
  const before = structuredClone(description);
  const { title, version, hash, maxBody } = buildModel(description);
  expect({ title, version, maxBody }).toEqual({ title: 'Test', version: '1', maxBody: 99 });
  const bounds = { all: 99, client: 9 };
  expect(buildModel({ ...description, 'x-max-bodies': bounds }).maxBodies).toEqual(bounds);
  expect(hash).toMatch(/^[0-9a-f]{12}$/);
  expect(hash).not.toBe(buildModel({ ...description, 'x-max-body': 98 }).hash);
  expect(description).toEqual(before);
});
