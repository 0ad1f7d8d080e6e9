import { expect, test } from 'vitest';
import { readTags } from './tags.ts';

const many = (count: number) => Array.from({ length: count }, (_, at) => `tag ${at}`).join(', ');

test.each([
  ['Press', ['Press']],
  ['Press, Fair', ['Press', 'Fair']],
  ['Press,press,PRESS', ['Press']],
  [' , Press ,, ', ['Press']],
  ['Fair   2026;Autumn', ['Fair 2026;Autumn']],
  ['"VIP","Blog readers"', ['VIP', 'Blog readers']],
  ['cafe\u0301, Caf\u00e9', ['caf\u00e9']],
  [many(50), many(50).split(', ')],
])('%j are %j', (text, tags) => {
  expect(readTags(text)).toEqual({ tags });
});

test.each([
  ['x'.repeat(51), 'a tag must have at most 50 characters'],
  ['Press, a\u0007b', 'a tag must not have control characters'],
  [many(51), 'a contact has at most 50 tags'],
])('%j are none', (text, fault) => {
  expect(readTags(text)).toEqual({ fault });
});
