import type { Operation } from '@mailwright/codegen/description';
import { expect, test } from 'vitest';
import { selected } from './selection.ts';

const operations = [
  ['deletePet', 'DELETE', 'Pets'],
  ['listPets', 'GET', 'Pets'],
  ['createPet', 'POST', 'Pets'],
  ['listShops', 'GET', 'Shops'],
].map(([id, method, groupTitle]) => ({ id, method, groupTitle })) as Operation[];

test.each<[only: string[], skip: string[], wanted: string[]]>([
  [[], [], ['listPets', 'createPet', 'listShops', 'deletePet']],
  [['list*'], [], ['listPets', 'listShops']],
  [['pets'], ['delete*'], ['listPets', 'createPet']],
  [['createPet', 'deletePet'], [], ['createPet', 'deletePet']],
])('only %j, skip %j', (only, skip, wanted) => {
  expect(selected(operations, { only, skip }).map(({ id }) => id)).toEqual(wanted);
});

test('nothing to test is an error', () => {
  expect(() => selected([], { only: [], skip: [] })).toThrow('the description has no operation');
  expect(() => selected(operations, { only: ['pets'], skip: ['pets'] })).toThrow('--only and --skip');
});

test('a name that means no operation', () => {
  expect(() => selected(operations, { only: ['listPet'], skip: [] })).toThrow(
    'The description has no operation and no group listPet.',
  );
});
