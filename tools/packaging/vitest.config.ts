import { defineConfig } from 'vitest/config';

/** Tests of what operators install: they need `dist` of each package, root, and Debian; `npm run test:deep` runs them. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/tree.global.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    // They share the machine's devices, and each copies the whole platform.
    fileParallelism: false,
  },
});
