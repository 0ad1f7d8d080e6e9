import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

test.each([
  ['listThings', []],
  ['pingGet', []],
  ['list', ['operationId `list` is not a verb and a noun in camelCase.']],
  ['ListThings', ['operationId `ListThings` is not a verb and a noun in camelCase.']],
  ['list_things', ['operationId `list_things` is not a verb and a noun in camelCase.']],
  [
    'fetchThings',
    [expect.stringMatching(/^operationId `fetchThings` begins with `fetch`, which is none of: activate, add/)],
  ],
])('operationId: %s', async (id, messages) => {
  expect(await lintOperation('operation-id', `operationId: ${id}`)).toEqual(messages);
});
