import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Position of an operation in the files of a description. */
export interface Place {
  /** Relative to the working directory. */
  file: string;
  line: number;
}

const references = /\$ref['"]?\s*:\s*['"]?([^'"#\s},]+)/g;
const operationIds = /^[\s{'"-]*operationId['"]?\s*:\s*['"]?([^'",\s}]+)/;

/** Files that a text of a description refers to, relative to it. */
export function fileReferences(text: string): string[] {
  return [...text.matchAll(references)].map(([, name]) => name!).filter((name) => !/^https?:/.test(name));
}

/** The lines of all operations, by their ids, in a description and the files that it refers to. */
export function placesOf(entry: string): Map<string, Place> {
  const places = new Map<string, Place>();
  const files = new Set([entry]);
  for (const file of files) {
    if (!existsSync(file)) continue;
    for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
      const id = operationIds.exec(text)?.[1];
      if (id !== undefined) places.set(id, { file: relative('', file), line: index + 1 });
      for (const name of fileReferences(text)) files.add(join(dirname(file), name));
    }
  }
  return places;
}
