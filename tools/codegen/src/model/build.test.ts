import { describe, expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import { DescriptionError, UnsupportedError } from '../errors.ts';
import { buildModel } from './build.ts';

describe('a contradiction', () => {
  test.each<[string, string, RegExp]>([
    [
      'two operations of one name',
      'paths: { /a: { get: { operationId: get-it }, put: { operationId: getIt } } }',
      /^#\/paths\/~1a\/put: PUT \/a and GET \/a both have the name "getIt"/,
    ],
    [
      'two tags of one name',
      'paths: { /a: { get: { tags: [Big things] } }, /b: { get: { tags: [big-things] } } }',
      /^#\/paths\/~1b\/get\/tags\/0: the tags "Big things" and "big-things" are both "bigThings" in code/,
    ],
    [
      'two client names',
      'paths: { /a: { get: { x-client-name: x }, put: { x-client-name: x } } }',
      /^#\/paths\/~1a\/put\/x-client-name: two operations of "Default" have the name "x" in code/,
    ],
    [
      'two schemas of one name',
      'components: { schemas: { a-b: {}, a.b: {} } }',
      /^#\/components\/schemas\/a.b: the schemas "a-b" and "a.b" have one name in code/,
    ],
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

test('the model tells title, version, hash and limit, and leaves the description as it was', () => {
  const description = describeApi(
    'paths: { /a: { post: { requestBody: { content: { a/json: { schema: { type: string } } } } } } }\nx-max-body: 99',
  );
  const before = structuredClone(description);
  const { title, version, hash, maxBody } = buildModel(description);
  expect({ title, version, maxBody }).toEqual({ title: 'Test', version: '1', maxBody: 99 });
  expect(hash).toMatch(/^[0-9a-f]{12}$/);
  expect(hash).not.toBe(buildModel({ ...description, 'x-max-body': 98 }).hash);
  expect(description).toEqual(before);
});
