import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startCommand, testCommand } from './commands.ts';
import { installRuntime, type Runtime, runtimes } from './runtimes.ts';

/**
 * `npm run try-readme -- [20 22 24 26] [--full]`: both commands of the README, each in a fresh clone of the last commit,
 * under each Node and npm. The second command runs one quick test of both databases, with `--full` all of `npm test`.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((node) => !runtimes.some((runtime) => runtime.node === node));
if (unknown.length > 0) {
  console.error(`Node ${unknown.join(', ')} is not tried; ${runtimes.map(({ node }) => node).join(', ')} are.`);
  process.exit(1);
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'mailwright-readme-'));
let passed = 0;
let failed = 0;
for (const versions of runtimes) {
  if (positionals.length > 0 && !positionals.includes(versions.node)) continue;
  const runtime = installRuntime(versions, join(scratch, `node-${versions.node}`));
  await attempt(runtime, 'npm ci && npm start', startCommand);
  await attempt(runtime, `npm ci && npm test${values.full ? '' : ' (short)'}`, (clone, env) =>
    testCommand(clone, env, values.full),
  );
}
rmSync(scratch, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function attempt(
  { name, env }: Runtime,
  title: string,
  command: (clone: string, env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<void> {
  const room = mkdtempSync(join(scratch, 'clone-'));
  const clone = join(room, 'mailwright');
  mkdirSync(clone);
  execFileSync('git', ['clone', '--quiet', root, clone]);
  const start = performance.now();
  const failure = await command(clone, env).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  console.log(`${name}: ${title}: ${failure === undefined ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (failure === undefined) passed++;
  else {
    failed++;
    console.log(failure.replace(/^/gm, '    '));
  }
  rmSync(room, { recursive: true, force: true });
}
