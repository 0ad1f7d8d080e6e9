import { defineConfig } from 'vitest/config';

/** The tests of installed packages: they need `dist` of each package, so they run apart from the others. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/installed.global.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
  },
});
