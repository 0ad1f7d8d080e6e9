import { expect, test } from 'vitest';
import { joinTags, splitTags, tagsChange } from './tags.ts';

test.each<[string, string[]]>([
  ['', []],
  ['#', []],
  ['summer', ['summer']],
  ['summer#sale#vip', ['summer', 'sale', 'vip']],
  ['#a##b#a# c #', ['a', 'b', 'c']],
  ['A#a', ['A', 'a']],
])('%s', (text, wanted) => {
  expect(splitTags(text)).toEqual(wanted);
  expect(splitTags(joinTags(wanted))).toEqual(wanted);
});

test('folded beside', () => {
  expect(tagsChange(['Été'])).toEqual({ tags: ['Été'], tags_folded: ['e\u0301te\u0301'] });
});
