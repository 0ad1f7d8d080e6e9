import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { type EmailAddress, parseEmail } from '../../platform/text/email.ts';
import type { Permission } from '../tables.ts';
import { type ContactKey, lockKeys } from './key-locks.ts';

/** A contact as bodies name it: by the first of these that is there. */
export interface ContactName {
  id?: number | undefined;
  external_id?: string | undefined;
  email?: string | undefined;
}

/** The key that a name means; undefined when it has none, `fault` when its address is none. */
export function keyOfName({ id, external_id, email }: ContactName): ContactKey | { fault: string } | undefined {
  if (id !== undefined) return { id };
  if (external_id) return { externalId: external_id };
  if (!email) return undefined;
  const address = parseEmail(email);
  return address ? { email: address } : { fault: `"${email}" is not an email address` };
}

export interface NamedContact {
  id: number;
  email: string | null;
  email_folded: string | null;
  external_id: string | null;
  permission: Permission;
}

/** Finds many contacts by their keys, the oldest of several; anonymous ones are found by id only. */
export async function findByKeys(
  db: Db,
  accountId: number,
  keys: readonly ContactKey[],
): Promise<(key: ContactKey) => NamedContact | undefined> {
  const ids = keys.flatMap((key) => ('id' in key ? key.id : []));
  const emails = keys.flatMap((key) => ('email' in key ? key.email.folded : []));
  const externalIds = keys.flatMap((key) => ('externalId' in key ? key.externalId : []));
  const rows = await db
    .selectFrom('contact')
    .select(['id', 'email', 'email_folded', 'external_id', 'permission'])
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`(id = any(${ids}::int8[]) or email_folded = any(${emails}::text[])
        or external_id = any(${externalIds}::text[]))`,
    )
    .orderBy('id', 'desc')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byEmail = new Map(rows.map((row) => [row.email_folded, row]));
  const byExternalId = new Map(rows.map((row) => [row.external_id, row]));
  return (key) => {
    if ('id' in key) return byId.get(key.id);
    return 'email' in key ? byEmail.get(key.email.folded) : byExternalId.get(key.externalId);
  };
}

/** As `findByKeys`, and keeps others from creating contacts with these keys until the transaction ends. */
export async function findAndLockKeys(db: Db, accountId: number, keys: readonly ContactKey[]) {
  const free = keys.filter((key): key is { email: EmailAddress } | { externalId: string } => !('id' in key));
  await lockKeys(db, accountId, free);
  return findByKeys(db, accountId, keys);
}
