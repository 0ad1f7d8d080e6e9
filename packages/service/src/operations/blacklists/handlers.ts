import { conflict, forbidden, type Handlers, notFound } from '@mailwright/server';
import {
  addEntries,
  blacklistEntry,
  findBlacklist,
  insertBlacklist,
  listBlacklists,
  listEntries,
  removeEntry,
} from '../../people/index.ts';
import type { Context } from '../context.ts';
import { requireEntry } from './require-entry.ts';

/** Blacklists. */
export const blacklistHandlers = {
  async listBlacklists(_input, { db, accountId }) {
    const lists = await listBlacklists(db, accountId);
    return lists.map(({ id, name }) => ({ id, name }));
  },

  async getBlacklist({ blacklistId }, context) {
    const list = await requireBlacklist(context, blacklistId);
    return { id: list.id, name: list.name, entries: await listEntries(context.db, list) };
  },

  async createBlacklist({ name }, { db, accountId }) {
    const id = await insertBlacklist(db, accountId, name);
    if (id === undefined) throw conflict(`name "${name}" is used by another blacklist.`);
    return id;
  },

  async addBlacklistEntries({ blacklistId, body }, context) {
    const { db, accountId } = context;
    const list = await requireOwnBlacklist(context, blacklistId);
    await addEntries(db, accountId, list, body.entries.map(requireEntry), body.import_name);
  },

  async deleteBlacklistEntry({ blacklistId, entry: text }, context) {
    const { db, accountId } = context;
    const list = await requireOwnBlacklist(context, blacklistId);
    const entry = blacklistEntry.parseEntry(text);
    if (entry === undefined || !(await removeEntry(db, accountId, list, entry)))
      throw notFound(`Blacklist with id ${list.id} has no entry "${text}".`);
  },
} satisfies Partial<Handlers<Context>>;

async function requireBlacklist({ db, accountId }: Context, id: number) {
  const list = await findBlacklist(db, accountId, id);
  if (list === undefined) throw notFound('Blacklist', id);
  return list;
}

/** As `requireBlacklist`; 403 for a global one, which its operator alone changes. */
async function requireOwnBlacklist(context: Context, id: number) {
  const list = await requireBlacklist(context, id);
  if (list.global) throw forbidden(`Blacklist with id ${id} is global and cannot be changed.`);
  return list;
}
