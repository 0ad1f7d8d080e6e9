/**
 * True in `npm run test:deep`, which kills processes often, soaks, fuzzes and generates in bulk. The only place that reads
 * the environment variable.
 */
export const deep = process.env.MAILWRIGHT_DEEP === '1';

/** Ends the titles of tests that only the deep run includes: the reason why they are skipped in other runs. */
export const leftToDeep = deep ? '' : ' (left to npm run test:deep)';

/**
 * Test files that only the deep run includes: they kill processes at one more moment, or keep a service in trouble for long.
 * Kills under writers and under a sendout are in every run, and workers that die in schedules of their statements.
 */
export const deepFiles = [
  'packages/service/test/process/{bounce,bounce-mailbox,idempotency,opt-in,test-sendout,trigger}-kill.test.ts',
  'packages/service/test/process/chaos.test.ts',
  'packages/service/test/failover/network.test.ts',
  'packages/service/test/trouble/*.test.ts',
];
