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
  const paths = [...files.keys()].map((name) => path.join(folder, name));
  for (const directory of new Set(paths.map((file) => path.dirname(file)))) await mkdir(directory, { recursive: true });
  const changed = await Promise.all([...files].map(([name, text]) => writeChanged(path.join(folder, name), text)));
  const written = changed.filter(Boolean).length;
  const removed = await removeStale(folder, new Set(paths));
  return { written, unchanged: files.size - written, removed };
}

/** Whether the file had another text. */
async function writeChanged(file: string, text: string): Promise<boolean> {
  if ((await readText(file)) === text) return false;
  await writeFile(file, text);
  return true;
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
