import type { AccountChoice, Fault, SignedIn, SingleSignOn } from '@mailwright/console';
import { findAccount, users } from '../../account/index.ts';
import { readPresent } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { Log } from '../../platform/log/log.ts';
import { newHandshake, readHandshake } from '../../platform/network/openid-handshake.ts';
import type { IdentityProvider } from '../../platform/network/openid-provider.ts';

interface Options {
  db: Db;
  log: Log;
  publicUrl(): string;
  provider: IdentityProvider;
  open(user: users.User, address: string): Promise<SignedIn>;
}

/** Lets people sign in at an OpenID Connect provider. Nobody becomes a user by that: only users who exist are linked. */
export function singleSignOn({ db, log, publicUrl, provider, open }: Options): SingleSignOn {
  const redirectUri = () => `${publicUrl()}/console/single-sign-on/answer`;
  const note = (what: string, error: unknown) => log(`Single sign-on: ${what}: ${describe(error)}`);
  const again: Fault = (say) => say('Signing in did not work, or has taken too long. Please try again.');
  return {
    provider: provider.name,

    async begin() {
      const handshake = newHandshake((await readPresent(db)).getTime());
      try {
        return { url: await provider.authorizationUrl(handshake, redirectUri()), handshake: handshake.secret };
      } catch (error) {
        note('the provider cannot be asked', error);
        return {
          fault: (say) =>
            say('{provider} does not answer. Please try again in a moment, or sign in in another way.', {
              provider: provider.name,
            }),
        };
      }
    },

    async enter(secret, answer, { address }) {
      const handshake = readHandshake(secret, (await readPresent(db)).getTime());
      if (handshake === undefined || !(await users.spendOnce(db, secret, 'single-sign-on'))) return { fault: again };
      try {
        const identity = await provider.identify(handshake, redirectUri(), answer);
        const found = await users.findIdentityUsers(db, identity);
        const [user, ...others] = found;
        if (user?.state === 'active' && others.length === 0) return await enterAs(user, address);
        if (user !== undefined) return { choices: await Promise.all(found.map(toChoice)) };
      } catch (error) {
        note('an answer was refused', error);
        return { fault: again };
      }
      return {
        fault: (say) =>
          say('You have signed in at {provider}, but nobody has invited you with an address that is verified there.', {
            provider: provider.name,
          }),
      };
    },

    async choose(token, { address }) {
      const user = await users.chooseAccountUser(db, token);
      return user === undefined ? { fault: again } : enterAs(user, address);
    },
  };

  async function enterAs(user: users.User, address: string): Promise<SignedIn> {
    await users.noteIdentityUse(db, user);
    return open(user, address);
  }

  async function toChoice(user: users.User): Promise<AccountChoice> {
    const { name: account } = await findAccount(db, user.account_id);
    const token = await users.insertUserToken(db, user, 'account-choice');
    return { token, account, isInvitation: user.state === 'invited' };
  }
}

/** Says what is wrong, without what a provider says about a person. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, error: kind } = error as { code?: unknown; error?: unknown };
  return [error.message, code, kind].filter((part) => typeof part === 'string').join(', ');
}
