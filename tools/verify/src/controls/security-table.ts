import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** A row of the tables of requirements in docs/security/requirements.md. */
export interface SecurityRow {
  /** As written: `V1.1.2, V1.2.6 – V1.2.8`. */
  requirements: string;
  state: string;
  how: string;
  /** Paths of test files as written, relative to packages/service or to the repository. */
  tests: string[];
}

const line = /^\| (V\d[^|]*?) *\| *([^|]*?) *\| *([^|]*?) *\| *([^|]*?) *\|$/gm;

export function readSecurityTable(): SecurityRow[] {
  const text = readFileSync(join(root, 'docs/security/requirements.md'), 'utf8');
  return [...text.matchAll(line)].map(([, requirements, state, how, tests]) => ({
    requirements: requirements!,
    state: state!,
    how: how!,
    tests: [...tests!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!),
  }));
}

/** The path of a test relative to the repository, or undefined if there is no such file. */
export function findTest(file: string): string | undefined {
  return [file, `packages/service/${file}`].find((path) => existsSync(join(root, path)));
}
