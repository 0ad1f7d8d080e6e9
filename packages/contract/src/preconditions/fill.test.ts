// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of preconditions look like this
import { expect, test } from 'vitest';
import { builtIns, fill, references } from './fill.ts';

const known = {
  id: 7,
  name: 'Ada',
  no: false,
  contact: { id: 3, tags: ['a', 'b'] },
  odd: { 'order-id': 'o', 'a[b]=%': 'p' },
  groups: [
    { id: 1, type: 'regular' },
    { id: 2, type: 'test' },
  ],
};

test.each<[unknown, unknown]>([
  ['${id}', 7],
  ['no ${id}, ${name}', 'no 7, Ada'],
  ['${no}', false],
  ['all: ${contact}', 'all: {"id":3,"tags":["a","b"]}'],
  ['${contact.tags[1]}', 'b'],
  ['${groups[0].id}', 1],
  ['${odd[order-id]}', 'o'],
  ['${odd[a%5Bb%5D%3D%25]}', 'p'],
  ['${groups[type=test].id}', 2],
  [
    { a: ['${id}', { b: '${name}' }], c: null, d: 1 },
    { a: [7, { b: 'Ada' }], c: null, d: 1 },
  ],
  ['$id {id}', '$id {id}'],
])('%j', (value, wanted) => {
  expect(fill(value, known)).toEqual(wanted);
});

test.each([
  '${other}',
  '${contact.name}',
  '${groups[2]}',
  '${groups[type=none].id}',
  '${name[0]}',
  '${odd[constructor]}',
  '${now+2}',
  '${tomorrow+1d}',
])('%s is nothing', (value) => {
  expect(() => fill(value, known)).toThrow(RangeError);
});

test('built-in values', () => {
  const now = new Date('2031-02-28T23:30:00Z');
  expect(fill('${today} ${tomorrow} ${yesterday} ${unique}', builtIns(now, { unique: 'x1' }))).toBe(
    '2031-02-28 2031-03-01 2031-02-27 x1',
  );
});

test.each<[string, unknown]>([
  ['${now}', '2031-02-28T23:30:00Z'],
  ['from ${now-90m} to ${now+45s}', 'from 2031-02-28T22:00:00Z to 2031-02-28T23:30:45Z'],
  ['${now+2h}', '2031-03-01T01:30:00Z'],
  ['${today+30d}', '2031-03-30'],
  ['${nowMilliseconds}', Date.parse('2031-02-28T23:30:00Z')],
  ['${nowMilliseconds-1d}', Date.parse('2031-02-27T23:30:00Z')],
])('time of the run: %s', (template, wanted) => {
  expect(references(template)).toEqual([]);
  expect(fill(template, builtIns(new Date('2031-02-28T23:30:00.123Z'), {}))).toEqual(
    typeof wanted === 'number' ? wanted + 123 : wanted,
  );
});

test('references, without the built-in ones', () => {
  expect(references({ a: '${id} ${contact.id}', b: ['${unique}', '${groups[0].id}'] })).toEqual([
    'id',
    'contact',
    'groups',
  ]);
});
