import type { OutcomeMailsUpdate } from '@mailwright/server';
import { conflict } from '@mailwright/server-runtime';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { EmailAddress } from '../../platform/text/email.ts';
import type { Language } from '../../platform/text/language.ts';
import type { AccountUserTable, Role } from '../tables.ts';

export type User = Selectable<AccountUserTable>;

const mostUsers = 1000;

export async function findUser(db: Db, accountId: number, id: number): Promise<User | undefined> {
  return db
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A user with the time of the last request of its sessions. */
export type ListedUser = User & { seen_at: Date | null };

/** Users of an account, or the one with this id. */
export async function listUsers(db: Db, accountId: number, id?: number): Promise<ListedUser[]> {
  return db
    .selectFrom('account_user')
    .selectAll()
    .select((user) =>
      user
        .selectFrom('api_key')
        .select(({ fn }) => fn.max('last_used_at').as('seen_at'))
        .where('api_key.account_id', '=', accountId)
        .whereRef('api_key.user_id', '=', 'account_user.id')
        .as('seen_at'),
    )
    .where('account_id', '=', accountId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('id')
    .execute();
}

/** Active users of an account with one of the roles, without those named. */
export const listActiveUsers = (db: Db, accountId: number, roles: readonly Role[], but: readonly number[] = []) =>
  db
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .where(sql<boolean>`role = any(${roles}::text[]) and id <> all(${but}::int8[])`)
    .orderBy('id')
    .execute();

/** Invites a person, or once more one who has not accepted. @throws ApiError 409 if the address is taken */
export async function inviteUser(
  db: Db,
  accountId: number,
  { email, ...about }: { email: EmailAddress; name: string; role: Role; language?: Language | undefined },
): Promise<User> {
  const { count } = await db
    .selectFrom('account_user')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostUsers) throw conflict(`The account has ${mostUsers} users, which is the maximum.`);
  const user = await db
    .insertInto('account_user')
    .values({ account_id: accountId, email: email.address, email_folded: email.folded, state: 'invited', ...about })
    .onConflict((taken) =>
      taken
        .columns(['account_id', 'email_folded'])
        .doUpdateSet({ ...about, email: email.address })
        .where('account_user.state', '=', 'invited'),
    )
    .returningAll()
    .executeTakeFirst();
  if (user === undefined) throw conflict(`email "${email.address}" is used by another user.`);
  return user;
}

/** Changes a user. @throws ApiError 409 if no active administrator would be left, or an invitation is not accepted */
export async function updateUser(
  db: Db,
  user: User,
  change: {
    name?: string;
    role?: Role;
    language?: Language;
    state?: 'active' | 'disabled';
    outcome_mails?: OutcomeMailsUpdate;
  },
): Promise<void> {
  if (change.state !== undefined && user.state === 'invited')
    throw conflict(`User ${user.id} has not accepted the invitation; remove the user to withdraw it.`);
  const after = { ...user, ...change };
  if (isAdministrator(user) && !isAdministrator(after)) await requireAnotherAdministrator(db, user);
  await db
    .updateTable('account_user')
    .set({
      name: after.name,
      role: after.role,
      language: after.language,
      state: after.state,
      // What is not chosen stays, also what is chosen in another tab meanwhile.
      ...(change.outcome_mails && {
        outcome_mails: sql`outcome_mails || ${JSON.stringify(change.outcome_mails)}::jsonb`,
      }),
    })
    .where('account_id', '=', user.account_id)
    .where('id', '=', user.id)
    .execute();
}

/** Deletes a user with its credentials and sessions. @throws ApiError 409 if no active administrator would be left */
export async function deleteUser(db: Db, user: User): Promise<void> {
  if (isAdministrator(user)) await requireAnotherAdministrator(db, user);
  await db.deleteFrom('account_user').where('account_id', '=', user.account_id).where('id', '=', user.id).execute();
}

const isAdministrator = ({ role, state }: Pick<User, 'role' | 'state'>) =>
  role === 'administrator' && state === 'active';

/** Locks the administrators, so that two of them do not remove each other at once. */
async function requireAnotherAdministrator(db: Db, { account_id, id }: User): Promise<void> {
  const administrators = await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', account_id)
    .where('role', '=', 'administrator')
    .where('state', '=', 'active')
    .orderBy('id')
    .forUpdate()
    .execute();
  if (administrators.some((other) => other.id !== id)) return;
  throw conflict(`User ${id} is the last active administrator; make another user administrator first.`);
}

/** Sets a password; an invited user is active with it. */
export async function setPassword(db: Db, { account_id, id }: User, password_hash: string): Promise<void> {
  await db
    .updateTable('account_user')
    .set({ password_hash, state: sql`case when state = 'invited' then 'active' else state end` })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** Makes an invited user active. */
export async function activate(db: Db, { account_id, id }: User): Promise<void> {
  await db
    .updateTable('account_user')
    .set({ state: 'active' })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', '=', 'invited')
    .execute();
}

/** Returns a password hash that the person has in another account: hashes of one person share a salt. */
export async function findSiblingHash(db: Db, { account_id, id, email_folded }: User): Promise<string | null> {
  const sibling = await db
    .selectFrom('account_user')
    .select('password_hash')
    .where('email_folded', '=', email_folded)
    .where('password_hash', 'is not', null)
    .where((user) => user.not(user.and([user('account_id', '=', account_id), user('id', '=', id)])))
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst();
  return sibling?.password_hash ?? null;
}

/** Reports whether an address is that of an active user of the account. */
export async function isActiveUser(db: Db, accountId: number, folded: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_user')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email_folded', '=', folded)
    .where('state', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/** Active users with an address, in all open accounts, the oldest first: before signing in no account is known. */
export async function findUsersByEmail(db: Db, folded: string): Promise<User[]> {
  return db
    .selectFrom('account_user')
    .innerJoin('account', 'account.id', 'account_user.account_id')
    .selectAll('account_user')
    .where('email_folded', '=', folded)
    .where('state', '=', 'active')
    .where('closed_at', 'is', null)
    .orderBy('account_id')
    .limit(10)
    .execute();
}
