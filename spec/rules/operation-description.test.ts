import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const uncited =
  'The description cites no section (`Section 4.5 (Mailings)`), and the operation is no `x-extension: true`.';

test.each([
  ['description: Section 4.3. All things.', []],
  ['description: Sections 4.5 (Ping) and 5.2.', []],
  ['{ description: How many there are., x-extension: true }', []],
  ['description: All things.', [uncited]],
  ['description: In this section all things.', [uncited]],
  ['{ x-extension: true }', ['The operation has no description.']],
])('%s', async (operation, messages) => {
  expect(await lintOperation('operation-description', operation)).toEqual(messages);
});
