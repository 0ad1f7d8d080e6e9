import { expect, test } from 'vitest';
import { joinLabels, labelsChange, splitLabels } from './labels.ts';

test.each<[string, string[]]>([
  ['', []],
  ['#', []],
  ['summer', ['summer']],
  ['summer#sale#vip', ['summer', 'sale', 'vip']],
  ['#a##b#a# c #', ['a', 'b', 'c']],
  ['A#a', ['A', 'a']],
])('%s', (text, wanted) => {
  expect(splitLabels(text)).toEqual(wanted);
  expect(splitLabels(joinLabels(wanted))).toEqual(wanted);
});

test('folded beside', () => {
  expect(labelsChange(['Été'])).toEqual({ tags: ['Été'], tags_folded: ['e\u0301te\u0301'] });
});
