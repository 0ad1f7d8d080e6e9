import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { present } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { secretsOf } from '../../platform/secrets/box.ts';
import type { Sealed, SealedColumn } from '../../platform/secrets/sealed.ts';
import type { TrackingKey } from './token.ts';

export const trackingSecret: SealedColumn = {
  table: 'tracking_key',
  column: 'secret',
  owner: 'account_id',
  row: 'number',
};

const day = 86_400_000;
/** How long tokens are made with one key. */
const signingTime = 180 * day;
/** How long a token is good: two years at least. */
const validTime = 2 * 365 * day;

/**
 * Returns the key that tokens of the account are made with now; a new one when the last is too old, or there is none. A key that
 * is deleted ends the links of all mails that were sent with it, so its age is that by the clock of the database.
 * @param now a virtual clock's present in its place, as below
 */
export async function signingKey(db: Db, accountId: number, now?: Date): Promise<TrackingKey> {
  const newest = await newestKey(db, accountId, now);
  if (newest?.isRecent) return newest.key;
  const number = (newest?.key.number ?? 0) + 1;
  await db
    .insertInto('tracking_key')
    .values({
      account_id: accountId,
      number,
      secret: secretsOf(db).seal(trackingSecret, { account: accountId, row: number }, randomBytes(32)),
      created_at: present(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await newestKey(db, accountId, now))!.key;
}

async function newestKey(db: Db, accountId: number, now: Date | undefined) {
  const row = await db
    .selectFrom('tracking_key')
    .select(['number', 'secret', sql<boolean>`created_at > ${present(now, -signingTime)}`.as('is_recent')])
    .where('account_id', '=', accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { number, is_recent } = row;
  return { key: { accountId, number, secret: openSecret(db, accountId, number, row.secret) }, isRecent: is_recent };
}

/** The secret of a key, if tokens that were made with it are still good. */
export async function validSecret(
  db: Db,
  accountId: number,
  number: number,
  now?: Date,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('tracking_key')
    .select('secret')
    .where('account_id', '=', accountId)
    .where('number', '=', number)
    .where('created_at', '>', lastValid(now))
    .executeTakeFirst();
  return row && openSecret(db, accountId, number, row.secret);
}

const openSecret = (db: Db, account: number, number: number, secret: Sealed) =>
  secretsOf(db).open(trackingSecret, { account, row: number }, secret);

/** Deletes the keys that no valid token was made with. */
export async function deleteOldKeys(db: Db, now?: Date): Promise<number> {
  const { rows } = await sql`
    delete from tracking_key where created_at <= ${lastValid(now)} returning number`.execute(db);
  return rows.length;
}

const lastValid = (now: Date | undefined) => present(now, -signingTime - validTime);
