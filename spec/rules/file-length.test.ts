import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

test.each([
  [80, []],
  [81, ['The file has 81 lines, more than 80.']],
])('%i lines', async (lines, messages) => {
  const operation = ['operationId: listThings', ...Array(lines - 1).fill('# more')].join('\n');
  expect(await lintOperation('file-length', `${operation}\n`)).toEqual(messages);
});
