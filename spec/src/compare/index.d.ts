/** Which changes of a description break clients that were made for it. */
export { compare } from './compare.ts';
export type { Difference } from './difference.ts';
export { strip } from './strip.ts';
