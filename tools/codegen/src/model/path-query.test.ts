import { expect, test } from 'vitest';
import { describeOperation } from '../../test/support/describe.ts';
import { buildModel } from './build.ts';

const parameters = (yaml: string, path: string) =>
  buildModel(describeOperation(`parameters: [${yaml}]`, path)).operations.map(({ path, key, parameters }) => ({
    path,
    key,
    parameters: parameters.map(({ name, in: place, required, schema }) => ({
      name,
      place,
      required,
      values: schema.enum,
    })),
  }))[0];

const view = (value: string) => ({ name: 'view', place: 'query', required: true, values: [value] });

test.each<[string, string, object[]]>([
  ['/a?view=list', '', [view('list')]],
  ['/a?view=two+words&x#y', '', [view('two words'), { ...view(''), name: 'x' }]],
  ['/a?view=list', '{ name: view, in: query, schema: { type: string } }', [view('list')]],
  ['/a?id={id}', '{ name: id, in: path, required: true }', [{ ...view(''), name: 'id', values: undefined }]],
  ['/a?id={id}', '{ name: id, in: query }', [{ name: 'id', place: 'query', required: false, values: undefined }]],
  ['/a?key={id}', '{ name: id, in: path, required: true }', [{ ...view(''), name: 'key', values: undefined }]],
  ['/a?key={id}', '{ name: id, in: query, schema: { enum: [x] } }', [{ ...view('x'), name: 'key' }]],
  ['/a?key={id}', '', [{ ...view(''), name: 'key', values: undefined }]],
])('%s with [%s]', (path, yaml, wanted) => {
  expect(parameters(yaml, path)).toEqual({ path: '/a', key: path, parameters: wanted });
});
