import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const refused = (summary: string) => [
  `Summary \`${summary}\` is not one line of 6 to 71 characters that starts with a capital and has no full stop.`,
];

test.each([
  ['List things', []],
  ['list things', refused('list things')],
  ['List things.', refused('List things.')],
  ['List', refused('List')],
  [`List ${'x'.repeat(70)}`, refused(`List ${'x'.repeat(70)}`)],
  ["''", refused('')],
])('summary: %s', async (summary, messages) => {
  expect(await lintOperation('operation-summary', `summary: ${summary}`)).toEqual(messages);
});
