import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { mapFile, readMap } from './changed/map.ts';
import { selectTests } from './changed/select.ts';
import { changedFiles, readImports } from './changed/sources.ts';
import { type Counts, countTests, sum } from './counts.ts';
import { coverageLines } from './coverage.ts';
import { deep, deepFiles, leftToDeep } from './deep.ts';
import { type EarlierRun, keepRun, readEarlierRun } from './earlier.ts';
import { classify, failedFiles } from './flakes.ts';
import { keepTable } from './kept-tables.ts';
import { readPlan } from './plan.ts';
import { startProcessorClock } from './processor-time.ts';
import { failedTests, skippedTests } from './recap.ts';
import { runCommand } from './run-command.ts';
import { setUp } from './setup.ts';
import { type CheckTime, type FileTime, joinTimes, minutes, type TierTimes, tierTable } from './tier-table.ts';
import { budgets } from './tiers.ts';

/**
 * `npm test`: generates, lints, checks types and dead code, and runs the tests that prove the product in minutes; the last line
 * says what passed and what failed. `--quick` runs the cheap part, `--full` all tests and the packages, `--full --rest` what `npm
 * test` has left, and MAILWRIGHT_DEEP=1 also what kills, soaks or is generated in bulk.
 */

const plan = orEnd(() => readPlan(process.argv.slice(2), deep));
const { tier, rest, shard, inputs } = plan;
const begun = performance.now();
const processor = startProcessorClock();
orEnd(setUp);
const earlier: EarlierRun | undefined = rest ? orEnd(readEarlierRun) : undefined;

/** Requests and what was read of them, from `npm test` to the end of the run that goes on after it. */
process.env.MAILWRIGHT_INPUTS = resolve('.nx/tests/inputs');
if (!rest) rmSync(process.env.MAILWRIGHT_INPUTS, { recursive: true, force: true });

// The compiler of types is written in Go, whose collector of garbage takes a quarter of its time unless it may use more memory.
process.env.GOGC ??= '300';

const scratch = mkdtempSync(join(tmpdir(), 'mailwright-'));
// What tests leave behind goes with it. The server of tests runs as another user, who must get through, and sockets need short paths.
chmodSync(scratch, 0o711);
process.env.TMPDIR = scratch;
/** What failed, named once more before the last line, because thousands of lines may lie between. */
const failures: string[] = [];
/** Titles of skipped tests. */
const skipped: string[] = [];
const checkTimes: CheckTime[] = [];
const fileTimes: FileTime[] = [];

/** A check is stopped if it makes no progress for so long; one test may take five minutes. */
const silenceMillis = 30 * 60_000;

/** One command as one check. The output of a command that runs beside others is shown when it has ended. */
async function check(title: string, command: string, args: string[], { beside = false } = {}): Promise<Counts> {
  const head = `\n── ${title}: ${command} ${args.join(' ')}`;
  if (!beside) console.log(head);
  const start = performance.now();
  const { status, output, stuck } = await runCommand(command, args, { collect: beside, silenceMillis });
  if (beside) console.log(`${head}\n${output}`);
  const outcome =
    status === 0 ? 'passed' : stuck ? `STOPPED after ${silenceMillis / 60_000} min without progress` : 'FAILED';
  const seconds = (performance.now() - start) / 1000;
  console.log(`── ${title}: ${outcome} in ${seconds.toFixed(1)} s`);
  if (command !== 'vitest') checkTimes.push({ title, seconds });
  if (status === 0) return { passed: 1, failed: 0 };
  failures.push(`${title}: ${command} ${args.join(' ')}`);
  return { passed: 0, failed: 1 };
}

/** Tests of the quick run that need more than rules: structure, the stub, and one account with something of each tag. */
const quickTests = ['packages/service/test/structure', 'packages/service/test/isolation', 'packages/server'];

/** Runs tests with Vitest, and counts each of them. Failed files run once more, to say whether their tests fail each time. */
async function tests(title: string, ...args: string[]): Promise<Counts> {
  if (inputs) process.env.MAILWRIGHT_CHECK_INPUTS = '1';
  const report = join(scratch, `${title}.json`);
  const times = join(scratch, `${title}-times.json`);
  process.env.MAILWRIGHT_FILE_TIMES = times;
  const run = await vitest(title, report, ...(shard === undefined ? [] : [`--shard=${shard}`]), ...args);
  delete process.env.MAILWRIGHT_CHECK_INPUTS;
  delete process.env.MAILWRIGHT_FILE_TIMES;
  if (existsSync(times)) fileTimes.push(...(JSON.parse(readFileSync(times, 'utf8')) as FileTime[]));
  if (run.failed > 0) failures.push(...(await repeated(title, report)));
  skipped.push(...skippedTests(report));
  return countTests(report, run.failed > 0);
}

/** Beyond so many failed files something fundamental is broken, and a second run of them tells nothing. */
const mostRepeated = 10;

async function repeated(title: string, report: string): Promise<string[]> {
  const failed = failedTests(report);
  const files = failedFiles(report);
  if (files.length === 0 || files.length > mostRepeated) return failed;
  const again = join(scratch, `${title}-again.json`);
  const before = failures.length;
  await vitest(`${title}, the failed files again`, again, ...files);
  failures.length = before;
  return classify(failed, failedTests(again));
}

function vitest(title: string, report: string, ...args: string[]): Promise<Counts> {
  const reporters = [
    'default',
    'json',
    './tools/verify/src/progress-reporter.ts',
    './tools/verify/src/modules-reporter.ts',
  ];
  return check(title, 'vitest', [
    'run',
    ...reporters.map((reporter) => `--reporter=${reporter}`),
    `--outputFile.json=${report}`,
    ...args,
  ]);
}

/** Everything that Vitest runs in this tier. */
async function allTests(): Promise<Counts> {
  if (tier === 'quick')
    return sum([await tests('rules', '--project=rules'), await tests('tests', '--project=services', ...quickTests)]);
  if (tier === 'changed') return changedTests();
  // Processes that tests start have their modules merged.
  process.env.MAILWRIGHT_MERGED = '1';
  if (tier === 'test') process.env.MAILWRIGHT_PART = 'first';
  if (rest) process.env.MAILWRIGHT_PART = 'rest';
  if (tier !== 'deep') return tests('tests');
  const counts = await tests('tests', '--coverage.enabled');
  const summary = '.nx/coverage/coverage-summary.json';
  if (existsSync(summary)) {
    const lines = coverageLines(JSON.parse(readFileSync(summary, 'utf8')), process.cwd());
    console.log(`\nCovered by tests in their own process:\n${lines.map((line) => `  ${line}`).join('\n')}`);
  }
  return counts;
}

/** Tests that execute what has changed since main; quick tests where that is not known. */
async function changedTests(): Promise<Counts> {
  const map = readMap();
  if (map === undefined)
    console.log(
      `\nThere is no ${mapFile}: quick tests are run. \`npm run test:map\`, or the artefact "test-map" of the nightly run, brings it.`,
    );
  const { tests: files, unknown } = selectTests(changedFiles(), map ?? {}, readImports());
  if (unknown.length > 0) console.log(`\nNo test is known for ${unknown.join(', ')}: quick tests are run too.`);
  const counts = files.length > 0 ? await tests('changed', ...files) : nothing;
  if (map !== undefined && unknown.length === 0) return counts;
  return sum([
    counts,
    await tests('rules', '--project=rules'),
    await tests('quick', '--project=services', ...quickTests),
  ]);
}

/**
 * The sources: checks that run one after the other, beside the tests. Types without what is generated for them: that is there, and
 * tests read it.
 */
async function sources(): Promise<Counts> {
  const beside = { beside: true };
  return sum([
    await check('lint', 'nx', ['run-many', '-t', 'lint', '--outputStyle=stream'], beside),
    await check(
      'types',
      'nx',
      ['run-many', '-t', 'types', '--excludeTaskDependencies', '--outputStyle=stream'],
      beside,
    ),
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
  // Before the tests: a build generates code anew, which they read.
  const published = plan.packages ? await publish() : nothing;
  const beside = await Promise.all([plan.sources ? sources() : nothing, allTests()]);
  const counts = [generated, published, ...beside];
  if (tier === 'deep' && plan.packages) {
    counts.push(await check('readme', 'node', ['tools/readme/src/main.ts']));
    counts.push(await check('controls', 'node', ['tools/verify/src/controls/main.ts']));
    counts.push(await speed());
  }
  return sum(counts);
}

const counts = await verify();
rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
if (tier === 'full') skipped.push(...deepFiles.map((files) => `${files}${leftToDeep}`));
const own: TierTimes = {
  seconds: (performance.now() - begun) / 1000,
  processor: processor.seconds(),
  checks: checkTimes,
  files: fileTimes,
};
processor.stop();
const times = earlier ? joinTimes(earlier.times, own) : own;
if (tier === 'test') keepRun({ ...counts, times: own, failures, skipped });
if (earlier) {
  failures.unshift(...earlier.failures);
  skipped.unshift(...earlier.skipped);
}
const over = beyondBudget(times);
if (over !== undefined) failures.push(over);
const { passed, failed } = sum([counts, earlier ?? nothing, over === undefined ? nothing : { passed: 0, failed: 1 }]);
const table = tierTable(times).join('\n');
console.log(`\n${table}`);
if (shard === undefined && tier !== 'changed') keepTable(tier, table);
if (skipped.length > 0) console.log(`\nSkipped:\n${skipped.map((title) => `  ${title}`).join('\n')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** Ends the run with the message of an error that its user can do something about. */
function orEnd<Result>(step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    console.error(`${(error as Error).message}\n\n0 passed, 1 failed`);
    process.exit(1);
  }
}

/** Says that the tier needs more processor time than it may; a part of its tests is not judged. */
function beyondBudget({ processor }: TierTimes): string | undefined {
  const budget = tier === 'test' || tier === 'full' ? budgets[tier] : undefined;
  if (budget === undefined || processor === undefined || shard !== undefined || processor <= budget) return undefined;
  return `budget: ${minutes(processor)} of processor time, and this tier may take ${minutes(budget)} (tools/verify/src/tiers.ts): make tests cheaper, or move some to a later tier`;
}
