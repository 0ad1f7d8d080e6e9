import { sql } from 'kysely';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Identity } from '../../platform/network/openid-provider.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { findUser, type User } from './store.ts';

/**
 * Returns the active user of an identity: of several accounts, the one that it signed in to last. Users with its verified address are
 * linked with it first, and are active with that; one that is linked with another identity of the provider stays so, because
 * addresses are given to other people in time.
 */
export async function findIdentityUser(db: Db, identity: Identity): Promise<User | undefined> {
  const folded = identity.email === undefined ? undefined : parseEmail(identity.email)?.folded;
  return inTransaction(db, async (transaction) => {
    if (folded !== undefined) await linkUsers(transaction, identity, folded);
    const linked = await transaction
      .selectFrom('user_identity')
      .innerJoin('account', 'account.id', 'user_identity.account_id')
      .innerJoin('account_user', (join) =>
        join
          .onRef('account_user.account_id', '=', 'user_identity.account_id')
          .onRef('account_user.id', '=', 'user_identity.user_id'),
      )
      .select(['user_identity.account_id', 'user_identity.user_id'])
      .where('issuer', '=', identity.issuer)
      .where('subject', '=', identity.subject)
      .where('state', '=', 'active')
      .where('closed_at', 'is', null)
      .orderBy('used_at', (order) => order.desc().nullsLast())
      .orderBy('user_identity.account_id')
      .limit(1)
      .executeTakeFirst();
    if (linked === undefined) return undefined;
    await transaction
      .updateTable('user_identity')
      .set({ used_at: sql<Date>`now()` })
      .where('account_id', '=', linked.account_id)
      .where('user_id', '=', linked.user_id)
      .where('issuer', '=', identity.issuer)
      .execute();
    return findUser(transaction, linked.account_id, linked.user_id);
  });
}

/** Links invited and active users with an address that have no identity of the issuer yet. */
async function linkUsers(db: Db, { issuer, subject }: Identity, folded: string): Promise<void> {
  const linked = await db
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
    .returning(['account_id', 'user_id'])
    .execute();
  for (const { account_id, user_id } of linked) {
    await db
      .updateTable('account_user')
      .set({ state: 'active' })
      .where('account_id', '=', account_id)
      .where('id', '=', user_id)
      .where('state', '=', 'invited')
      .execute();
  }
}
