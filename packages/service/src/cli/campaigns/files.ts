import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Files with YAML that a directory may have; more are probably another directory than the one that was meant. */
const mostFiles = 1000;
const mostYamlBytes = 2_097_152;
/** Directories that the service writes or that have nothing to do with it. */
const passedOver = new Set(['snapshots', 'node_modules']);

/** Returns the paths of all files with YAML below a directory, relative to it, in the order of their names. */
export function listYaml(root: string): string[] {
  const found: string[] = [];
  const walk = (directory: string) => {
    const entries = readdirSync(join(root, directory), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (entry.name.startsWith('.') || passedOver.has(entry.name)) continue;
      if (entry.isDirectory()) walk(path);
      else if (/\.ya?ml$/i.test(entry.name)) found.push(path);
      if (found.length > mostFiles) throw new Error(`${root} has more than ${mostFiles} files with YAML`);
    }
  };
  walk('');
  return found;
}

/** Reads a file with YAML that is in the directory. @throws Error */
export const readYaml = (root: string, path: string): string => readText(root, path, mostYamlBytes);

/**
 * Returns the path of a file that another one names, relative to the directory.
 * @param from path of the file that names it
 * @throws Error if it would be outside of the directory
 */
export function pathBeside(from: string, named: string): string {
  if (named.includes('\\')) throw new Error(`"${named}" has a backslash; write / between the parts of a path`);
  if (named.includes('\0')) throw new Error('a path cannot have the character NUL');
  if (isAbsolute(named) || /^[A-Za-z]:/.test(named))
    throw new Error(`"${named}" is an absolute path; write it relative to this file`);
  const path = relative('/', resolve('/', join('/inside', dirname(from)), named));
  if (!path.startsWith('inside/')) throw new Error(`"${named}" is outside of the directory`);
  return path.slice('inside/'.length);
}

/**
 * Reads a text in UTF-8, with line feeds alone and without a byte order mark.
 * @throws Error that says what is wrong with the file
 */
export function readText(root: string, path: string, mostBytes: number): string {
  const full = join(root, path);
  const inside = realpathSync(root) + sep;
  if (lstatSync(full, { throwIfNoEntry: false }) === undefined) throw new Error(`there is no file ${path}`);
  let real: string;
  try {
    real = realpathSync(full);
  } catch {
    throw new Error(`${path} is a link to nothing`);
  }
  // What a link leads to would come into mails.
  if (!real.startsWith(inside)) throw new Error(`${path} is a link out of the directory`);
  const facts = statSync(real);
  if (!facts.isFile()) throw new Error(`${path} is not a file`);
  if (facts.size > mostBytes) throw new Error(`${path} has ${facts.size} bytes, ${mostBytes} are allowed`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(real)).replaceAll('\r\n', '\n');
  } catch {
    throw new Error(`${path} is not UTF-8 text`);
  }
}
