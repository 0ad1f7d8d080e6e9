import { defineConfig } from 'vitest/config';

const service = 'packages/service/src';

/** Tests beside pure rules, without databases: what `npm run mutants` runs for each change of a rule. */
export default defineConfig({
  test: {
    include: [
      `${service}/account/{keys,users}/*.test.ts`,
      `${service}/mailings/*.test.ts`,
      `${service}/platform/network/{rate-limit,remote-address}.test.ts`,
      `${service}/sending/bounces/verdict.test.ts`,
      `${service}/sending/{deliveries,limits,smtp}/*.test.ts`,
      `${service}/tracking/tokens/*.test.ts`,
    ],
    // As in all other tests: a busy machine makes them slower, and fails none.
    testTimeout: 300_000,
    isolate: false,
  },
});
