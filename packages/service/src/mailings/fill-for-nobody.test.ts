import { expect, test } from 'vitest';
import { nameTags } from './fill-for-nobody.ts';

test.each([
  ['News', 'News'],
  ['Spring sale, [[CONTACT|FIRSTNAME|friend]]!', 'Spring sale, friend!'],
  ['Spring sale, [[CONTACT|FIRSTNAME]]!', 'Spring sale, [FIRSTNAME]!'],
  ['[[TRANSACTION|"lines[0].name"]] is on its way', '[lines[0].name] is on its way'],
  ['[[not a tag]] and [x]', '[[not a tag]] and [x]'],
])('"%s" is shown as "%s"', (subject, shown) => {
  expect(nameTags(subject)).toBe(shown);
});
