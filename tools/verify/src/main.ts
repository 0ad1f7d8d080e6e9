import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Counts, countTests, sum } from './counts.ts';
import { failedTests } from './recap.ts';
import { runCommand } from './run-command.ts';

/** `npm test`: generates, lints, checks types, dead code and packages, and runs all tests; the last line says what passed and what failed. */

const scratch = mkdtempSync(join(tmpdir(), 'mailwright-verify-'));
/** What failed, named once more before the last line, because thousands of lines may lie between. */
const failures: string[] = [];

/** A check is stopped if it makes no progress for so long; one test may take five minutes. */
const silenceMillis = 15 * 60_000;

/** One command as one check. The output of a command that runs beside others is shown when it has ended. */
async function check(title: string, command: string, args: string[], { beside = false } = {}): Promise<Counts> {
  const head = `\n── ${title}: ${command} ${args.join(' ')}`;
  if (!beside) console.log(head);
  const start = performance.now();
  const { status, output, stuck } = await runCommand(command, args, { collect: beside, silenceMillis });
  if (beside) console.log(`${head}\n${output}`);
  const outcome =
    status === 0 ? 'passed' : stuck ? `STOPPED after ${silenceMillis / 60_000} min without progress` : 'FAILED';
  console.log(`── ${title}: ${outcome} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  if (status === 0) return { passed: 1, failed: 0 };
  failures.push(`${title}: ${command} ${args.join(' ')}`);
  return { passed: 0, failed: 1 };
}

/** All tests, each of them counted. */
async function tests(): Promise<Counts> {
  process.env.MAILWRIGHT_CHECK_INPUTS = '1';
  const report = join(scratch, 'tests.json');
  const run = await check('tests', 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tools/verify/src/progress-reporter.ts',
    `--outputFile.json=${report}`,
  ]);
  if (run.failed > 0) failures.push(...failedTests(report));
  return countTests(report, run.failed > 0);
}

/** The sources: quick checks, one after the other. */
async function sources(): Promise<Counts> {
  const beside = { beside: true };
  return sum([
    await check('lint', 'nx', ['run-many', '-t', 'lint', '--outputStyle=stream'], beside),
    await check('types', 'nx', ['run-many', '-t', 'types', '--outputStyle=stream'], beside),
    await check('floors', 'depcruise', ['packages/service/src', '--config', '.dependency-cruiser.js'], beside),
    await check('picture of the floors', 'node', ['tools/verify/src/picture.ts', '--check'], beside),
    await check('unused', 'knip', ['--no-progress'], beside),
  ]);
}

/** The packages, which are built and installed elsewhere: much of that is waiting. */
const packages = (): Promise<Counts> =>
  check('packages', 'nx', ['run-many', '-t', 'publish-checks', 'consumers', '--outputStyle=stream'], { beside: true });

async function verify(): Promise<Counts> {
  const generated = await check('generate', 'nx', ['run-many', '-t', 'generate', 'docs', '--outputStyle=stream']);
  if (generated.failed > 0) return generated;
  return sum([generated, ...(await Promise.all([sources(), packages()])), await tests()]);
}

const { passed, failed } = await verify();
rmSync(scratch, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
