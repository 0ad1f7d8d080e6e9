import { createHash, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { readPresent } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import { secretsOf } from '../../platform/secrets/box.ts';
import { totpSecret } from '../secrets/columns.ts';
import type { User } from './store.ts';
import { findTotpStep, newTotpSecret } from './totp.ts';

/** Gives a user a new secret, which counts when a code of it was entered. Returns `undefined` if codes are on already. */
export async function startTotp(db: Db, { account_id, id }: User): Promise<Buffer | undefined> {
  const secret = newTotpSecret();
  const { numUpdatedRows } = await db
    .updateTable('account_user')
    .set({ totp_secret: secretsOf(db).seal(totpSecret, { account: account_id, row: id }, secret) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('totp_since', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? secret : undefined;
}

/** Turns codes on, if one of the new secret was entered. Returns recovery codes, which are not shown again. */
export async function confirmTotp(db: Db, user: User, code: string): Promise<string[] | undefined> {
  if (user.totp_since !== null || user.totp_secret === null) return undefined;
  return inTransaction(db, async (transaction) => {
    if (!(await takeTotpCode(transaction, user, code))) return undefined;
    await transaction
      .updateTable('account_user')
      .set({ totp_since: sql<Date>`now()` })
      .where('account_id', '=', user.account_id)
      .where('id', '=', user.id)
      .execute();
    return replaceRecoveryCodes(transaction, user);
  });
}

/** Turns codes off. Returns false if the account demands a second factor, and the user has no other one. */
export async function removeTotp(db: Db, user: User): Promise<boolean> {
  const { account_id, id } = user;
  return inTransaction(db, async (transaction) => {
    await lockFactors(transaction, user);
    const { numUpdatedRows } = await transaction
      .updateTable('account_user')
      .set({ totp_secret: null, totp_since: null, totp_step: null })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .where(sql<boolean>`(${hasPasskey(account_id, id)} or not ${isDemanded(account_id)})`)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await deleteRecoveryCodes(transaction, account_id, id);
    return true;
  });
}

/** Deletes a passkey. Returns false if the account demands a second factor, and the user has no other one. */
export async function deletePasskey(db: Db, user: User, passkeyId: number): Promise<boolean> {
  const { account_id, id } = user;
  return inTransaction(db, async (transaction) => {
    await lockFactors(transaction, user);
    const passkeys = transaction
      .selectFrom('user_passkey')
      .select(['user_passkey.id', isDemanded(account_id).as('isDemanded'), hasTotp(account_id, id).as('hasTotp')])
      .where('account_id', '=', account_id)
      .where('user_id', '=', id);
    const found = await passkeys.execute();
    const chosen = found.find((passkey) => passkey.id === passkeyId);
    if (chosen === undefined) return true;
    if (chosen.isDemanded && !chosen.hasTotp && found.length === 1) return false;
    await transaction
      .deleteFrom('user_passkey')
      .where('account_id', '=', account_id)
      .where('id', '=', passkeyId)
      .execute();
    return true;
  });
}

/** Waits for others who remove factors of the user: of two removals at once, the second sees what the first has left. */
async function lockFactors(db: Db, { account_id, id }: User): Promise<void> {
  await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** Whether a password alone is not enough, because the account demands a second factor and a passkey is the user's only one. */
export async function needsPasskey(db: Db, { account_id, id, totp_since }: User): Promise<boolean> {
  if (totp_since !== null) return false;
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', account_id)
    .where('demands_second_factor', '=', true)
    .where(hasPasskey(account_id, id))
    .executeTakeFirst();
  return found !== undefined;
}

const isDemanded = (accountId: number) =>
  sql<boolean>`exists (select from account where account.id = ${accountId} and demands_second_factor)`;

const hasTotp = (accountId: number, userId: number) =>
  sql<boolean>`exists (select from account_user where account_id = ${accountId} and id = ${userId} and totp_since is not null)`;

const hasPasskey = (accountId: number, userId: number) =>
  sql<boolean>`exists (select from user_passkey where account_id = ${accountId} and user_id = ${userId})`;

/** Uses up a code of the app, or a recovery code. A code is taken once, whoever sends it again. */
export async function takeSecondFactor(db: Db, user: User, code: string): Promise<boolean> {
  return (await takeTotpCode(db, user, code)) || (await takeRecoveryCode(db, user, code));
}

async function takeTotpCode(db: Db, { account_id, id, totp_secret }: User, code: string): Promise<boolean> {
  if (totp_secret === null) return false;
  const secret = secretsOf(db).open(totpSecret, { account: account_id, row: id }, totp_secret);
  const step = findTotpStep(secret, code, (await readPresent(db)).getTime());
  if (step === undefined) return false;
  const { numUpdatedRows } = await db
    .updateTable('account_user')
    .set({ totp_step: step })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where((before) => before.or([before('totp_step', 'is', null), before('totp_step', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function takeRecoveryCode(db: Db, user: User, code: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('user_recovery_code')
    .where('account_id', '=', user.account_id)
    .where('user_id', '=', user.id)
    .where('hash', '=', hashCode(user, code))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

const recoveryCodes = 10;
/** Without signs that look alike; twelve of them are 59 bits. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';

async function replaceRecoveryCodes(db: Db, user: User): Promise<string[]> {
  await deleteRecoveryCodes(db, user.account_id, user.id);
  const codes = Array.from({ length: recoveryCodes }, newCode);
  const rows = codes.map((code) => ({ account_id: user.account_id, user_id: user.id, hash: hashCode(user, code) }));
  await db.insertInto('user_recovery_code').values(rows).execute();
  return codes;
}

const newCode = () =>
  Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => signs[randomInt(signs.length)]).join('')).join('-');

const hashCode = ({ account_id, id }: User, code: string) =>
  createHash('sha256')
    .update(`${account_id} ${id} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`)
    .digest();

async function deleteRecoveryCodes(db: Db, accountId: number, userId: number): Promise<void> {
  await db.deleteFrom('user_recovery_code').where('account_id', '=', accountId).where('user_id', '=', userId).execute();
}

/** Returns how many recovery codes a user has left. */
export async function countRecoveryCodes(db: Db, { account_id, id }: User): Promise<number> {
  const { count } = await db
    .selectFrom('user_recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}
