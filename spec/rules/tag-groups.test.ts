import { expect, test } from 'vitest';
import { description, lintFiles } from './testing.ts';

const tags = 'tags: [{ name: Things }, { name: Parts }]';

test.each([
  ['x-tagGroups: [{ name: All, tags: [Things, Parts] }]', []],
  ['x-tagGroups: [{ name: One, tags: [Parts] }, { name: Two, tags: [Things] }]', []],
  ['x-tagGroups: [{ name: All, tags: [Things] }]', ['The tag `Parts` is in 0 of x-tagGroups, not in one.']],
  [
    'x-tagGroups: [{ name: All, tags: [Things, Parts, Parts] }]',
    ['The tag `Parts` is in 2 of x-tagGroups, not in one.'],
  ],
  ['x-tagGroups: [{ name: All, tags: [Things, Parts, Rest] }]', ['x-tagGroups names `Rest`, which is no tag.']],
])('%s', async (groups, messages) => {
  expect(await lintFiles('tag-groups', { 'openapi.yaml': `${description('/x: {}')}${tags}\n${groups}\n` })).toEqual(
    messages,
  );
});
