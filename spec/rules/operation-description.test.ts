import { expect, test } from 'vitest';
import { lintOperation } from './testing.ts';

const cited = 'The description cites a section that its readers do not have.';

test.each([
  ['{ summary: List things, description: All things. }', []],
  ['{ summary: List things }', []],
  ['{ summary: List things, description: In this section all things. }', []],
  ['{ summary: List things, description: Section 4.3. All things. }', [cited]],
  ['{ summary: List things, description: Sections 4.5 (Ping) and 5.2. }', [cited]],
  ['{ description: All things. }', ['The operation has no summary.']],
])('%s', async (operation, messages) => {
  expect(await lintOperation('operation-description', operation)).toEqual(messages);
});
