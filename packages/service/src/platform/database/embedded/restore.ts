import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, syncTree } from '../../files/sync.ts';
import { type BackupNote, type CopyProgress, noteName } from './backup.ts';
import { createDataDirectory, postgresDirectory, refuseOtherMajor, unfinishedPrefix } from './directory.ts';
import { lockDataDirectory } from './lock.ts';

/**
 * Restores a backup into a data directory without a database. When the database is opened, it recovers the state in which the
 * backup ended.
 * @throws DataDirectoryInUseError
 * @throws Error that describes what is wrong with either directory
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  show: (progress: CopyProgress) => void,
): Promise<BackupNote> {
  const note = readNote(backup);
  refuseOtherMajor(join(backup, 'postgres'));
  createDataDirectory(dataDir);
  const unlock = lockDataDirectory(dataDir);
  try {
    const place = postgresDirectory(dataDir);
    if (existsSync(place))
      throw new Error(`${dataDir} already contains a database; give another directory with --data.`);
    const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
    try {
      await copyTree(join(backup, 'postgres'), unfinished, show);
      syncTree(unfinished);
      renameSync(unfinished, place);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      throw error;
    }
    syncDirectory(dataDir);
    return note;
  } finally {
    unlock();
  }
}

function readNote(backup: string): BackupNote {
  const path = join(backup, noteName);
  if (!existsSync(path)) throw new Error(`${backup} is not a backup: the file ${noteName} is missing.`);
  const note = JSON.parse(readFileSync(path, 'utf8')) as BackupNote;
  if (note.format !== 1)
    throw new Error(`${backup} was created by a newer version of Mailwright; restore it with that version.`);
  return note;
}

async function copyTree(from: string, to: string, show: (progress: CopyProgress) => void): Promise<void> {
  const entries = readdirSync(from, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath, entry.name).slice(from.length + 1),
    isDirectory: entry.isDirectory(),
  }));
  for (const { path } of entries.filter(({ isDirectory }) => isDirectory)) {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 });
  }
  const files = entries.flatMap(({ path, isDirectory }) =>
    isDirectory ? [] : [{ path, bytes: statSync(join(from, path)).size }],
  );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let copied = 0;
  for (const { path, bytes } of files) {
    await copyFile(join(from, path), join(to, path));
    copied += bytes;
    show({ copied, total });
  }
}
