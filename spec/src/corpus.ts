import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { corpusDirectory } from './files.ts';

/** A value of a schema and, when XML bodies use the schema, a document that means the same. */
export interface CorpusCase {
  schema: string;
  name: string;
  value: unknown;
  xml?: string;
}

/** All cases, by schema and name. */
export function readCorpus(): CorpusCase[] {
  const files = globSync('*/*.json', { cwd: corpusDirectory }).sort();
  return files.map((file) => {
    const name = parse(file).name;
    const document = join(corpusDirectory, dirname(file), `${name}.xml`);
    return {
      schema: dirname(file),
      name,
      value: JSON.parse(readFileSync(join(corpusDirectory, file), 'utf8')),
      xml: existsSync(document) ? readFileSync(document, 'utf8') : undefined,
    };
  });
}
