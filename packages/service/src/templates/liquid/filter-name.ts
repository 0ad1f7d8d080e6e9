import type { WriterName } from '../personalization/writers.ts';

/** The name of the filter of Liquid that writes values in a way. */
export const filterOf = (writing: WriterName) => `written_as_${writing}`;
