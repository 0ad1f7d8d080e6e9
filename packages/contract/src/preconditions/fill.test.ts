// biome-ignore-all lint/suspicious/noTemplateCurlyInString: references of preconditions look like this
import { expect, test } from 'vitest';
import { builtIns, fill, references } from './fill.ts';

const known = {
  id: 7,
  name: 'Ada',
  no: false,
  contact: { id: 3, tags: ['a', 'b'] },
  groups: [
    { id: 1, type: 'regular' },
    { id: 2, type: 'test' },
  ],
};

test.each<[unknown, unknown]>([
  ['${id}', 7],
  ['no ${id}, ${name}', 'no 7, Ada'],
  ['${no}', false],
  ['${contact.tags[1]}', 'b'],
  ['${groups[0].id}', 1],
  ['${groups[type=test].id}', 2],
  [
    { a: ['${id}', { b: '${name}' }], c: null, d: 1 },
    { a: [7, { b: 'Ada' }], c: null, d: 1 },
  ],
  ['$id {id}', '$id {id}'],
])('%j', (value, wanted) => {
  expect(fill(value, known)).toEqual(wanted);
});

test.each(['${other}', '${contact.name}', '${groups[2]}', '${groups[type=none].id}', '${name[0]}'])(
  '%s is nothing',
  (value) => {
    expect(() => fill(value, known)).toThrow(RangeError);
  },
);

test('built-in values', () => {
  const now = new Date('2031-02-28T23:30:00Z');
  expect(fill('${today} ${tomorrow} ${yesterday} ${unique}', builtIns(now, { unique: 'x1' }))).toBe(
    '2031-02-28 2031-03-01 2031-02-27 x1',
  );
  expect(fill('${now}, ${inAnHour}, ${anHourAgo}', builtIns(now, {}))).toBe(
    '2031-02-28 23:30:00, 2031-03-01 00:30:00, 2031-02-28 22:30:00',
  );
});

test('references, without the built-in ones', () => {
  expect(references({ a: '${id} ${contact.id}', b: ['${unique}', '${groups[0].id}'] })).toEqual([
    'id',
    'contact',
    'groups',
  ]);
});
