import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../../files/replace-file.ts';

/** Description stored in a backup. */
export interface BackupNote {
  format: 1;
  /** When the copy of the database ended; ISO 8601. */
  finished: string;
  /** Of a backup that can be continued. */
  log?: BackupLog;
}

/** How far a backup has the log of its database. */
export interface BackupLog {
  /** Identifier of the database, which its copies share. */
  system: string;
  timeline: number;
  /** Name of the first file of the log that the backup lacks or has in part. */
  next: string;
  /** Until when; ISO 8601. */
  until: string;
}

export const noteName = 'backup.json';

/**
 * @param backup what it is called in errors, if the directory is a copy
 * @throws Error if the directory is no backup, or one of a newer version
 */
export function readNote(directory: string, backup = directory): BackupNote {
  const path = join(directory, noteName);
  if (!existsSync(path)) throw new Error(`${backup} is not a backup: the file ${noteName} is missing.`);
  const note = JSON.parse(readFileSync(path, 'utf8')) as BackupNote;
  if (note.format !== 1)
    throw new Error(`${backup} was created by a newer version of Mailwright; restore it with that version.`);
  return note;
}

export function writeNote(directory: string, note: BackupNote): void {
  replaceFile(join(directory, noteName), `${JSON.stringify(note)}\n`);
}
