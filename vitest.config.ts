import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**', 'tools/pack/test/**'],
    // Hangs are found by these limits; a busy machine must not reach them.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ['tools/verify/src/patience.ts'],
    // One more than there are processors: many tests wait for another process or for a lease to end.
    maxWorkers: Math.min(availableParallelism(), 4) + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['spec/**/*.test.ts', '{packages,tools}/*/src/**/*.test.ts'],
          // These stand beside what they test and do little else: most of their time was a process for each file.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'systems',
          include: ['{packages,tools}/*/test/**/*.test.ts'],
          globalSetup: ['packages/service/test/support/postgres.global.ts'],
          // Databases of tests are short-lived: what V8's optimising compiler takes for each never comes back.
          execArgv: ['--liftoff-only'],
        },
      },
    ],
  },
});
