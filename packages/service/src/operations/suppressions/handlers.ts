import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import {
  addEntries,
  blacklistEntry,
  countSuppressions,
  findOrInsertBlacklist,
  listSuppressions,
  requireEmail,
  type Suppression,
  suppressionList,
  unsuppress,
} from '../../people/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { requireEntry } from '../blacklists/require-entry.ts';
import type { Context } from '../context.ts';

/** The suppression list of the account. */
export const suppressionHandlers = {
  async listSuppressions(input, { db, accountId }) {
    const { page_size, page_index } = input;
    const filter = filterOf(input);
    const page = { limit: page_size, offset: (page_index - 1) * page_size };
    const rows = await listSuppressions(db, accountId, filter, page);
    const count = async () => sum(await countSuppressions(db, accountId, filter));
    return { items: rows.map(suppressionDocument), total: await totalOf(rows, input, count) };
  },

  async countSuppressions(input, { db, accountId }) {
    return sum(await countSuppressions(db, accountId, filterOf(input)));
  },

  async addSuppressions({ body }, { db, accountId }) {
    const entries = body.entries.map(requireEntry);
    const list = await findOrInsertBlacklist(db, accountId, body.blacklist ?? suppressionList);
    if (list.global) throw badRequest(`blacklist "${list.name}" is global and cannot be changed`);
    await addEntries(db, accountId, list, entries, body.import_name);
  },

  async removeSuppression({ entry: text }, { db, accountId }) {
    const entry = blacklistEntry.parseEntry(text);
    if (entry !== undefined && (await unsuppress(db, accountId, entry)) > 0) return;
    const email = entry && blacklistEntry.addressOf(entry);
    const rest = email ? await listSuppressions(db, accountId, { reasons: [], email }, { limit: 1 }) : [];
    if (rest[0] === undefined) throw notFound(`The account has no suppression of "${text}".`);
    throw conflict(describeRemaining(text, rest[0]));
  },
} satisfies Partial<Handlers<Context>>;

function filterOf({ reason, email }: { reason: Suppression['reason'][]; email?: string }) {
  return { reasons: reason, ...(email !== undefined && { email: requireEmail(email).folded }) };
}

function suppressionDocument({ entry, reason, since, until, contact_id, blacklist_id, explanation }: Suppression) {
  return {
    entry,
    reason,
    since: formatSqlDateTime(since),
    ...(until !== null && { until: formatSqlDateTime(until) }),
    ...(contact_id !== null && { contact_id }),
    ...(blacklist_id !== null && { blacklist_id }),
    ...(explanation !== null && { explanation }),
  };
}

/** Describes why a suppression that applies to an address cannot be removed. */
function describeRemaining(address: string, { entry, reason, explanation }: Suppression): string {
  if (reason !== 'blacklist') return `${address} has unsubscribed; only the contact can subscribe again.`;
  return `${address} is suppressed by the entry "${entry}" of the blacklist ${explanation}.`;
}

const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);
