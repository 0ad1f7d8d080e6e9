import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const left = ['node_modules', 'dist', 'generated'];

/** Reads the sources below a folder, without what is generated: text by path from the root of the repository. */
export function readSources(folder: string): Map<string, string> {
  const files = globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (path) => left.includes(basename(path)) });
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

export const isTest = (file: string): boolean => file.endsWith('.test.ts');
