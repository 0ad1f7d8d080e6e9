import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the operations in docs/security/operations.md are those of the descriptions; npm run reach writes them', () => {
  const script = join(import.meta.dirname, '../scripts/reach.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});
