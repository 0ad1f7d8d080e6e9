import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { syncDirectory, syncTree } from '../../files/sync.ts';
import { createDataDirectory, postgresDirectory, refuseOtherMajor, unfinishedPrefix } from '../embedded/directory.ts';
import { lockDataDirectory } from '../embedded/lock.ts';
import { unpackBackup } from './archive.ts';
import { verifyChecksums } from './checksums.ts';
import type { CopyProgress } from './copy-progress.ts';
import { type BackupNote, readNote } from './note.ts';
import { recoverUntil } from './recover.ts';
import { takeSecretKeys } from './secret-keys.ts';

export interface RestoreOptions {
  /** Private key for an encrypted file. */
  identity?: string | undefined;
  /** Time up to which a continued backup is restored; its end if absent. */
  until?: Date | undefined;
}

/**
 * Restores a backup into a data directory without a database. When the database is opened, it recovers the state in which the
 * backup ended.
 * @param backup a directory, or an encrypted file
 * @returns the time of that state
 * @throws DataDirectoryInUseError
 * @throws Error that describes what is wrong with the backup or the directory
 */
export async function restoreBackup(
  backup: string,
  dataDir: string,
  show: (progress: CopyProgress) => void,
  { identity, until }: RestoreOptions = {},
): Promise<Date> {
  const bring = source(backup, identity);
  createDataDirectory(dataDir);
  const unlock = lockDataDirectory(dataDir);
  try {
    const place = postgresDirectory(dataDir);
    if (existsSync(place))
      throw new Error(`${dataDir} already contains a database; give another directory with --data.`);
    const unfinished = await mkdtemp(join(dataDir, unfinishedPrefix));
    try {
      await bring(unfinished, show);
      const note = readNote(unfinished, backup);
      await verifyChecksums(unfinished).catch((error: Error) => {
        throw new Error(`${backup} is damaged: ${error.message}.`);
      });
      const restored = join(unfinished, 'postgres');
      refuseOtherMajor(restored);
      const end = endOf(note, until);
      if (until !== undefined) await recoverUntil(restored, until);
      syncTree(restored);
      await takeSecretKeys(unfinished, dataDir);
      renameSync(restored, place);
      syncDirectory(dataDir);
      return end;
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  } finally {
    unlock();
  }
}

/** @throws Error if the log of the backup does not reach that time */
function endOf({ finished, log }: BackupNote, until: Date | undefined): Date {
  const end = log?.until ?? finished;
  if (until === undefined) return new Date(end);
  if (until < new Date(finished) || until > new Date(end))
    throw new Error(
      `The backup can be restored up to a time from ${finished} to ${end}; give such a time with --until.`,
    );
  return until;
}

type Bring = (directory: string, show: (progress: CopyProgress) => void) => Promise<void>;

/** How the files of a backup get into a directory. What can be refused without reading them is refused at once. */
function source(backup: string, identity: string | undefined): Bring {
  if (statSync(backup, { throwIfNoEntry: false })?.isFile()) {
    if (identity === undefined)
      throw new Error(`${backup} is encrypted; give the file of its private key with --identity.`);
    return (directory, show) => unpackBackup(backup, directory, identity, show);
  }
  readNote(backup);
  return (directory, show) => copyTree(backup, directory, show);
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
