import { expect, test } from 'vitest';
import { describeOperation } from '../../test/support/describe.ts';
import { buildModel } from './build.ts';
import type { OpenApiDocument, Parameter } from './model.ts';

const inPath = '{ name: id, in: path, required: true }';
const operation = (parameters: string, path = '/{id}') => describeOperation(`parameters: [${parameters}]`, path);

function parameters(description: OpenApiDocument): Record<string, Partial<Parameter>> {
  const all = buildModel(description).operations.flatMap((each) => each.parameters);
  return Object.fromEntries(all.map((each) => [each.name, each]));
}

test('a query parameter with the name of a path parameter is told to have another in code', () => {
  const notes: string[] = [];
  const description = operation(`${inPath}, { name: id, in: query }`);
  const { operations } = buildModel(description, undefined, ({ message }) => notes.push(message));
  expect(operations[0]?.parameters.map(({ name, wire }) => [name, wire])).toEqual([
    ['id', undefined],
    ['id_query', 'id'],
  ]);
  expect(notes).toEqual(['is "id_query" in code, where the path has a parameter of its name']);
});

test('a header of credentials that is a parameter is told to be left out', () => {
  const notes: string[] = [];
  const given = `${inPath}, { name: authorization, in: header, required: true }, { name: Accept, in: header }`;
  const { operations } = buildModel(operation(given), undefined, ({ message }) => notes.push(message));
  expect(operations[0]?.parameters.map(({ name }) => name)).toEqual(['id']);
  expect(notes).toEqual(['is no parameter: security schemes describe this header']);
});

test('one that always has the same value has no name in code', () => {
  const notes: string[] = [];
  const given = `${inPath}, { name: id, in: query, required: true, schema: { enum: [""] } }, { name: q, in: query }`;
  const { operations } = buildModel(operation(given), undefined, ({ message }) => notes.push(message));
  expect(operations[0]).toMatchObject({
    parameters: [{ name: 'id' }, { name: 'q' }],
    constants: [{ name: 'id', value: '' }],
  });
  expect(notes).toEqual([]);
});

test.each([
  ['slashes in a path parameter', `${inPath.slice(0, -1)}, x-greedy: true }`, { id: { greedy: true } }],
  [
    'an empty value that stands for the only one',
    `${inPath}, { name: acl, in: query, allowEmptyValue: true, schema: { type: boolean, enum: [true] } }`,
    { acl: { empty: true } },
  ],
  ['an empty text', `${inPath}, { name: acl, in: query, allowEmptyValue: true }`, { acl: { empty: '' } }],
  [
    'a map',
    `${inPath}, { name: q, in: query, explode: true, schema: { type: object, additionalProperties: { type: array, items: { type: integer } } } }`,
    { q: { form: { style: 'form', explode: true, deep: { members: {}, rest: { list: 'integer' } } } } },
  ],
])('%s', (_, given, wanted) => {
  expect(parameters(operation(given))).toMatchObject(wanted);
});
