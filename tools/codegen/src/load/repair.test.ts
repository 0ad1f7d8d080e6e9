import { expect, test } from 'vitest';
import type { Problem } from '../common/errors.ts';
import type { JsonSchema } from '../model/model.ts';
import { repair } from './repair.ts';

test.each<[string, JsonSchema, JsonSchema, RegExp | undefined]>([
  [
    'an enumeration beside an array',
    { type: 'array', items: { type: 'string' }, enum: ['a', null] },
    { type: 'array', items: { type: 'string', enum: ['a'] } },
    /taken for those of the items$/,
  ],
  [
    'of items that are a reference',
    { type: ['array', 'null'], items: { $ref: '#/x' }, enum: ['a'] },
    { type: ['array', 'null'], items: { allOf: [{ $ref: '#/x' }], enum: ['a'] } },
    /items$/,
  ],
  [
    'of items that say it too',
    { type: 'array', items: { enum: ['b'] }, enum: ['a'] },
    { type: 'array', items: { enum: ['b'] } },
    /items$/,
  ],
  ['of arrays', { type: 'array', enum: [['a']] }, { type: 'array', enum: [['a']] }, undefined],
  ['quoted numbers', { type: 'number', enum: ['2', 3, null] }, { type: 'number', enum: [2, 3, null] }, /for numbers$/],
  ['texts', { type: 'string', enum: ['2'] }, { type: 'string', enum: ['2'] }, undefined],
])('%s', (_, schema, wanted, told) => {
  const document = { components: { schemas: { S: schema } } };
  const notes: Problem[] = [];
  repair(document, (note) => notes.push(note));
  expect(document.components.schemas.S).toEqual(wanted);
  expect(notes.map(({ pointer }) => pointer)).toEqual(told ? ['#/components/schemas/S/enum'] : []);
  if (told) expect(notes[0]!.message).toMatch(told);
});
