import { badRequest, type Handlers } from '@mailwright/server';
import {
  findContent,
  findMailingIdByName,
  insertMailing,
  isSealed,
  listMailings,
  missingParts,
  renameMailing,
} from '../../mailings/index.ts';
import { matchesFolded } from '../../platform/text/match.ts';
import type { Context } from '../context.ts';
import { moveByUser, sendByUser } from './move.ts';
import { requireMailing } from './require.ts';
import { readsContent, readsSetting, writesContent, writesSetting } from './settings.ts';

/** Locale of mailings that have none of their own. */
const defaultLocale = 'en';

/** Mailings, general (service description 4.3 to 4.5). */
export const mailingHandlers = {
  async createMailing(input, { db, accountId, creator }) {
    const id = await insertMailing(db, accountId, { ...input, creator });
    if (id === undefined) throw nameTaken(input.name);
    return id;
  },

  getMailingName: readsSetting((mailing) => mailing.name),

  async setMailingName(input, context) {
    const mailing = await requireMailing(context, input.mailingid);
    const holder = await findMailingIdByName(context.db, context.accountId, input.body);
    if (holder !== undefined && holder !== mailing.id) throw nameTaken(input.body);
    await renameMailing(context.db, mailing, input.body);
  },

  getMailingState: readsSetting((mailing) => mailing.state),
  getMailingSealed: readsSetting((mailing) => isSealed(mailing.state)),

  getMailingSubject: readsContent(({ subject }) => subject),
  setMailingSubject: writesContent((subject: string) => ({ subject })),

  getMailingSender: readsContent(({ sender }) => sender),
  setMailingSender: writesContent((sender: string | null) => ({ sender })),

  getMailingLocale: readsSetting((mailing) => mailing.locale ?? defaultLocale),
  setMailingLocale: writesSetting((locale: string) => ({ locale })),

  getMailingHtml: readsContent(({ html }) => html ?? ''),
  setMailingHtml: writesContent((html: string) => ({ html })),

  async listMailingsByStates(input, { db, accountId }) {
    return listMailings(db, accountId, input, (mailing) =>
      input.states.length === 0 ? mailing.val(true) : mailing('state', 'in', input.states),
    );
  },

  async listMailingsByCreatorName(input, { db, accountId }) {
    const { creatorName, creatorNameOp = 'contains' } = input;
    return listMailings(db, accountId, input, (mailing) =>
      creatorName === undefined ? mailing.val(true) : matchesFolded('creator_folded', creatorNameOp, creatorName),
    );
  },

  async sendMailingNow(input, context) {
    const mailing = await requireMailing(context, input.mailingid);
    if (mailing.type === 'trigger') {
      throw badRequest(`Mailing with id ${mailing.id} is a trigger mailing; it is started by its dispatching.`);
    }
    const missing = missingParts(mailing, await findContent(context.db, mailing));
    if (missing.length > 0)
      throw badRequest(`Mailing with id ${mailing.id} is not ready to be sent; missing: ${missing.join(', ')}.`);
    if (mailing.type === 'regular') return sendByUser(context, mailing);
    await moveByUser(context, mailing, 'release', 'released');
  },
} satisfies Partial<Handlers<Context>>;

function nameTaken(name: string) {
  return badRequest(`name "${name}" is used by another mailing; a mailing's name is unique in the account.`);
}
