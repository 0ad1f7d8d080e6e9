import { copyFile, open, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { syncDirectory } from '../../files/sync.ts';
import { postgresDirectory } from '../embedded/directory.ts';
import type { Db } from '../schema.ts';
import { addChecksums } from './checksums.ts';
import type { CopyProgress } from './copy-progress.ts';
import { type BackupLog, readNote, writeNote } from './note.ts';

/** Keeps the log for the backup that is continued; it outlives the service. */
const slot = 'mailwright_log';
const isLogFile = (name: string) => /^[\dA-F]{24}$/.test(name);

/** Keeps the log from now on; before, if it was kept already. An earlier backup can no longer be continued then. */
export async function keepLog(db: Db): Promise<void> {
  const { rows } = await sql`select from pg_replication_slots where slot_name = ${slot}`.execute(db);
  if (rows.length > 0) await sql`select pg_drop_replication_slot(${slot})`.execute(db);
  await sql`select pg_create_physical_replication_slot(${slot}, true)`.execute(db);
}

/** Where the log ends. Every change until `until` is before. */
export async function endOfLog(db: Db): Promise<BackupLog> {
  const until = new Date().toISOString();
  // A commit after that time: recovery up to a time ends when it meets a later one.
  await sql`select pg_current_xact_id()`.execute(db);
  await sql`select pg_switch_wal()`.execute(db);
  const { rows } = await sql<Omit<BackupLog, 'until'>>`
    select system_identifier::text as system, timeline_id as timeline, pg_walfile_name(pg_current_wal_lsn()) as next
    from pg_control_system(), pg_control_checkpoint()`.execute(db);
  return { ...rows[0]!, until };
}

/**
 * Adds what has changed since to a backup: the files of the write-ahead log. It is whole at every moment; a crash leaves it
 * as far as it was.
 * @throws Error that says why it cannot be continued
 */
export async function continueBackup(
  db: Db,
  dataDir: string,
  backup: string,
  show: (progress: CopyProgress) => void,
): Promise<void> {
  const note = readNote(backup);
  const { log } = note;
  const again = 'make a new one in another directory';
  if (log === undefined) throw new Error(`${backup} was not made with --continue; ${again}.`);
  const end = await endOfLog(db);
  if (end.system !== log.system || end.timeline !== log.timeline)
    throw new Error(`${backup} is of another database, or of this one before it was restored; ${again}.`);
  const source = join(postgresDirectory(dataDir), 'pg_wal');
  const names = (await readdir(source)).filter((name) => isLogFile(name) && name >= log.next).sort();
  if (names[0] !== log.next)
    throw new Error(`${backup} ends at ${log.until}, and the log since then is no longer there; ${again}.`);
  const complete = names.filter((name) => name < end.next);
  const target = join(backup, 'postgres', 'pg_wal');
  for (const [at, name] of complete.entries()) {
    await copyDurably(join(source, name), join(target, name));
    show({ copied: at + 1, total: complete.length });
  }
  syncDirectory(target);
  await addChecksums(
    backup,
    complete.map((name) => join('postgres', 'pg_wal', name)),
  );
  writeNote(backup, { ...note, log: end });
  await sql`select pg_replication_slot_advance(${slot}, pg_current_wal_lsn())`.execute(db);
}

async function copyDurably(from: string, to: string): Promise<void> {
  const part = `${to}.part`;
  await copyFile(from, part);
  const file = await open(part, 'r+');
  await file.sync().finally(() => file.close());
  await rename(part, to);
}
