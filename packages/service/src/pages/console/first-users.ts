import type { Entrance } from '@mailwright/console';
import { nameFault, noteAct, users } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { parseEmail } from '../../platform/text/email.ts';
import { linkEnded, tooMany } from './faults.ts';

/** Makes the first administrator of an account by the link that the service has printed. */
export function firstUsers(db: Db): Pick<Entrance, 'findFirst' | 'createFirst'> {
  return {
    async findFirst(token) {
      const account = await users.findFirstUserAccount(db, token);
      return account && { account: account.name, timeZone: account.time_zone };
    },

    async createFirst(token, { email: address, name, accountName, timeZone, language }, { address: remoteAddress }) {
      const heldBack = await users.takeAttempt(db, { step: 'first user', name: '', remoteAddress });
      if (heldBack !== undefined) return { fault: tooMany(heldBack) };
      const email = parseEmail(address.trim());
      if (email === undefined)
        return { fault: (say) => say('This is no email address. Enter one such as ada@example.org.') };
      if (name.trim() === '' || name.length > longestName || nameFault(accountName) !== undefined)
        return { fault: (say) => say('Enter your name, and a name of the account of at most 100 characters.') };
      const first = { email, name: name.trim(), language, accountName: accountName.trim(), timeZone };
      const made = await users.createFirstUser(db, token, first).catch((error: unknown) => {
        if (error instanceof users.UnknownTimeZone) return 'unknown time zone' as const;
        throw error;
      });
      if (made === 'unknown time zone')
        return { fault: (say) => say('There is no such time zone. Choose one of the list.') };
      if (made === undefined) return { fault: linkEnded };
      await noteAct(db, {
        accountId: made.account.id,
        action: 'createFirstUser',
        key: { id: null, userId: made.userId, remoteAddress },
      });
      return { token: made.invitation };
    },
  };
}

const longestName = 200;
