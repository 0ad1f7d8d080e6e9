import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findPrograms } from './programs.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));

const missing = (() => {
  try {
    findPrograms();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
})();

test.for([
  ['through HAProxy', 'on', '1'],
  ['to all nodes', 'off', '2'],
] as const)(
  'nothing is lost when things go wrong, with connections %s',
  { timeout: 3_600_000 },
  async ([_, proxy, seed], { skip }) => {
    if (missing !== undefined) {
      console.log(`No failover is tried: ${missing}`);
      skip(missing);
    }
    const args = [main, '--proxy', proxy, '--seed', seed];
    // Fails with the table and what went wrong.
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e7 });
    expect(stdout).toContain('| primary killed |');
    console.log(stdout);
  },
);
