import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** In the format of GNU coreutils, for `sha256sum -c`. */
const listName = 'SHA256SUMS';

/** Lists the SHA-256 of every file below a directory in its file `SHA256SUMS`. */
export async function writeChecksums(directory: string): Promise<void> {
  const lines: string[] = [];
  for (const path of filesBelow(directory)) lines.push(`${await sha256(join(directory, path))}  ${path}\n`);
  await writeFile(join(directory, listName), lines.join(''), { mode: 0o600 });
}

/**
 * Compares the files below a directory with its list. A directory without a list, of an older version, is taken as it is.
 * @throws Error that names the first file that was changed or is missing
 */
export async function verifyChecksums(directory: string): Promise<void> {
  const list = join(directory, listName);
  if (!existsSync(list)) return;
  for (const line of readFileSync(list, 'utf8').split('\n').filter(Boolean)) {
    const [, wanted, path] = /^([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (wanted === undefined || path === undefined) throw new Error(`a line of ${listName} cannot be read: ${line}`);
    if (!existsSync(join(directory, path))) throw new Error(`the file ${path} is missing`);
    if ((await sha256(join(directory, path))) !== wanted) throw new Error(`the file ${path} has changed`);
  }
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== listName)
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
