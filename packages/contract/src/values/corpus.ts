import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, parse } from 'node:path';

/** Known good values of named schemas. */
export type Corpus = ReadonlyMap<string, CorpusCase[]>;

export interface CorpusCase {
  name: string;
  value: unknown;
}

export const NO_CORPUS: Corpus = new Map();

/** Reads `<Schema>/<case>.json` of a directory. */
export function readCorpus(directory: string): Corpus {
  if (!existsSync(directory)) throw new Error(`${directory}: no such directory`);
  const schemas = readdirSync(directory).filter((name) => statSync(join(directory, name)).isDirectory());
  return new Map(schemas.sort().map((schema) => [schema, readCases(join(directory, schema))]));
}

function readCases(folder: string): CorpusCase[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    try {
      return { name: parse(file).name, value: JSON.parse(readFileSync(join(folder, file), 'utf8')) };
    } catch (error) {
      throw new Error(`${join(folder, file)}: ${(error as Error).message}`);
    }
  });
}
