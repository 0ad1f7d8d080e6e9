import { badRequest, forbidden, type Handlers } from '@mailwright/server';
import { users } from '../../account/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { obstacles, signOffs } from '../../sending/index.ts';
import { userMails } from '../../transactional/index.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';

/** Users who stand for mailings to many recipients. */
export const signOffHandlers = {
  async getMailingSignOff({ mailingid }, context) {
    const { db, account, userId = null } = context;
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const filter = await signOffs.findAudience(db, mailing);
    const { sign_off_above: above } = account;
    const contacts = filter === undefined ? 0 : (await obstacles.countAudience(db, mailing, filter)).recipients;
    const signed = filter === undefined ? [] : await signOffs.listSignOffs(db, mailing, filter);
    const signers = signed.map(({ id }) => id);
    return {
      ...(above !== null && { above }),
      contacts,
      missing: signOffs.missingUsers({ above, recipients: contacts, signers, starter: userId }),
      users: signed.map(({ id, name, signed_at }) => ({ id, name, time: formatSqlDateTime(signed_at) })),
    };
  },

  async requestMailingSignOff({ mailingid }, context) {
    const { db, account, creator, publicUrl, userId = null, wakeWorker } = context;
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const filter = await signOffs.findAudience(db, mailing);
    const { sign_off_above: above } = account;
    if (filter === undefined || above === null) return 0;
    const { recipients } = await obstacles.countAudience(db, mailing, filter);
    const signers = (await signOffs.listSignOffs(db, mailing, filter)).map(({ id }) => id);
    if (signOffs.missingUsers({ above, recipients, signers, starter: userId }) === 0) return 0;
    const without = [...signers, ...(userId === null ? [] : [userId])];
    const asked = await users.listActiveUsers(db, account.id, signOffs.sendingRoles, without);
    const request = { mailing, asker: creator, recipients, above };
    for (const user of asked) await userMails.sendSignOffRequest(db, account, user, request, publicUrl);
    wakeWorker();
    return asked.length;
  },

  async addMailingSignOff({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    const userId = requireUser(context);
    const filter = await signOffs.findAudience(context.db, mailing);
    if (filter === undefined)
      throw badRequest(`Mailing with id ${mailingid} has no target group; it cannot be signed off without one.`);
    await signOffs.addSignOff(context.db, mailing, filter, userId);
  },

  async withdrawMailingSignOff({ mailingid }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'regular');
    await signOffs.deleteSignOff(context.db, mailing, requireUser(context));
  },
} satisfies Partial<Handlers<Context>>;

/** A program cannot stand for a mailing: whoever holds its key could sign twice. @throws ApiError 403 */
function requireUser({ userId }: Context): number {
  if (userId === undefined) throw forbidden('The API key belongs to no user; only people sign mailings off.');
  return userId;
}
