import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MARK } from './header.ts';

export interface Written {
  written: number;
  unchanged: number;
  removed: number;
}

/**
 * Makes a folder hold these files (path in the folder -> text). A file that has its text already is not touched;
 * generated files of earlier runs that are no longer wanted are removed; other files are left alone.
 */
export async function writeFiles(folder: string, files: Map<string, string>): Promise<Written> {
  const result: Written = { written: 0, unchanged: 0, removed: 0 };
  for (const [name, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const file = path.join(folder, name);
    if ((await readText(file)) === text) {
      result.unchanged++;
      continue;
    }
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
    result.written++;
  }
  const wanted = new Set([...files.keys()].map((name) => path.join(folder, name)));
  result.removed = await removeStale(folder, wanted);
  return result;
}

async function removeStale(folder: string, wanted: Set<string>): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      removed += await removeStale(file, wanted);
      if ((await readdir(file)).length === 0) await rmdir(file);
    } else if (!wanted.has(file) && (await readText(file))?.startsWith(MARK)) {
      await rm(file);
      removed++;
    }
  }
  return removed;
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
