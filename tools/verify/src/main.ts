import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Counts, countTests, sum } from './counts.ts';
import { failedTests } from './recap.ts';

/** `npm test`: generates, lints, checks types, dead code and packages, and runs all tests; the last line says what passed and what failed. */

const scratch = mkdtempSync(join(tmpdir(), 'mailwright-verify-'));
/** What failed, named once more before the last line, because thousands of lines may lie between. */
const failures: string[] = [];

/** No check takes as long; one that hangs fails, and CI still ends within half an hour. */
const timeout = 25 * 60_000;

/** One command as one check. */
function check(title: string, command: string, args: string[]): Counts {
  console.log(`\n── ${title}: ${command} ${args.join(' ')}`);
  const start = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', timeout, killSignal: 'SIGKILL' });
  console.log(
    `── ${title}: ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - start) / 1000).toFixed(1)} s`,
  );
  if (status === 0) return { passed: 1, failed: 0 };
  failures.push(`${title}: ${command} ${args.join(' ')}`);
  return { passed: 0, failed: 1 };
}

/** All tests, each of them counted. */
function tests(): Counts {
  process.env.MAILWRIGHT_CHECK_INPUTS = '1';
  const report = join(scratch, 'tests.json');
  const run = check('tests', 'vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  if (run.failed > 0) failures.push(...failedTests(report));
  return countTests(report, run.failed > 0);
}

function verify(): Counts {
  const generated = check('generate', 'nx', ['run-many', '-t', 'generate', '--outputStyle=stream']);
  if (generated.failed > 0) return generated;
  return sum([
    generated,
    check('lint', 'nx', ['run-many', '-t', 'lint', '--outputStyle=stream']),
    check('types', 'nx', ['run-many', '-t', 'types', '--outputStyle=stream']),
    check('floors', 'depcruise', ['packages/service/src', '--config', '.dependency-cruiser.js']),
    check('picture of the floors', 'node', ['tools/verify/src/picture.ts', '--check']),
    check('unused', 'knip', ['--no-progress']),
    check('packages', 'nx', ['run-many', '-t', 'publish-checks', 'consumers', '--outputStyle=stream']),
    tests(),
  ]);
}

const { passed, failed } = verify();
rmSync(scratch, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
