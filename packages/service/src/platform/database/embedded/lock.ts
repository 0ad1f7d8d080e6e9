import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Another process, or another opener in this one, works on the data directory. */
export class DataDirectoryInUseError extends Error {
  override name = 'DataDirectoryInUseError';
  constructor(dataDir: string, processId: string | undefined) {
    super(
      `The data directory ${dataDir} is in use by another Mailwright${processId ? ` (process ${processId})` : ''}. Stop it, or start this one with another --data directory.`,
    );
  }
}

const sqliteBusy = 5;

/**
 * Takes the data directory for this process alone; PGlite has no lock of its own, and two writers destroy the data.
 * The lock is SQLite's on an empty database file: the operating system releases it even after a kill -9. The file stays
 * for ever, because removing it would let two processes lock two files of the same name.
 * @returns the function that releases it
 */
export function lockDataDirectory(dataDir: string): () => void {
  const owner = join(dataDir, 'lock.owner');
  const lock = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new DataDirectoryInUseError(dataDir, readOwner(owner));
  }
  writeFileSync(owner, String(process.pid), { mode: 0o600 });
  return () => lock.close();
}

function readOwner(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // locked a moment ago, not written yet
  }
}
