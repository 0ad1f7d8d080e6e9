import { badRequest, conflict, forbidden, type Handlers, notFound } from '@mailwright/server';
import {
  type Blacklist,
  blacklisted,
  blockContacts,
  deleteEntry,
  findBlacklist,
  insertBlacklist,
  insertEntries,
  listBlacklists,
  listEntries,
  lockBlacklists,
  matchesEntries,
  parseEntry,
  unblockContacts,
} from '../../people/index.ts';
import type { Context } from '../context.ts';

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
    const entries = [...new Set(body.entries.map(requireEntry))];
    await lockBlacklists(db, accountId);
    await insertEntries(db, list, entries, body.import_name);
    await blockContacts(db, accountId, matchesEntries(entries), 'blacklist');
  },

  async deleteBlacklistEntry({ blacklistId, entry: text }, context) {
    const { db, accountId } = context;
    const list = await requireOwnBlacklist(context, blacklistId);
    const entry = parseEntry(text);
    await lockBlacklists(db, accountId);
    if (entry === undefined || !(await deleteEntry(db, list, entry))) {
      throw notFound(`Blacklist with id ${list.id} has no entry "${text}".`);
    }
    const freed = matchesEntries([entry]);
    await unblockContacts(
      db,
      accountId,
      (contact) => contact.and([freed(contact), contact.not(blacklisted(accountId)(contact))]),
      'blacklist',
    );
  },
} satisfies Partial<Handlers<Context>>;

async function requireBlacklist({ db, accountId }: Context, id: number): Promise<Blacklist> {
  const list = await findBlacklist(db, accountId, id);
  if (list === undefined) throw notFound('Blacklist', id);
  return list;
}

/** As `requireBlacklist`; 403 for a global one, which its operator alone changes. */
async function requireOwnBlacklist(context: Context, id: number): Promise<Blacklist> {
  const list = await requireBlacklist(context, id);
  if (list.global) throw forbidden(`Blacklist with id ${id} is global and cannot be changed.`);
  return list;
}

function requireEntry(text: string, index: number): string {
  const entry = parseEntry(text);
  if (entry !== undefined) return entry;
  throw badRequest(
    `entries/entry[${index + 1}] must be an address, *@domain or local@* that an address can match but was "${text}"`,
  );
}
