import type { Writing } from '../personalization/writers.ts';

/** The name of the filter of Liquid that writes values in a way. */
export const filterOf = (writing: Writing) => `written_as_${writing}`;
