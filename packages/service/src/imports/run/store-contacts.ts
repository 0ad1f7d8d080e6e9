import type { SynchronizedContact } from '@mailwright/server';
import {
  contactTags,
  findByKeys,
  type KnownBy,
  keyOfName,
  type SyncOptions,
  type SyncResult,
  synchronize,
} from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';

/** Tags that contacts of a file get beside those that they have. */
export interface FileTags {
  /** Of all contacts of the file. */
  tag?: string | null | undefined;
  /** Of each contact, in the order of the contacts; absent if no row has any. */
  tags?: readonly (readonly string[])[] | undefined;
  /** How tags of the account are spelled, kept from part to part. */
  spellings?: contactTags.Spellings | undefined;
}

/**
 * Stores contacts of a file with their tags, in the open transaction. Where existing contacts stay as they are, they get the tag
 * of the file, by which it is found again, and none of their rows.
 */
export async function storeContacts(
  db: Db,
  accountId: number,
  contacts: readonly SynchronizedContact[],
  options: SyncOptions,
  { tag, tags, spellings }: FileTags,
): Promise<SyncResult> {
  const result = await synchronize(db, accountId, contacts, options);
  if (tag != null) await contactTags.addTag(db, accountId, result.ids, tag);
  if (tags === undefined) return result;
  const changed = new Set(options.overwrite ? result.ids : result.ids.slice(0, result.created));
  const keys = contacts.map((contact) => keyOf(contact, options.knownBy));
  const find = await findByKeys(
    db,
    accountId,
    keys.flatMap((key) => key ?? []),
  );
  const wanted = new Map<number, readonly string[]>();
  for (const [index, key] of keys.entries()) {
    const id = key && find(key)?.id;
    if (id !== undefined && changed.has(id) && tags[index]!.length > 0) wanted.set(id, tags[index]!);
  }
  await contactTags.addTags(db, accountId, wanted, spellings);
  return result;
}

function keyOf({ email, external_id }: SynchronizedContact, knownBy: KnownBy) {
  const key = keyOfName(knownBy === 'external id' ? { external_id: external_id ?? '' } : { email: email ?? '' });
  return key === undefined || 'fault' in key ? undefined : key;
}
