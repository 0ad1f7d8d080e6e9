import { expect, test } from 'vitest';
import { chunk } from './chunk.ts';

const member = (name: string, lines = 1) => ({ name, text: Array(lines).fill(name).join('\n') });

test.each<[string, ReturnType<typeof member>[], Record<string, string[]>]>([
  ['nothing', [], {}],
  ['what fits', [member('b'), member('a')], { base: ['a', 'b'] }],
  ['too much', [member('a', 6), member('b', 4), member('c', 1)], { 'base-1': ['a', 'b'], 'base-2': ['c'] }],
  [
    'a member that is too long by itself',
    [member('a'), member('b', 11), member('c')],
    { 'base-1': ['a'], 'base-2': ['b'], 'base-3': ['c'] },
  ],
])('%s', (_, members, wanted) => {
  const chunks = chunk('base', members, 10);
  expect(Object.fromEntries(chunks.map((each) => [each.name, each.members.map(({ name }) => name)]))).toEqual(wanted);
});
