/**
 * True in `npm run test:deep`, which kills processes often, soaks, fuzzes and generates in bulk. The only place that reads
 * the environment variable.
 */
export const deep = process.env.MAILWRIGHT_DEEP === '1';

/** Ends the titles of tests that only the deep run includes: the reason why they are skipped in other runs. */
export const leftToDeep = deep ? '' : ' (left to npm run test:deep)';
