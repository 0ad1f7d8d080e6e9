import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { sql } from 'kysely';
import { syncDirectory, syncTree } from '../../files/sync.ts';
import { postgresDirectory } from '../embedded/directory.ts';
import type { Db } from '../schema.ts';
import { writeChecksums } from './checksums.ts';
import type { CopyProgress } from './copy-progress.ts';
import { endOfLog, keepLog } from './log.ts';
import { type BackupNote, writeNote } from './note.ts';

/** Directories whose files a server creates again or that belong to the running one; they are backed up empty. */
const leftOut = ['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_notify', 'pg_dynshmem', 'pg_subtrans'];
const leftOutFiles = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label']);
/** Its end tells from where on the log is needed, so it is copied last. */
const controlFile = join('global', 'pg_control');
const slot = 'mailwright_backup';

/**
 * Copies the embedded database while it is in use, as PostgreSQL's own base backups do: the files as they are, and what
 * the log says about their changes meanwhile. The copy is the database of the moment in which it ends.
 * @param target a directory that is not there yet; it appears when it is complete
 * @param options.continuable keeps the log from now on, so that the backup can be continued
 */
export async function backUp(
  db: Db,
  dataDir: string,
  target: string,
  show: (progress: CopyProgress) => void,
  { continuable = false } = {},
): Promise<void> {
  await refuseExisting(target);
  const source = postgresDirectory(dataDir);
  const unfinished = join(dirname(target), `.${basename(target)}.unfinished`);
  await rm(unfinished, { recursive: true, force: true });
  const copy = join(unfinished, 'postgres');
  const note: BackupNote = { format: 1, finished: '' };
  await mkdir(copy, { recursive: true, mode: 0o700 });
  try {
    if (continuable) await keepLog(db);
    // Keeps the log until it is copied, even over a CHECKPOINT; it ends with the session if nobody drops it.
    await sql`select pg_create_physical_replication_slot(${slot}, true, true)`.execute(db);
    try {
      await sql`select pg_backup_start('mailwright', true)`.execute(db);
      let label: string;
      try {
        await copyFiles(source, copy, show);
      } finally {
        const { rows } = await sql<{ labelfile: string }>`select labelfile from pg_backup_stop(false)`.execute(db);
        label = rows[0]!.labelfile;
      }
      if (continuable) note.log = await endOfLog(db);
      await copyLog(source, copy, label);
      note.finished = note.log?.until ?? new Date().toISOString();
      await writeFile(join(copy, 'backup_label'), label, { mode: 0o600 });
    } finally {
      await sql`select pg_drop_replication_slot(${slot})`.execute(db);
    }
    writeNote(unfinished, note);
    await writeChecksums(unfinished);
    syncTree(unfinished);
    await rename(unfinished, target);
    syncDirectory(dirname(target));
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function refuseExisting(target: string): Promise<void> {
  const there = await stat(target).catch(() => undefined);
  if (there !== undefined) throw new Error(`${target} already exists; give the name of a directory to create.`);
  const parent = await stat(dirname(target)).catch(() => undefined);
  if (!parent?.isDirectory()) throw new Error(`${dirname(target)} is not a directory.`);
}

async function copyFiles(source: string, copy: string, show: (progress: CopyProgress) => void): Promise<void> {
  const { directories, files } = await entries(source);
  for (const directory of directories) await mkdir(join(copy, directory), { recursive: true, mode: 0o700 });
  await mkdir(join(copy, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let copied = 0;
  for (const { path, bytes } of files) {
    if (path !== controlFile) await copyFile(join(source, path), join(copy, path)).catch(ifGone);
    copied += bytes;
    show({ copied, total });
  }
  await writeFile(join(copy, controlFile), await readWhole(join(source, controlFile)), { mode: 0o600 });
}

/** A file that is read while it may be written: as soon as two readings are the same. */
async function readWhole(path: string): Promise<Buffer> {
  for (let before = await readFile(path); ; ) {
    const now = await readFile(path);
    if (now.equals(before)) return now;
    before = now;
  }
}

/** The log from the beginning of the backup to its end. */
async function copyLog(source: string, copy: string, label: string): Promise<void> {
  const [, first] = /\(file ([\dA-F]{24})\)/.exec(label) ?? [];
  if (first === undefined) throw new Error(`PostgreSQL's backup label cannot be read: ${label}`);
  for (const name of await readdir(join(source, 'pg_wal'))) {
    if (/^[\dA-F]{24}$/.test(name) && name >= first) {
      await copyFile(join(source, 'pg_wal', name), join(copy, 'pg_wal', name));
    }
  }
}

async function entries(source: string) {
  const directories: string[] = [];
  const files: { path: string; bytes: number }[] = [];
  const walk = async (directory: string): Promise<void> => {
    directories.push(directory);
    for (const entry of await readdir(join(source, directory), { withFileTypes: true })) {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) {
        if (leftOut.includes(path)) directories.push(path);
        else await walk(path);
      } else if (!leftOutFiles.has(path)) {
        const { size } = await stat(join(source, path)).catch(() => ({ size: 0 }));
        files.push({ path, bytes: size });
      }
    }
  };
  await walk('');
  return { directories, files };
}

/** A table that was dropped meanwhile: the log says so too. */
function ifGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
