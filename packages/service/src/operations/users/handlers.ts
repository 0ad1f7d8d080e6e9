import { badRequest, forbidden, type Handlers, notFound } from '@mailwright/server';
import { users } from '../../account/index.ts';
import { outcomeMails } from '../../outcomes/index.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { userMails } from '../../transactional/index.ts';
import type { Context } from '../context.ts';

type User = users.User;

/** Users of the account and their sessions. */
export const userHandlers = {
  async listUsers(_input, { db, accountId }) {
    return (await users.listUsers(db, accountId)).map(userDocument);
  },

  async inviteUser({ body }, context) {
    const { db, account, publicUrl, wakeWorker } = context;
    const email = parseEmail(body.email);
    if (email === undefined) throw badRequest(`email must be an email address but was "${body.email}".`);
    const user = await users.inviteUser(db, account.id, {
      email,
      name: requireName(body.name),
      role: body.role,
      ...(body.language && { language: body.language }),
    });
    await userMails.sendInvitation(db, account, user, publicUrl);
    wakeWorker();
    return userDocument({ ...user, seen_at: null });
  },

  async updateUser({ userId, body }, context) {
    const user = await requireUser(context, userId);
    const { name, role, language, state, outcome_mails } = body;
    await users.updateUser(context.db, user, {
      ...(name !== undefined && { name: requireName(name) }),
      ...(role !== undefined && { role }),
      ...(language !== undefined && { language }),
      ...(state !== undefined && { state }),
      ...(outcome_mails !== undefined && { outcome_mails }),
    });
    const ends = (role !== undefined && role !== user.role) || (state !== undefined && state !== user.state);
    if (ends) await endSessions(context, userId);
    const [changed] = await users.listUsers(context.db, context.accountId, userId);
    return userDocument(changed!);
  },

  async removeUser({ userId }, context) {
    const user = await requireUser(context, userId);
    await endSessions(context, userId);
    await users.deleteUser(context.db, user);
  },

  async listUserSessions({ userId }, context) {
    await requireUser(context, userId);
    const sessions = await users.listUserSessions(context.db, context.accountId, userId);
    return sessions.map(({ id, openedAt, seenAt, expiresAt, network }) => ({
      id,
      opened: formatSqlDateTime(openedAt),
      seen: formatSqlDateTime(seenAt),
      expires: formatSqlDateTime(expiresAt),
      ...(network !== null && { network }),
    }));
  },

  async revokeUserSessions({ userId }, context) {
    await requireUser(context, userId);
    await endSessions(context, userId);
  },

  async getOwnUser(_input, { db, accountId, userId }) {
    if (userId === undefined) throw forbidden('The API key belongs to no user.');
    const [user] = await users.listUsers(db, accountId, userId);
    return userDocument(user!);
  },
} satisfies Partial<Handlers<Context>>;

async function requireUser({ db, accountId }: Context, id: number): Promise<User> {
  const user = await users.findUser(db, accountId, id);
  if (user === undefined) throw notFound('User', id);
  return user;
}

/** In this process at once; others hear of it with the commit. */
async function endSessions({ db, accountId, afterCommit, forgetKeys }: Context, userId: number): Promise<void> {
  await users.endUserSessions(db, accountId, userId);
  afterCommit(async () => forgetKeys());
}

function requireName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest(`name must have a letter but was "${text}".`);
  return name;
}

function userDocument(user: users.ListedUser) {
  const { id, email, name, role, language, state, created_at, seen_at, totp_since, outcome_mails } = user;
  return {
    id,
    email,
    name,
    role,
    language,
    state,
    created: formatSqlDateTime(created_at),
    ...(seen_at && { seen: formatSqlDateTime(seen_at) }),
    second_factor: totp_since !== null,
    outcome_mails: outcomeMails(outcome_mails),
  };
}
