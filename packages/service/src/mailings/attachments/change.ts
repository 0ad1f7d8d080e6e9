import type { Db } from '../../platform/database/schema.ts';
import { raiseContentVersion } from '../change.ts';
import type { Mailing } from '../store.ts';
import { diagnose } from './diagnosis.ts';
import { requireRoom, requireSize } from './limits.ts';
import { chooseMimeType, typeOfBytes } from './mime-type.ts';
import { countAttachments, deleteAttachments, insertAttachment, insertCopies } from './store.ts';

/** A file as a client sends it. */
export interface SentFile {
  filename: string;
  contentType: string;
  content: Uint8Array;
}

// All of these change what is sent, in a transaction that holds the lock of the mailing: two at once cannot exceed limits.

/** Adds a file; gives its id. @throws ApiError 400 when it is too large, one too many, or of no type */
export async function addAttachment(db: Db, mailing: Mailing, file: SentFile): Promise<number> {
  const { filename, contentType, content } = file;
  requireSize(filename, content.length);
  requireRoom(await countAttachments(db, mailing), 1);
  const ofBytes = await typeOfBytes(content);
  const mime_type = chooseMimeType(contentType, ofBytes, filename);
  const diagnosis = diagnose(filename, mime_type, ofBytes);
  const id = await insertAttachment(db, mailing, { filename, mime_type, diagnosis, content });
  await raiseContentVersion(db, mailing);
  return id;
}

/** Gives a mailing copies of all files of another one. @throws ApiError 400 when it would have too many; then none is copied */
export async function copyAttachments(db: Db, source: Mailing, target: Mailing): Promise<void> {
  const added = await countAttachments(db, source);
  if (added === 0) return;
  requireRoom(await countAttachments(db, target), added);
  await insertCopies(db, source, target);
  await raiseContentVersion(db, target);
}

/** Removes one file, or all; false when there was none. */
export async function removeAttachments(db: Db, mailing: Mailing, id?: number): Promise<boolean> {
  const removed = await deleteAttachments(db, mailing, id);
  if (removed > 0) await raiseContentVersion(db, mailing);
  return removed > 0;
}
