import { badRequest, type Handlers, notFound } from '@mailwright/server';
import {
  copyMailing,
  findMailingIdByName,
  insertMailing,
  isSealed,
  lastTransitions,
  renameMailing,
} from '../../mailings/index.ts';
import type { Context } from '../context.ts';
import { readsSetting } from './accessors.ts';
import { releaseByUser, sendByUser } from './move.ts';
import { nameTaken } from './name-taken.ts';
import { requireMailing } from './require.ts';

const maxReason = 4000;

/** Mailings as a whole: made, copied, named, found, sent. */
export const mailingHandlers = {
  async createMailing(input, { db, accountId, creator }) {
    const id = await insertMailing(db, accountId, { ...input, creator });
    if (id === undefined) throw nameTaken(input.name);
    return id;
  },

  async copyMailing({ mailingid }, context) {
    return copyMailing(context.db, await requireMailing(context, mailingid), context.creator);
  },

  async getMailingIdByName({ mailingName }, { db, accountId }) {
    const id = await findMailingIdByName(db, accountId, mailingName);
    if (id === undefined) throw notFound(`Mailing with name "${mailingName}" not found.`);
    return id;
  },

  getMailingName: readsSetting((mailing) => mailing.name),

  async setMailingName(input, context) {
    const mailing = await requireMailing(context, input.mailingid);
    const holder = await findMailingIdByName(context.db, context.accountId, input.body);
    if (holder !== undefined && holder !== mailing.id) throw nameTaken(input.body);
    await renameMailing(context.db, mailing, input.body);
  },

  getMailingType: readsSetting((mailing) => mailing.type),
  getMailingState: readsSetting((mailing) => mailing.state),

  async getMailingFailure(input, context) {
    const mailing = await requireMailing(context, input.mailingid);
    if (mailing.state !== 'failed') return {};
    const [last] = await lastTransitions(context.db, mailing, 1);
    return last?.reason == null ? {} : { reason: last.reason.replaceAll(/\p{Cc}/gu, ' ').slice(0, maxReason) };
  },

  getMailingSealed: readsSetting((mailing) => isSealed(mailing.state)),

  async sendMailingNow(input, context) {
    const mailing = await requireMailing(context, input.mailingid);
    if (mailing.type === 'trigger') {
      throw badRequest(`Mailing with id ${mailing.id} is a trigger mailing; activate its dispatching instead.`);
    }
    if (mailing.type === 'regular') return sendByUser(context, mailing);
    await releaseByUser(context, mailing);
  },
} satisfies Partial<Handlers<Context>>;
