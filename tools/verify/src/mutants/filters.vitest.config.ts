import { defineConfig } from 'vitest/config';

/** Tests that let a database find contacts by rules, for the changes that `npm run mutants` makes in how filters are compiled. */
export default defineConfig({
  test: {
    include: [
      'packages/service/test/audiences/{property,days}.test.ts',
      'packages/service/src/audiences/filters/*.test.ts',
    ],
    globalSetup: ['packages/service/test/support/postgres.global.ts'],
    // On a server, where opening a database takes no time; the statements are the same on both.
    testNamePattern: /^(?!.* on embedded)/,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    isolate: false,
  },
});
