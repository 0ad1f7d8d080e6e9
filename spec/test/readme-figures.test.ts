import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the figures of the README and the comparison are those of the description; npm run figures writes them', () => {
  const script = join(import.meta.dirname, '../scripts/figures.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
