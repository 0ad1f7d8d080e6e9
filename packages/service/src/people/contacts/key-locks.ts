import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { EmailAddress } from '../../platform/text/email.ts';

/** How an operation names contacts. */
export type ContactKey = { id: number } | { email: EmailAddress } | { externalId: string };

const buckets = 256;

/** Keys that are made by writers share few locks, because a database has room for some thousands only. */
function bucketOf(key: { email: EmailAddress } | { externalId: string }): number {
  const text = 'email' in key ? `email ${key.email.folded}` : `external id ${key.externalId}`;
  return crc32(text) % buckets;
}

/**
 * Makes others who create contacts of the account with these keys wait for the end of the transaction. Everybody takes
 * the locks in one order, before those of rows, so that there is no deadlock.
 */
export async function lockKeys(
  db: Db,
  accountId: number,
  keys: Iterable<{ email: EmailAddress } | { externalId: string }>,
): Promise<void> {
  const wanted = [...new Set(Array.from(keys, bucketOf))].sort((a, b) => a - b);
  await sql`
    select pg_advisory_xact_lock(hashtextextended('contact ' || bucket, ${accountId}::int8))
    from unnest(${wanted}::int4[]) as bucket`.execute(db);
}
