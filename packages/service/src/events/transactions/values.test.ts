import { expect, test } from 'vitest';
import type { AttributeType } from '../../platform/database/schema.ts';
import { attributesOfExample } from './example.ts';
import { contentChecker } from './values.ts';

const typeWith = (type: AttributeType, required = false, store_only = false, name = 'value') => ({
  name: 'shop.order',
  store_only,
  attributes: [{ id: 1, name, type, required, description: null }],
});

test.each<[AttributeType, unknown, string | undefined]>([
  ['string', 'x'.repeat(1000), undefined],
  ['string', 'x'.repeat(1001), 'a text of at most 1000 characters'],
  ['string', 7, 'a text of at most 1000 characters'],
  ['integer', -2147483648, undefined],
  ['integer', 2147483648, 'a whole number of 32 bits'],
  ['integer', 1.5, 'a whole number of 32 bits'],
  ['integer', '1', 'a whole number of 32 bits'],
  ['double', 49.9, undefined],
  ['float', '49.9', 'a number'],
  ['boolean', false, undefined],
  ['boolean', 0, 'true or false'],
  ['date', '2032-02-29', undefined],
  ['date', '2031-02-29', 'a date, YYYY-MM-DD'],
  ['date', '2031-02-28 10:00:00', 'a date, YYYY-MM-DD'],
  ['timestamp', '2031-02-28 23:59:59', undefined],
  ['timestamp', '2031-02-28 24:00:00', 'a time, YYYY-MM-DD HH:MM:SS'],
  ['json', { nested: [1, { deep: true }] }, undefined],
  ['string', null, undefined],
])('%s %j: %s', (type, value, wanted) => {
  expect(contentChecker(typeWith(type))({ value })).toBe(wanted && `attribute "value" must be ${wanted}`);
});

test.each([
  [
    'a longer text where the type only stores',
    typeWith('string', false, true),
    { value: 'x'.repeat(64_000) },
    undefined,
  ],
  ['an unknown attribute', typeWith('string'), { other: 1 }, 'transaction type shop.order has no attribute "other"'],
  ['a required one that is missing', typeWith('string', true), {}, 'required attribute "value" is missing'],
  ['a required one that is null', typeWith('string', true), { value: null }, 'required attribute "value" is missing'],
  [
    'the name of a property of all objects',
    typeWith('string', true),
    { constructor: 'x' },
    'transaction type shop.order has no attribute "constructor"',
  ],
  [
    'a required one with such a name',
    typeWith('string', true, false, 'constructor'),
    {},
    'required attribute "constructor" is missing',
  ],
])('%s', (_, type, content, wanted) => {
  expect(contentChecker(type)(content)).toBe(wanted);
});

test('the types of an example', () => {
  const example = {
    no: 'A-1',
    total: 49.9,
    items: 2,
    gift: true,
    day: '2031-03-01',
    at: '2031-03-01 10:00:00',
    rows: [],
  };
  expect(attributesOfExample(example).map(({ name, type }) => [name, type])).toEqual([
    ['no', 'string'],
    ['total', 'double'],
    ['items', 'integer'],
    ['gift', 'boolean'],
    ['day', 'date'],
    ['at', 'timestamp'],
    ['rows', 'json'],
  ]);
});
