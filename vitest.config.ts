import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['spec/**/*.test.ts', 'packages/*/{src,test}/**/*.test.ts', 'tools/*/{src,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/generated/**', 'tools/pack/test/**'],
    globalSetup: ['packages/service/test/support/postgres.global.ts'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // Databases of tests are short-lived: what V8's optimising compiler takes for each never comes back.
    execArgv: ['--liftoff-only'],
  },
});
