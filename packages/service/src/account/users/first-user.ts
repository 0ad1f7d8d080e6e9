import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import { newToken } from '../../platform/http/link-token.ts';
import type { EmailAddress } from '../../platform/text/email.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Account } from '../account.ts';
import { renameAccount, setTimeZone } from '../settings.ts';
import { findAccountById } from '../store.ts';
import { isStored, storeChallenge, takeChallenge } from './challenges.ts';
import { inviteUser } from './store.ts';
import { insertUserToken } from './tokens.ts';

const validMinutes = 24 * 60;
const purposeOf = (accountId: number) => `first user of ${accountId}`;

/**
 * Makes the token of a link with which the first administrator of an account is made. Returns `undefined` if the account has
 * a user who has accepted an invitation. Only its hash is stored; it works once.
 */
export async function insertFirstUserToken(db: Db, accountId: number): Promise<string | undefined> {
  if (await hasUsers(db, accountId)) return undefined;
  const { token } = newToken();
  await storeChallenge(db, token, purposeOf(accountId), validMinutes);
  return `${accountId}.${token}`;
}

/** Returns the account whose first user may be made with a token; changes nothing. */
export async function findFirstUserAccount(db: Db, text: string): Promise<Account | undefined> {
  const read = readToken(text);
  if (read === undefined || !(await isStored(db, read.token, purposeOf(read.accountId)))) return undefined;
  const account = await findAccountById(db, read.accountId);
  return account && (await hasUsers(db, account.id)) ? undefined : account;
}

export interface FirstUser {
  email: EmailAddress;
  name: string;
  language: Language;
  accountName: string;
  timeZone: string;
}

/**
 * Uses a token up: names the account, sets its time zone, and invites its administrator. Returns the account and the token of the
 * invitation, or `undefined` if the link is not valid any more. Of two who use it at once only one gets in.
 * @throws UnknownTimeZone, and nothing is changed
 */
export async function createFirstUser(
  db: Db,
  text: string,
  { accountName, timeZone, ...user }: FirstUser,
): Promise<{ account: Account; userId: number; invitation: string } | undefined> {
  const read = readToken(text);
  if (read === undefined) return undefined;
  const { accountId, token } = read;
  return inTransaction(db, async (transaction) => {
    await transaction.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
    const account = await findFirstUserAccount(transaction, text);
    if (account === undefined || !(await takeChallenge(transaction, token, purposeOf(accountId)))) return undefined;
    await renameAccount(transaction, accountId, accountName);
    if (!(await setTimeZone(transaction, accountId, timeZone))) throw new UnknownTimeZone(timeZone);
    const invited = await inviteUser(transaction, accountId, { ...user, role: 'administrator' });
    const invitation = await insertUserToken(transaction, invited, 'invitation');
    return { account, userId: invited.id, invitation };
  });
}

/** The database knows no time zone of this name. */
export class UnknownTimeZone extends Error {}

/** Reports whether somebody has accepted an invitation. */
async function hasUsers(db: Db, accountId: number): Promise<boolean> {
  const user = await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .where('state', '<>', 'invited')
    .limit(1)
    .executeTakeFirst();
  return user !== undefined;
}

const form = /^(\d{1,15})\.([\w-]{22})$/;

function readToken(text: string): { accountId: number; token: string } | undefined {
  const [, accountId, token] = form.exec(text) ?? [];
  return token === undefined ? undefined : { accountId: Number(accountId), token };
}
