/** Where the description of the service stands, and its corpus of values and documents. */
export { type CorpusCase, readCorpus } from './corpus.ts';
export { descriptionFile } from './files.ts';
