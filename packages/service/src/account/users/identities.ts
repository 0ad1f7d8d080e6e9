import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Identity } from '../../platform/network/openid-provider.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { findUser, type User } from './store.ts';
import { takeToken } from './tokens.ts';

/**
 * Returns the active and invited users of an identity, in open accounts. Users with its verified address are linked with it first;
 * one that is linked with another identity of the provider stays so, because addresses are given to other people in time. Links
 * accept no invitation: anybody can invite an address.
 */
export async function findIdentityUsers(db: Db, identity: Identity): Promise<User[]> {
  const folded = identity.email === undefined ? undefined : parseEmail(identity.email)?.folded;
  return inTransaction(db, async (transaction) => {
    if (folded !== undefined) await linkUsers(transaction, identity, folded);
    return transaction
      .selectFrom('user_identity')
      .innerJoin('account', 'account.id', 'user_identity.account_id')
      .innerJoin('account_user', (join) =>
        join
          .onRef('account_user.account_id', '=', 'user_identity.account_id')
          .onRef('account_user.id', '=', 'user_identity.user_id'),
      )
      .selectAll('account_user')
      .where('issuer', '=', identity.issuer)
      .where('subject', '=', identity.subject)
      .where('state', '<>', 'disabled')
      .where('closed_at', 'is', null)
      .orderBy('state')
      .orderBy('used_at', (order) => order.desc().nullsLast())
      .orderBy('account_user.account_id')
      .execute();
  });
}

/** Takes the choice of an account, which accepts its invitation. Returns `undefined` if the token is not valid any more. */
export async function chooseAccountUser(db: Db, token: string): Promise<User | undefined> {
  return inTransaction(db, async (transaction) => {
    const user = await takeToken(transaction, token, ['account-choice']);
    if (user === undefined) return undefined;
    await transaction
      .updateTable('account_user')
      .set({ state: 'active' })
      .where('account_id', '=', user.account_id)
      .where('id', '=', user.id)
      .where('state', '=', 'invited')
      .execute();
    return findUser(transaction, user.account_id, user.id);
  });
}

/** Notes that an identity has entered the account of a user. */
export async function noteIdentityUse(db: Db, { account_id, id }: User): Promise<void> {
  await db
    .updateTable('user_identity')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', account_id)
    .where('user_id', '=', id)
    .execute();
}

/** Links invited and active users with an address that have no identity of the issuer yet. */
async function linkUsers(db: Db, { issuer, subject }: Identity, folded: string): Promise<void> {
  await db
    .insertInto('user_identity')
    .columns(['account_id', 'user_id', 'issuer', 'subject'])
    .expression((select) =>
      select
        .selectFrom('account_user')
        .innerJoin('account', 'account.id', 'account_user.account_id')
        .select(['account_id', 'account_user.id', sql<string>`${issuer}::text`.as('issuer')])
        .select(sql<string>`${subject}::text`.as('subject'))
        .where('email_folded', '=', folded)
        .where('state', '<>', 'disabled')
        .where('closed_at', 'is', null),
    )
    .onConflict((known) => known.doNothing())
    .execute();
}
