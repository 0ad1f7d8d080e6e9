import { conflict, type Handlers, notFound } from '@mailwright/server';
import {
  addToMailing,
  countMailingBlacklists,
  deleteMailingBlacklist,
  type ExpressionFault,
  findMailingBlacklist,
  hasList,
  insertExpressions,
  insertMailingBlacklist,
  listExpressions,
  listMailingBlacklists,
  listOfMailing,
  type MailingBlacklist,
  parseExpression,
  removeFromMailing,
  renameMailingBlacklist,
} from '../../mailing-blacklists/index.ts';
import { changeSettings, isFinished, lockMailings } from '../../mailings/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';

/** Mailing blacklists, and which of them a mailing has. */
export const mailingBlacklistHandlers = {
  async listMailingBlacklists(input, { db, accountId }) {
    const lists = await listMailingBlacklists(db, accountId, input);
    const total = await totalOf(lists, input, () => countMailingBlacklists(db, accountId));
    return { items: lists.map(document), total };
  },

  async getMailingBlacklist({ id }, context) {
    return document(await requireMailingBlacklist(context, id));
  },

  async createMailingBlacklist({ name }, { db, accountId, creator }) {
    const id = await insertMailingBlacklist(db, accountId, { name, created_user: creator });
    if (id === undefined) throw nameTaken(name);
    return id;
  },

  async updateMailingBlacklist({ id, name }, context) {
    const list = await requireMailingBlacklist(context, id);
    if (!(await renameMailingBlacklist(context.db, list, name))) throw nameTaken(name);
  },

  async deleteMailingBlacklist({ id }, context) {
    const list = await requireMailingBlacklist(context, id);
    const mailings = await lockMailings(context.db, context.accountId, hasList(list));
    const mailing = mailings.find(({ state }) => !isFinished(state));
    if (mailing) {
      throw conflict(`Mailing blacklist with id ${id} is used by mailing ${mailing.id}, which is ${mailing.state}.`);
    }
    await deleteMailingBlacklist(context.db, list);
  },

  async addMailingBlacklistExpressions({ id, body }, context) {
    const list = await requireMailingBlacklist(context, id);
    const taken = new Set<string>();
    const filtered: { expression: string; reason: ExpressionFault }[] = [];
    for (const text of body.expressions) {
      const read = parseExpression(text);
      if ('reason' in read) filtered.push({ expression: text, reason: read.reason });
      else taken.add(read.expression);
    }
    await insertExpressions(context.db, list, [...taken]);
    return filtered;
  },

  async getMailingBlacklistExpressions({ id }, context) {
    const list = await requireMailingBlacklist(context, id);
    return { expressions: await listExpressions(context.db, list) };
  },

  async getMailingBlacklistsOfMailing({ mailingid }, context) {
    const lists = await listOfMailing(context.db, await requireMailing(context, mailingid));
    return lists.map(document);
  },

  async addMailingBlacklistToMailing({ mailingid, blacklistid }, context) {
    const mailing = await requireMailing(context, mailingid);
    await addToMailing(context.db, mailing, await requireMailingBlacklist(context, blacklistid));
    await changeSettings(context.db, mailing, {});
  },

  async removeMailingBlacklistFromMailing({ mailingid, blacklistid }, context) {
    const mailing = await requireMailing(context, mailingid);
    const list = await requireMailingBlacklist(context, blacklistid);
    if (!(await removeFromMailing(context.db, mailing, list))) {
      throw notFound(`Mailing with id ${mailingid} does not have the mailing blacklist with id ${blacklistid}.`);
    }
    await changeSettings(context.db, mailing, {});
  },
} satisfies Partial<Handlers<Context>>;

async function requireMailingBlacklist({ db, accountId }: Context, id: number): Promise<MailingBlacklist> {
  const list = await findMailingBlacklist(db, accountId, id);
  if (list === undefined) throw notFound('Mailing blacklist', id);
  return list;
}

function document({ id, name, created_at, created_user }: MailingBlacklist) {
  return { id, name, created_time: created_at.getTime(), created_user };
}

function nameTaken(name: string) {
  return conflict(`name "${name}" is used by another mailing blacklist.`);
}
