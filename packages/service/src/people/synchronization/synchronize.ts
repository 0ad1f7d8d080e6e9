import type { SynchronizedContact } from '@mailwright/server';
import type { Db } from '../../platform/database/schema.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { writeContacts } from '../changes/write.ts';
import { customFields } from '../contacts/store.ts';
import { readMarks } from '../unsubscriptions/marks.ts';
import { findExisting } from './find-existing.ts';
import type { SyncOptions } from './options.ts';
import { addressOf, planSync } from './plan.ts';
import { type Invalid, validateContacts } from './validate.ts';

/** Result of a synchronization. */
export interface SyncResult {
  /** False when nothing was written because of invalid contacts. */
  success: boolean;
  created: number;
  existing: number;
  /** Left out because they had unsubscribed. */
  unsubscribed: number;
  invalid: Invalid[];
  /** The contacts that were created, and those that existed. */
  ids: number[];
}

/**
 * Creates and changes many contacts, in the open transaction. Nothing is written when contacts are invalid and these are
 * not to be ignored.
 */
export async function synchronize(
  db: Db,
  accountId: number,
  contacts: readonly SynchronizedContact[],
  options: SyncOptions,
): Promise<SyncResult> {
  const { entries, invalid: malformed } = await validateContacts(
    contacts,
    await customFields(db, accountId),
    options.knownBy,
  );
  if (malformed.length > 0 && !options.ignoreInvalid) return refused(malformed);
  const find = await findExisting(db, accountId, entries, options.knownBy);
  const addresses = new Set(entries.flatMap((entry) => addressOf(entry, find(entry)) ?? []));
  const marks = options.reimportUnsubscribed ? new Map() : await readMarks(db, accountId, [...addresses]);
  const plan = await planSync(entries, find, marks, options, formatSqlDateTime(new Date()));
  const { inserts, updates, existing, existingIds, unsubscribed } = plan;
  const invalid = [...malformed, ...plan.invalid];
  if (invalid.length > 0 && !options.ignoreInvalid) return refused(invalid);
  const created = await writeContacts(db, accountId, inserts, updates, { imported: true });
  const ids = [...created, ...existingIds];
  return { success: true, created: created.length, existing, unsubscribed, invalid, ids };
}

const refused = (invalid: Invalid[]): SyncResult => ({
  success: false,
  created: 0,
  existing: 0,
  unsubscribed: 0,
  invalid,
  ids: [],
});
