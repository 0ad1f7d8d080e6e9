import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { deep, deepFiles } from './tools/verify/src/deep.ts';
import { LongestFirst } from './tools/verify/src/longest-first.ts';
import { later } from './tools/verify/src/tiers.ts';

/**
 * Tests that change their process (its clock, its environment, modules of Node) or measure its memory and speed: each has one of
 * its own. All others share a few processes, because importing the service takes two seconds of processor time.
 */
const inProcessesOfTheirOwn = [
  'packages/service/test/{life,interleavings,queue,hostile,growth,failover,long-run}/*.test.ts',
  'packages/service/test/{db/embedded-initdb,power/files,sending/clock,e2e/{clock-steps,rendering}}.test.ts',
  'packages/service/test/process/{collected-metrics,erased-everywhere,support-bundle}.test.ts',
  'packages/server/test/answers.test.ts',
  'packages/server-runtime/test/streams.test.ts',
  'packages/xml-codec/test/{linear,memory,stream-memory,size}.test.ts',
  'tools/verify/test/linear-time.test.ts',
];

/**
 * Databases of tests are short-lived: what V8's optimising compiler takes for each never comes back. All processes have the same
 * flags, because V8 keeps compiled code by its flags.
 */
const execArgv = ['--liftoff-only'];

const withServices = { globalSetup: ['packages/service/test/support/postgres.global.ts'] };
/** `first`: what `npm test` runs; `rest`: what `npm run test:full` adds; otherwise everything that is named. */
const part = process.env.MAILWRIGHT_PART;
const testFiles = ['spec', 'packages', 'tools'].map((room) => `${room}/**/*.test.ts`);
const isDependency = (name: string) => name === 'node_modules';
const first = () => {
  const rest = new Set(globSync(later));
  return globSync(testFiles, { exclude: isDependency }).filter((file) => !rest.has(file));
};

const exclude = [
  ...(part === 'first' ? later : part === 'rest' ? first() : []),
  '**/node_modules/**',
  '**/dist/**',
  '**/generated/**',
  'tools/{pack,packaging}/test/**',
  ...(deep ? [] : deepFiles),
];

const setupFiles = [
  'tools/verify/src/patience.ts',
  ...(process.env.MAILWRIGHT_MAP ? ['tools/verify/src/changed/record.ts'] : []),
];

/**
 * Sources that Node loads by itself, as it does in production: half of the processor time of a short test went into transforming
 * them, and into handing them to each process. Coverage needs what Vitest has transformed.
 */
const loadedByNode = deep ? [] : [/\/(?:packages|spec|tools)\/(?!.*node_modules\/).*(?<!\.test)\.ts$/];

export default defineConfig({
  test: {
    exclude,
    execArgv,
    server: { deps: { external: loadedByNode } },
    // Hangs are found by these limits; a busy machine must not reach them.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    teardownTimeout: 1_200_000,
    setupFiles,
    // Two more than there are processors: test files wait half of their time, for another process, a disk or a lease to end.
    maxWorkers: Math.min(availableParallelism(), 4) + 2,
    sequence: { sequencer: LongestFirst },
    // Measured by `npm run test:deep`; what child processes run is not counted.
    coverage: {
      provider: 'v8',
      include: ['spec/**/*.ts', '{packages,tools}/*/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/generated/**', '**/*.d.ts'],
      reporter: ['json-summary'],
      // A run of an hour is not for nothing when one test of it fails.
      reportOnFailure: true,
      reportsDirectory: '.nx/coverage',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['spec/**/*.test.ts', '{packages,tools}/*/src/**/*.test.ts'],
          // These stand beside what they test and do little else: most of their time was a process for each file.
          isolate: false,
          setupFiles: [...setupFiles, 'tools/verify/src/leaks.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...withServices,
          name: 'services',
          include: ['{packages,tools}/*/test/**/*.test.ts'],
          exclude: [...exclude, ...inProcessesOfTheirOwn],
          isolate: false,
          setupFiles: [...setupFiles, 'tools/verify/src/leaks.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...withServices,
          name: 'systems',
          include: inProcessesOfTheirOwn,
        },
      },
    ],
  },
});
