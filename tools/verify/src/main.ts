import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Counts, countTests, sum } from './counts.ts';
import { coverageLines } from './coverage.ts';
import { deep, deepFiles, leftToDeep } from './deep.ts';
import { readPlan } from './plan.ts';
import { failedTests, skippedTests } from './recap.ts';
import { runCommand } from './run-command.ts';

/**
 * `npm test`: generates, lints, checks types, dead code and packages, and runs all tests; the last line says what passed and
 * what failed. `--quick` runs the cheap part, MAILWRIGHT_DEEP=1 also what kills, soaks or is generated in bulk.
 */

/** Folders whose imports have rules (`.dependency-cruiser.js`). */
const CRUISED = [
  ...['service', 'xml-codec', 'client-runtime', 'server-runtime', 'tool-runtime', 'contract', 'console'].map(
    (name) => `packages/${name}/src`,
  ),
  'tools/codegen/src',
];

const plan = readPlan(process.argv.slice(2), deep);
const { tier, shard, inputs } = plan;

const scratch = mkdtempSync(join(tmpdir(), 'mailwright-'));
// What tests leave behind goes with it. The server of tests runs as another user, who must get through, and sockets need short paths.
chmodSync(scratch, 0o711);
process.env.TMPDIR = scratch;
/** What failed, named once more before the last line, because thousands of lines may lie between. */
const failures: string[] = [];
/** Titles of skipped tests. */
const skipped: string[] = [];

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

/** Tests of the quick run that need more than rules: structure, the stub, and one account with something of each tag. */
const quickTests = ['packages/service/test/structure', 'packages/service/test/isolation', 'packages/server'];

/** Runs tests with Vitest, and counts each of them. */
async function tests(title: string, ...args: string[]): Promise<Counts> {
  if (inputs) process.env.MAILWRIGHT_CHECK_INPUTS = '1';
  const report = join(scratch, `${title}.json`);
  const run = await check(title, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tools/verify/src/progress-reporter.ts',
    `--outputFile.json=${report}`,
    ...(shard === undefined ? [] : [`--shard=${shard}`]),
    ...args,
  ]);
  if (run.failed > 0) failures.push(...failedTests(report));
  skipped.push(...skippedTests(report));
  return countTests(report, run.failed > 0);
}

/** Everything that Vitest runs in this tier. */
async function allTests(): Promise<Counts> {
  if (tier === 'quick')
    return sum([await tests('rules', '--project=rules'), await tests('tests', '--project=services', ...quickTests)]);
  if (tier === 'whole') return tests('tests');
  const counts = await tests('tests', '--coverage.enabled');
  const summary = '.nx/coverage/coverage-summary.json';
  if (existsSync(summary)) {
    const lines = coverageLines(JSON.parse(readFileSync(summary, 'utf8')), process.cwd());
    console.log(`\nCovered by tests in their own process:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
  return counts;
}

/** The sources: quick checks, one after the other. */
async function sources(): Promise<Counts> {
  const beside = { beside: true };
  return sum([
    await check('lint', 'nx', ['run-many', '-t', 'lint', '--outputStyle=stream'], beside),
    await check('types', 'nx', ['run-many', '-t', 'types', '--outputStyle=stream'], beside),
    await check('floors', 'depcruise', [...CRUISED, '--config', '.dependency-cruiser.js'], beside),
    await check('picture of the floors', 'node', ['tools/verify/src/picture.ts', '--check'], beside),
    await check('unused', 'knip', ['--no-progress'], beside),
  ]);
}

/**
 * Builds the packages and checks their contents. The deep run also rehearses a release: it publishes them to a registry on this
 * machine and installs them from there, in six runtimes, and tries the Debian package, the image and the chart.
 */
async function publish(): Promise<Counts> {
  const beside = { beside: true };
  const checked = await check('packages', 'nx', ['run-many', '-t', 'publish-checks', '--outputStyle=stream'], beside);
  if (tier !== 'deep') return checked;
  return sum([
    checked,
    await check('release', 'node', ['tools/release/src/main.ts', '--dry-run'], beside),
    await check('installations', 'vitest', ['run', '--config', 'tools/packaging/vitest.config.ts'], beside),
  ]);
}

/** Benchmarks that take few minutes, against the version of a day before; those of a shallow clone are left out. */
const speedFigures = ['list-mailings', 'server-stub', 'client-call'];

async function speed(): Promise<Counts> {
  const before = execFileSync('git', ['rev-list', '-1', '--before=1 day ago', 'HEAD'], { encoding: 'utf8' }).trim();
  if (before !== '') return check('speed', 'node', ['tools/bench/src/main.ts', ...speedFigures, '--against', before]);
  skipped.push('speed against the version of a day before (this clone has no older commit)');
  return nothing;
}

const nothing: Counts = { passed: 0, failed: 0 };

async function verify(): Promise<Counts> {
  const generated = await check('generate', 'nx', ['run-many', '-t', 'generate', 'docs', '--outputStyle=stream']);
  if (generated.failed > 0) return generated;
  const beside = await Promise.all([plan.sources ? sources() : nothing, plan.packages ? publish() : nothing]);
  const counts = [generated, ...beside, await allTests()];
  if (tier === 'deep' && plan.packages) {
    counts.push(await check('readme', 'node', ['tools/readme/src/main.ts']));
    counts.push(await check('controls', 'node', ['tools/verify/src/controls/main.ts']));
    counts.push(await speed());
  }
  return sum(counts);
}

const { passed, failed } = await verify();
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
if (tier === 'whole') skipped.push(...deepFiles.map((files) => `${files}${leftToDeep}`));
if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map((title) => `  ${title}`).join('\n')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
