import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import type { UserTokenTable } from '../tables.ts';
import { findUser, type User } from './store.ts';

export type TokenPurpose = UserTokenTable['purpose'];

const validMinutes: Record<TokenPurpose, number> = {
  invitation: 7 * 24 * 60,
  reset: 60,
  'second-factor': 5,
  'account-choice': 5,
};

/**
 * Makes the token of a link. Only its hash is stored. Ends tokens of the same purpose that were made before, but not links for
 * a new password: anybody may ask for these, and would end the link that the person is about to use.
 */
export async function insertUserToken(db: Db, { account_id, id }: User, purpose: TokenPurpose): Promise<string> {
  if (purpose !== 'reset') await deleteUserTokens(db, account_id, id, purpose);
  const { token, hash } = newToken();
  await db
    .insertInto('user_token')
    .values({
      account_id,
      user_id: id,
      hash,
      purpose,
      expires_at: sql<Date>`now() + make_interval(mins => ${validMinutes[purpose]})`,
    })
    .execute();
  return `${account_id}.${token}`;
}

/** Deletes the tokens of a user, or those of one purpose. */
export async function deleteUserTokens(db: Db, accountId: number, userId: number, purpose?: TokenPurpose) {
  await db
    .deleteFrom('user_token')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose!))
    .execute();
}

const form = /^(\d{1,15})\.([\w-]{22})$/;

function readUserToken(text: string): { accountId: number; hash: Buffer } | undefined {
  const [, accountId, token] = form.exec(text) ?? [];
  return token === undefined ? undefined : { accountId: Number(accountId), hash: hashToken(token) };
}

/** Returns whose token it is while it is valid; changes nothing. */
export async function findTokenUser(
  db: Db,
  text: string,
  purposes: readonly TokenPurpose[],
): Promise<User | undefined> {
  const token = readUserToken(text);
  if (token === undefined) return undefined;
  const row = await db
    .selectFrom('user_token')
    .innerJoin('account', 'account.id', 'user_token.account_id')
    .select('user_id')
    .where('account_id', '=', token.accountId)
    .where('hash', '=', token.hash)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  const user = row && (await findUser(db, token.accountId, row.user_id));
  return user?.state === 'disabled' ? undefined : user;
}

/** Uses a token up. Returns whose it was; of two who use it at once only one gets the user. */
export async function takeToken(db: Db, text: string, purposes: readonly TokenPurpose[]): Promise<User | undefined> {
  const user = await findTokenUser(db, text, purposes);
  if (user === undefined) return undefined;
  const { accountId, hash } = readUserToken(text)!;
  const { numDeletedRows } = await db
    .deleteFrom('user_token')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n ? user : undefined;
}

/** Deletes tokens that have expired. */
export async function purgeUserTokens(db: Db): Promise<void> {
  await db.deleteFrom('user_token').where('expires_at', '<', sql<Date>`now()`).execute();
}
