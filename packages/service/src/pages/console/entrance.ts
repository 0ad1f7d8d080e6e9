import type { Entrance, Entry, OwnSession, SelfService, Visitor } from '@mailwright/console';
import { findAccount, noteAct, type SessionName, users } from '../../account/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log/log.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { sendUserMail } from '../../transactional/index.ts';
import { readName } from './session.ts';

type User = users.User;

interface Options {
  db: Db;
  log: Log;
  publicUrl(): string;
  wakeWorker(): void;
  /** Looks keys up again, after sessions were ended. */
  forgetKeys(): void;
}

const refused = 'The address or the password is wrong, or the user may not sign in.';

/** Ways in for users of the accounts of this service. */
export function userEntrance({ db, log, publicUrl, wakeWorker, forgetKeys }: Options): Entrance {
  const note = (user: User, action: string, remoteAddress?: string) =>
    noteAct(db, { accountId: user.account_id, action, key: { id: null, userId: user.id, remoteAddress } });

  return {
    async enterByPassword(credentials, { address }) {
      const result = await users.checkPassword(db, credentials, address);
      if ('waitMillis' in result) return { fault: tooMany(result.waitMillis) };
      if ('refused' in result) return { fault: refused };
      return open(result.user, address);
    },

    requestReset(email, { address }) {
      // Nobody waits for it: the answer comes as soon for unknown addresses.
      sendReset(email, address).catch((error: Error) => log(`A password could not be reset: ${error.message}`));
    },

    findInvited: (token) => users.findTokenUser(db, token, ['invitation', 'reset']),

    async choosePassword(token, password) {
      const user = await users.findTokenUser(db, token, ['invitation', 'reset']);
      const message = user && users.passwordFault(password, ownWords(user));
      if (user === undefined || message !== undefined) return message ?? 'The link is not valid any more.';
      const chosen = await users.choosePassword(db, token, password);
      if (chosen === undefined) return 'The link is not valid any more.';
      await note(chosen, 'choosePassword');
      forgetKeys();
      return undefined;
    },

    async findSelf(token, visitor) {
      const session = readName(token);
      const user = session && (await users.findSessionUser(db, session));
      return user && self(user, session, visitor);
    },
  };

  async function open(user: User, address: string): Promise<Entry> {
    const { accountId, token } = await users.openUserSession(db, user, address);
    await note(user, 'signIn', address);
    return { token: `${accountId}.${token}` };
  }

  async function sendReset(email: string, address: string): Promise<void> {
    const folded = parseEmail(email.trim())?.folded;
    if (folded === undefined || (await users.takeAttempt(db, `reset ${folded}`, address)) > 0) return;
    for (const user of await users.findUsersByEmail(db, folded)) {
      const account = await findAccount(db, user.account_id);
      await inTransaction(db, (transaction) => sendUserMail(transaction, account, user, 'reset', publicUrl()));
    }
    wakeWorker();
  }

  function self(user: User, session: SessionName, { address }: Visitor): SelfService {
    return {
      async sessions(): Promise<OwnSession[]> {
        const sessions = await users.listUserSessions(db, user.account_id, user.id, session);
        return sessions.map(({ expiresAt: _, ...each }) => each);
      },

      async endSession(id) {
        await users.endUserSessions(db, user.account_id, user.id, id);
        forgetKeys();
      },

      async changePassword(current, next) {
        const waitMillis = await users.takeAttempt(db, `user ${user.account_id} ${user.id}`, address);
        if (waitMillis > 0) return tooMany(waitMillis);
        const message = users.passwordFault(next, ownWords(user));
        if (message !== undefined) return message;
        if (!(await users.changePassword(db, user, current, next))) return 'The present password is wrong.';
        await note(user, 'changePassword', address);
        forgetKeys();
        return undefined;
      },
    };
  }
}

const tooMany = (waitMillis: number) =>
  `Too many attempts from this network. Try again in ${Math.max(1, Math.ceil(waitMillis / 60_000))} minutes.`;

const ownWords = ({ name, email }: User) => [name, ...name.split(/\s+/), email, email.split('@')[0]!];
