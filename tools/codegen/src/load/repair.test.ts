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
  ['of null alone', { type: ['array', 'null'], enum: [null] }, { type: ['array', 'null'], enum: [null] }, undefined],
  [
    'quoted numbers',
    { type: 'number', enum: ['2', 3, null] },
    { type: 'number', enum: [2, 3, null] },
    /for numbers: 2$/,
  ],
  ['quoted booleans', { type: 'boolean', enum: ['true'] }, { type: 'boolean', enum: [true] }, /for booleans: true$/],
  [
    'versions without quotes',
    { type: ['string', 'null'], enum: [1.5, true, 'x', null] },
    { type: ['string', 'null'], enum: ['1.5', 'true', 'x', null] },
    /for texts: "1\.5", "true"$/,
  ],
  ['the same twice', { type: 'string', enum: ['2', 2] }, { type: 'string', enum: ['2'] }, /for texts: "2"$/],
  [
    'a value of another type',
    { type: 'integer', enum: [1.5, 2] },
    { type: 'integer', enum: [1.5, 2] },
    /^of another type than integer, and not allowed: 1\.5$/,
  ],
  ['texts', { type: 'string', enum: ['2'] }, { type: 'string', enum: ['2'] }, undefined],
  ['any type', { enum: ['a', 2] }, { enum: ['a', 2] }, undefined],
])('%s', (_, schema, wanted, told) => {
  const document = { components: { schemas: { S: schema } } };
  const notes: Problem[] = [];
  repair(document, (note) => notes.push(note));
  expect(document.components.schemas.S).toEqual(wanted);
  expect(notes.map(({ pointer }) => pointer)).toEqual(told ? ['#/components/schemas/S/enum'] : []);
  if (told) expect(notes[0]!.message).toMatch(told);
});

test.each<[keyword: string, given: JsonSchema, wanted: unknown]>([
  ['const', { type: 'string', const: 7 }, '7'],
  ['default', { type: 'string', default: false }, 'false'],
  ['default', { type: 'integer', default: '20' }, 20],
  ['default', { type: 'boolean', default: 'false' }, false],
])('a value of %s in %j is of the type', (keyword, schema, wanted) => {
  const document = { components: { schemas: { S: schema } } };
  const notes: Problem[] = [];
  repair(document, (note) => notes.push(note));
  expect(document.components.schemas.S[keyword]).toBe(wanted);
  expect(notes.map(({ pointer }) => pointer)).toEqual([`#/components/schemas/S/${keyword}`]);
});
