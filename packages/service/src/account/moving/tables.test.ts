import { expect, test } from 'vitest';
import { parentsFirst } from './tables.ts';

const table = (name: string, ...parents: string[]) => ({ name, parents });

test('a table stands behind those that it references', () => {
  const sorted = parentsFirst([
    table('click', 'link', 'contact'),
    table('contact', 'account'),
    table('account'),
    table('link'),
  ]);
  expect(sorted.map(({ name }) => name)).toEqual(['account', 'link', 'contact', 'click']);
});

test('a circle is told', () => {
  expect(() => parentsFirst([table('a', 'b'), table('b', 'a')])).toThrow('reference each other in a circle: a, b');
});
