import { badRequest, type Handlers } from '@mailwright/server';
import { changeSettings } from '../../mailings/index.ts';
import { violates } from '../../platform/database/violations.ts';
import type { Context } from '../context.ts';
import { requireMailingOfType } from '../mailings/require.ts';

/** Settings of double-opt-in mailings. */
export const doubleOptInHandlers = {
  async getMailingDoiKey({ mailingid }, context) {
    return (await requireMailingOfType(context, mailingid, 'doi')).doi_key;
  },

  async setMailingDoiKey({ mailingid, body }, context) {
    const mailing = await requireMailingOfType(context, mailingid, 'doi');
    try {
      await changeSettings(context.db, mailing, { doi_key: body });
    } catch (error) {
      throw violates(error, 'mailing_by_doi_key')
        ? badRequest(`doi_key "${body}" is used by another mailing; it must be unique in the account.`)
        : error;
    }
  },
} satisfies Partial<Handlers<Context>>;
