import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { replaceFile } from '../../files/replace-file.ts';
import { noteName } from './note.ts';

/** In the format of GNU coreutils, for `sha256sum -c`. */
const listName = 'SHA256SUMS';

/** Lists the SHA-256 of every file of a backup in its file `SHA256SUMS`, but for the note, which changes when it is continued. */
export async function writeChecksums(directory: string): Promise<void> {
  await writeList(directory, new Map(), filesBelow(directory));
}

/** Lists other files too, and those anew that are listed. */
export async function addChecksums(directory: string, paths: readonly string[]): Promise<void> {
  await writeList(directory, readList(directory), paths);
}

/**
 * Compares the files below a directory with its list. A directory without a list, of an older version, is taken as it is.
 * @throws Error that names the first file that was changed or is missing
 */
export async function verifyChecksums(directory: string): Promise<void> {
  if (!existsSync(join(directory, listName))) return;
  for (const [path, wanted] of readList(directory)) {
    if (!existsSync(join(directory, path))) throw new Error(`the file ${path} is missing`);
    if ((await sha256(join(directory, path))) !== wanted) throw new Error(`the file ${path} has changed`);
  }
}

/** Checksums by path. */
function readList(directory: string): Map<string, string> {
  const lines = readFileSync(join(directory, listName), 'utf8').split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [, sum, path] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
      if (sum === undefined || path === undefined) throw new Error(`a line of ${listName} cannot be read: ${line}`);
      return [path, sum];
    }),
  );
}

async function writeList(directory: string, known: Map<string, string>, paths: readonly string[]): Promise<void> {
  const sums = new Map(known);
  for (const path of paths) sums.set(path, await sha256(join(directory, path)));
  const lines = Array.from(sums, ([path, sum]) => `${sum}  ${path}\n`).sort();
  replaceFile(join(directory, listName), lines.join(''));
}

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .filter((path) => path !== listName && path !== noteName);

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
