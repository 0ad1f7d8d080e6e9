import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';

import { InputError } from '../input-error.ts';

/** Known good values of named schemas. */
export type Corpus = ReadonlyMap<string, CorpusCase[]>;

export interface CorpusCase {
  name: string;
  value: unknown;
  /** A document that means the same, written by hand. */
  xml?: string;
}

export const NO_CORPUS: Corpus = new Map();

/** Reads `<Schema>/<case>.json` of a directory, each with `<case>.xml` where that is there. */
export function readCorpus(directory: string): Corpus {
  if (!existsSync(directory)) throw new InputError(`--corpus: there is no folder ${directory}`);
  const schemas = readdirSync(directory).filter((name) => statSync(join(directory, name)).isDirectory());
  return new Map(schemas.sort().map((schema) => [schema, readCases(join(directory, schema))]));
}

function readCases(folder: string): CorpusCase[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    const { name } = parse(file);
    const document = join(folder, `${name}.xml`);
    const value = readJson(join(folder, file));
    return { name, value, ...(existsSync(document) ? { xml: readFileSync(document, 'utf8') } : {}) };
  });
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new InputError(`${file}: ${(error as Error).message}`);
  }
}
