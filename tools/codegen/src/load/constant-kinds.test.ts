import { expect, test } from 'vitest';
import { describeApi } from '../../test/support/describe.ts';
import type { Problem } from '../common/errors.ts';
import { mapByConstants } from './constant-kinds.ts';

const [CAT, DOG] = ['#/components/schemas/Cat', '#/components/schemas/Dog'];

function discriminator(cat: string, dog: string, given = '{ propertyName: kind }') {
  const document = describeApi(`components:
  schemas:
    Pet: { oneOf: [{ $ref: '${CAT}' }, { $ref: '${DOG}' }], discriminator: ${given} }
    Cat: ${cat}
    Dog: ${dog}
    Kind: { enum: [dog, puppy] }
    Both: { properties: { kind: { enum: [cat, dog] } } }`);
  const notes: Problem[] = [];
  mapByConstants(document, (each) => notes.push(each));
  return { found: document.components.schemas.Pet.discriminator, notes: notes.map(({ message }) => message) };
}

const cat = '{ properties: { kind: { const: cat } } }';
const both = '{ allOf: [{ $ref: "#/components/schemas/Both" }] }';

test.each<[string, string, string, string | undefined, unknown]>([
  ['constants', cat, '{ properties: { kind: { enum: [dog] } } }', undefined, { cat: CAT, dog: DOG }],
  [
    'a reference',
    cat,
    '{ properties: { kind: { $ref: "#/components/schemas/Kind" } } }',
    undefined,
    { cat: CAT, dog: DOG, puppy: DOG },
  ],
  ['a part', cat, '{ allOf: [{ properties: { kind: { const: dog } } }] }', undefined, { cat: CAT, dog: DOG }],
  ['one of two', cat, '{}', undefined, { cat: CAT }],
  [
    'a mapping of one',
    cat,
    '{ properties: { kind: { const: dog } } }',
    '{ propertyName: kind, mapping: { cat: Cat } }',
    { cat: 'Cat', dog: DOG },
  ],
  ['any text', '{ properties: { kind: { type: string } } }', '{}', undefined, undefined],
  ['the names of the schemas', '{ properties: { kind: { const: Cat } } }', '{}', undefined, undefined],
])('the mapping follows from %s', (_, one, other, given, mapping) => {
  expect(discriminator(one, other, given)).toEqual({
    found: { propertyName: 'kind', ...(mapping !== undefined && { mapping }) },
    notes: [],
  });
});

test('values that several alternatives have tell nothing', () => {
  expect(discriminator(both, both)).toEqual({
    found: undefined,
    notes: ['tells nothing: several alternatives have the same values of "kind"; it is left out'],
  });
});
