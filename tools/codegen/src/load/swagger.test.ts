import { expect, test } from 'vitest';
import type { Problem } from '../common/errors.ts';
import { fromSwagger2 } from './swagger.ts';

test.each<[place: string, form: string, told: string | undefined]>([
  ['query', 'csv', undefined],
  ['query', 'ssv', undefined],
  ['query', 'pipes', undefined],
  ['query', 'multi', undefined],
  ['query', 'tsv', 'query lists with tabs'],
  ['formData', 'multi', undefined],
  ['formData', 'tsv', 'formData lists with tabs'],
  ['header', 'csv', undefined],
  ['header', 'ssv', 'header lists with spaces'],
  ['path', 'pipes', 'path lists with pipes'],
  ['path', 'multi', 'path lists with a field for each item'],
])('a list of %s in the form %s', (place, form, told) => {
  const list = {
    name: 'a',
    in: place,
    required: true,
    type: 'array',
    items: { type: 'string' },
    collectionFormat: form,
  };
  const notes: Problem[] = [];
  const paths = { '/x/{a}': { post: { parameters: [list], responses: { 204: { description: 'd' } } } } };
  fromSwagger2({ swagger: '2.0', info: { title: 'T', version: '1' }, paths }, (note) => notes.push(note));
  const message = `OpenAPI 3 has no ${told}: it is written as if nothing was said of its items`;
  const pointer = '#/paths/~1x~1{a}/post/parameters/0/collectionFormat';
  expect(notes).toEqual(told === undefined ? [] : [{ pointer, message }]);
});
