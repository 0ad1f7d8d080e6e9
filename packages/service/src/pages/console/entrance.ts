import type { Entrance, Fault, OwnSession, SelfService, SignedIn, Visitor } from '@mailwright/console';
import { renderSVG } from 'uqr';
import { findAccount, noteAct, type SessionName, users } from '../../account/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log/log.ts';
import type { IdentityProvider } from '../../platform/network/openid-provider.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { userMails } from '../../transactional/index.ts';
import { describePasskey, describePassword, linkEnded, tooMany } from './faults.ts';
import { firstUsers } from './first-users.ts';
import { readName } from './session.ts';
import { singleSignOn } from './single-sign-on.ts';

type User = users.User;

interface Options {
  db: Db;
  log: Log;
  publicUrl(): string;
  identityProvider: IdentityProvider | undefined;
  wakeWorker(): void;
  /** Looks keys up again, after sessions were ended. */
  forgetKeys(): void;
}

const refused: Fault = (say) => say('The address or the password is wrong, or the user may not sign in.');

/** Ways in for users of the accounts of this service. */
export function userEntrance({ db, log, publicUrl, identityProvider, wakeWorker, forgetKeys }: Options): Entrance {
  const party = (): users.RelyingParty => ({ name: 'Mailwright', origin: new URL(publicUrl()).origin });

  const note = (user: User, action: string, remoteAddress?: string) =>
    noteAct(db, { accountId: user.account_id, action, key: { id: null, userId: user.id, remoteAddress } });

  return {
    async enterByPassword(credentials, { address }) {
      const result = await users.checkPassword(db, credentials, address);
      if ('waitMillis' in result) return { fault: tooMany(result) };
      if ('refused' in result) return { fault: refused };
      const { user } = result;
      if (await users.needsPasskey(db, user))
        return { fault: (say) => say('The account demands two-factor authentication: sign in with your passkey.') };
      if (user.totp_since === null) return open(user, address);
      return { secondFactor: await users.insertUserToken(db, user, 'second-factor') };
    },

    async enterByCode({ secondFactor, code }, { address }) {
      const user = await users.findTokenUser(db, secondFactor, ['second-factor']);
      if (user === undefined)
        return { fault: (say) => say('Too much time has passed. Go back and enter the password again.') };
      const attempt = { step: 'code', name: nameOf(user), remoteAddress: address } as const;
      const heldBack = await users.takeAttempt(db, attempt);
      if (heldBack?.by === 'person')
        warnAboutCodes(user).catch((error: Error) => log(`A warning about codes was not sent: ${error.message}`));
      if (heldBack !== undefined) return { fault: tooMany(heldBack) };
      const entered = await inTransaction(db, async (transaction) => {
        if (!(await users.takeSecondFactor(transaction, user, code))) return false;
        return (await users.takeToken(transaction, secondFactor, ['second-factor'])) !== undefined;
      });
      if (!entered) return { fault: (say) => say('The code is wrong, or was used before.') };
      await users.giveBackAttempt(db, attempt);
      return open(user, address);
    },

    passkeyOptions: () => users.signInOptions(db, party()),

    async enterByPasskey(response, { address }) {
      const attempt = { step: 'passkey', name: users.credentialOf(response), remoteAddress: address } as const;
      const heldBack = await users.takeAttempt(db, attempt);
      if (heldBack !== undefined) return { fault: tooMany(heldBack) };
      const user = await users.checkPasskey(db, party(), response);
      if (user === undefined) return { fault: (say) => say('The passkey is not known, or its user may not sign in.') };
      await users.giveBackAttempt(db, attempt);
      return open(user, address);
    },

    ...(identityProvider && {
      singleSignOn: singleSignOn({
        db,
        log,
        publicUrl,
        provider: identityProvider,
        open: (user, address) => open(user, address, true),
      }),
    }),

    requestReset(email, { address }) {
      // Nobody waits for it: the answer comes as soon for unknown addresses.
      sendReset(email, address).catch((error: Error) => log(`A password could not be reset: ${error.message}`));
    },

    ...firstUsers(db),

    async findInvited(token) {
      const user = await users.findTokenUser(db, token, ['invitation', 'reset']);
      return user && { email: user.email, name: user.name, isInvitation: user.state === 'invited' };
    },

    async invitedPasskeyOptions(token) {
      const user = await users.findTokenUser(db, token, ['invitation']);
      return user && users.registrationOptions(db, user, party());
    },

    async acceptByPasskey(token, response) {
      const accepted = await users.acceptByPasskey(db, token, party(), response);
      if (accepted === undefined) return linkEnded;
      if ('refusal' in accepted) return describePasskey(accepted.refusal);
      await note(accepted.user, 'acceptByPasskey');
      return undefined;
    },

    async choosePassword(token, password) {
      const user = await users.findTokenUser(db, token, ['invitation', 'reset']);
      if (user === undefined) return linkEnded;
      const wrong = users.passwordFault(password, ownWords(user));
      if (wrong !== undefined) return describePassword(wrong);
      const chosen = await users.choosePassword(db, token, password);
      if (chosen === undefined) return linkEnded;
      await note(chosen, 'choosePassword');
      forgetKeys();
      return undefined;
    },

    async findSelf(token, visitor) {
      const session = readName(token);
      const found = session && (await users.findSessionUser(db, session));
      if (session === undefined || found === undefined) return undefined;
      const { user, lacksFactor } = found;
      const demandedBy = lacksFactor ? (await findAccount(db, user.account_id)).name : undefined;
      return { ...self(user, session, visitor), demandedBy };
    },
  };

  async function open(user: User, address: string, byProvider = false): Promise<SignedIn> {
    const { accountId, token } = await users.openUserSession(db, user, address, byProvider);
    await note(user, 'signIn', address);
    return { token: `${accountId}.${token}` };
  }

  /** Tells a user, once a day, that somebody who knows the password is guessing codes. */
  async function warnAboutCodes(user: User): Promise<void> {
    if (await users.takeAttempt(db, { step: 'warning about codes', name: nameOf(user) })) return;
    const account = await findAccount(db, user.account_id);
    await inTransaction(db, (transaction) => userMails.sendCodesWarning(transaction, account, user, publicUrl()));
    wakeWorker();
  }

  async function sendReset(email: string, address: string): Promise<void> {
    const folded = parseEmail(email.trim())?.folded;
    if (folded === undefined) return;
    if (await users.takeAttempt(db, { step: 'reset', name: folded, remoteAddress: address })) return;
    for (const user of await users.findUsersByEmail(db, folded)) {
      const account = await findAccount(db, user.account_id);
      await inTransaction(db, (transaction) => userMails.sendReset(transaction, account, user, publicUrl()));
    }
    wakeWorker();
  }

  function self(user: User, session: SessionName, { address }: Visitor): Omit<SelfService, 'demandedBy'> {
    return {
      person: `u${user.id}`,
      language: user.language,

      async changeLanguage(language) {
        await users.updateUser(db, user, { language });
        await note(user, 'changeLanguage', address);
      },

      async changeMails(outcome_mails) {
        await users.updateUser(db, user, { outcome_mails });
        await note(user, 'changeMails', address);
      },

      async sessions(): Promise<OwnSession[]> {
        const sessions = await users.listUserSessions(db, user.account_id, user.id, session);
        return sessions.map(({ expiresAt: _, ...each }) => each);
      },

      async endSession(id) {
        await users.endUserSessions(db, user.account_id, user.id, id);
        forgetKeys();
      },

      async changePassword(current, next) {
        const attempt = presentPassword(user, address);
        const heldBack = await users.takeAttempt(db, attempt);
        if (heldBack !== undefined) return tooMany(heldBack);
        const wrong = users.passwordFault(next, ownWords(user));
        if (wrong !== undefined) return describePassword(wrong);
        if (!(await users.changePassword(db, user, current, next)))
          return (say) => say('The current password is wrong.');
        await users.giveBackAttempt(db, attempt);
        await note(user, 'changePassword', address);
        forgetKeys();
        return undefined;
      },

      async factors() {
        const [recoveryCodes, passkeys] = await Promise.all([
          users.countRecoveryCodes(db, user),
          users.listPasskeys(db, user),
        ]);
        return { totp: user.totp_since !== null, recoveryCodes, passkeys };
      },

      async startTotp() {
        const secret = await users.startTotp(db, user);
        if (secret === undefined) return undefined;
        const { name } = await findAccount(db, user.account_id);
        const uri = users.totpUri(secret, name, user.email);
        return { secret: users.base32(secret), qr: renderSVG(uri, { border: 2 }) };
      },

      async confirmTotp(code, password) {
        const wrong = await passwordProblem(user, password, address);
        if (wrong !== undefined) return { fault: wrong };
        const codes = await users.confirmTotp(db, user, code);
        if (codes === undefined) return { fault: (say) => say('The code is wrong. Codes change every 30 seconds.') };
        await note(user, 'turnCodesOn', address);
        return { codes };
      },

      async removeTotp(password) {
        const wrong = await passwordProblem(user, password, address);
        if (wrong !== undefined) return wrong;
        if (!(await users.removeTotp(db, user)))
          return (say) =>
            say('The account demands two-factor authentication. Add a passkey before you turn codes off.');
        await note(user, 'turnCodesOff', address);
        return undefined;
      },

      passkeyOptions: () => users.registrationOptions(db, user, party()),

      async addPasskey(passkey, password) {
        const wrong = await passwordProblem(user, password, address);
        if (wrong !== undefined) return wrong;
        const refusal = await users.registerPasskey(db, user, party(), passkey);
        if (refusal !== undefined) return describePasskey(refusal);
        await note(user, 'addPasskey', address);
        return undefined;
      },

      async removePasskey(id) {
        if (!(await users.deletePasskey(db, user, id)))
          return (say) =>
            say(
              'The account demands two-factor authentication. Add another passkey or set up codes before you remove this one.',
            );
        forgetKeys();
        await note(user, 'removePasskey', address);
        return undefined;
      },
    };
  }

  /** Whoever finds an open browser, or steals a cookie, changes no credentials. */
  async function passwordProblem(user: User, password: string, address: string): Promise<Fault | undefined> {
    const attempt = presentPassword(user, address);
    const heldBack = await users.takeAttempt(db, attempt);
    if (heldBack !== undefined) return tooMany(heldBack);
    if (!(await users.hasPassword(db, user, password))) return (say) => say('The password is wrong.');
    await users.giveBackAttempt(db, attempt);
    return undefined;
  }
}

const nameOf = ({ account_id, id }: User) => `${account_id} ${id}`;

const presentPassword = (user: User, remoteAddress: string): users.SignInAttempt => ({
  step: 'present password',
  name: nameOf(user),
  remoteAddress,
});

const ownWords = ({ name, email }: User) => [name, ...name.split(/\s+/), email, email.split('@')[0]!];
