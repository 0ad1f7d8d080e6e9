import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildModel, loadDescription } from '@mailwright/codegen';
import { expect, test } from 'vitest';
import { descriptionFile } from '../src/files.ts';

test('the figures of the README and the comparison are those of the description', async () => {
  const { operations } = buildModel(await loadDescription(descriptionFile));
  const statuses = operations.reduce((sum, { responses }) => sum + responses.length, 0);
  const readme = read('README.md');
  expect(readme).toContain(`implements ${operations.length} of the ${operations.length} operations`);
  expect(readme).toContain(`cover ${statuses} of the ${statuses} documented statuses`);
  const comparison = read('docs/comparison.md');
  expect(comparison).toContain(`${operations.length} operations; contract tests cover every documented status`);
  expect(comparison).toContain(`documented statuses covered by contract tests | ${statuses} of ${statuses} |`);
});

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8').replace(/\s+/g, ' ');
