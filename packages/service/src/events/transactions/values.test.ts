import { expect, test } from 'vitest';
import type { AttributeType } from '../tables.ts';
import { attributesOfExample } from './example.ts';
import { contentReader } from './values.ts';

const typeWith = (type: AttributeType, required = false, store_only = false, name = 'value') => ({
  name: 'shop.order',
  store_only,
  attributes: [{ id: 1, name, type, required, description: null }],
});

test.each<[AttributeType, unknown, string | undefined]>([
  ['string', 'x'.repeat(1000), undefined],
  ['string', 'x'.repeat(1001), 'a text of at most 1000 characters'],
  ['string', { a: 7 }, 'a text of at most 1000 characters'],
  ['integer', -2147483648, undefined],
  ['integer', 2147483648, 'a whole number of 32 bits'],
  ['integer', 1.5, 'a whole number of 32 bits'],
  ['integer', '007', 'a whole number of 32 bits'],
  ['integer', '1e3', 'a whole number of 32 bits'],
  ['double', 49.9, undefined],
  ['float', '49,9', 'a number'],
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
  const read = contentReader(typeWith(type))({ value });
  expect(read).toEqual(wanted ? { fault: `attribute "value" must be ${wanted}` } : { content: { value }, unknown: [] });
});

test.each([
  [
    'a longer text where the type only stores',
    typeWith('string', false, true),
    { value: 'x'.repeat(64_000) },
    undefined,
  ],
  ['a required one that is missing', typeWith('string', true), {}, 'required attribute "value" is missing'],
  ['a required one that is null', typeWith('string', true), { value: null }, 'required attribute "value" is missing'],
  [
    'the name of a property of all objects',
    typeWith('string', true),
    { constructor: 'x' },
    'required attribute "value" is missing',
  ],
  [
    'a required one with such a name',
    typeWith('string', true, false, 'constructor'),
    {},
    'required attribute "constructor" is missing',
  ],
])('%s', (_, type, content, wanted) => {
  expect(contentReader(type)(content)).toEqual(wanted ? { fault: wanted } : { content, unknown: [] });
});

test.each<[AttributeType, given: unknown, wanted: unknown]>([
  ['string', 12, '12'],
  ['string', true, 'true'],
  ['double', '12.5', 12.5],
  ['integer', ' -7 ', -7],
  ['boolean', 'false', false],
  ['json', '{"a":[1]}', { a: [1] }],
  ['json', '[broken', '[broken'],
  ['json', '12', '12'],
])('%s takes %j as %j', (type, given, wanted) => {
  expect(contentReader(typeWith(type))({ value: given })).toEqual({ content: { value: wanted }, unknown: [] });
});

test.each([
  [{ other: 1 }, {}, ['other']],
  [{ order: { id: 'a', other: 1 } }, { 'order.id': 'a' }, ['order.other']],
  [{ 'order.address': { street: 'Mill' } }, { 'order.address.street': 'Mill' }, []],
  [{ order: [1] }, {}, ['order']],
  [{ nothing: { below: 1 } }, {}, ['nothing']],
])('%j is read as %j without %j', (given, content, unknown) => {
  const attributes = ['order.id', 'order.address.street'].map(
    (name) => typeWith('string', false, false, name).attributes[0]!,
  );
  expect(contentReader({ store_only: false, attributes })(given)).toEqual({ content, unknown });
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
