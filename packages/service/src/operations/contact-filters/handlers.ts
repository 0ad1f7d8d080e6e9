import { ApiError, conflict, type Handlers, notFound } from '@mailwright/server';
import {
  changeContactFilter,
  countContactFilters,
  deleteContactFilter,
  filterCondition,
  filterDocument,
  filterSummary,
  insertContactFilter,
  isFresh,
  isRefreshQueued,
  listContactFilters,
  queueRefresh,
  readFilterClock,
  readGroup,
  refreshMembers,
  replaceRules,
} from '../../audiences/index.ts';
import { contactPieces, customFields } from '../../people/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { FairSemaphore } from '../../platform/turns/fair-semaphore.ts';
import type { Context } from '../context.ts';
import { requireUnusedByPrograms } from '../unused-by-programs.ts';
import { isLocked, refuseLocked, requireChangeableFilter, requireContactFilter } from './require.ts';
import { requireRuleMailings } from './rule-mailings.ts';

/** A refresh that a client waits for keeps a database connection busy. */
const refreshTurns = new FairSemaphore({ all: 5, perAccount: 3 });

/** Contact filters. */
export const contactFilterHandlers = {
  async createContactFilter({ body }, context) {
    const { db, accountId, creator, wakeWorker } = context;
    await requireRuleMailings(body, context);
    const rules = readGroup(body, await customFields(db, accountId));
    const id = await insertContactFilter(db, accountId, { name: body.name, author: creator, rules });
    wakeWorker();
    return id;
  },

  async countContactFilters(_input, { db, accountId }) {
    return countContactFilters(db, accountId);
  },

  async listContactFilters(input, { db, accountId }) {
    const moment = await readFilterClock(db, accountId);
    const filters = await listContactFilters(db, accountId, input);
    return {
      items: filters.map((filter) => filterSummary(filter, moment)),
      total: await totalOf(filters, input, () => countContactFilters(db, accountId)),
    };
  },

  async getContactFilter({ contactFilterId }, context) {
    const { db, accountId } = context;
    const moment = await readFilterClock(db, accountId);
    const filter = await requireContactFilter(context, contactFilterId);
    return filterDocument(filter, moment, await customFields(db, accountId));
  },

  async updateContactFilter({ contactFilterId, body }, context) {
    const filter = await requireChangeableFilter(context, contactFilterId);
    await changeContactFilter(context.db, filter, { name: body.name });
  },

  async updateContactFilterRules({ contactFilterId, body }, context) {
    const filter = await requireChangeableFilter(context, contactFilterId);
    await requireRuleMailings(body, context);
    const rules = readGroup(body, await customFields(context.db, context.accountId));
    await replaceRules(context.db, filter, { name: body.name, rules });
    context.wakeWorker();
  },

  async countMatchingContacts({ body }, context) {
    const { db, accountId } = context;
    await requireRuleMailings(body, context);
    const rules = readGroup(body, await customFields(db, accountId));
    const { all, active } = await contactPieces.countInPieces(
      db,
      accountId,
      filterCondition({ account_id: accountId, rules }),
    );
    return { count_contacts: all, count_active_contacts: active };
  },

  async deleteContactFilter({ contactFilterId }, context) {
    const filter = await requireChangeableFilter(context, contactFilterId);
    const thing = { contactFilter: contactFilterId };
    await requireUnusedByPrograms(context, thing, `Contact filter with id ${contactFilterId}`);
    if (await deleteContactFilter(context.db, filter)) return;
    throw conflict(`Contact filter with id ${contactFilterId} is used by a target group or a trigger mailing.`);
  },

  async getContactFilterLock({ contactFilterId }, context) {
    return isLocked(context, await requireContactFilter(context, contactFilterId));
  },

  async setContactFilterLock({ contactFilterId, lock }, context) {
    const filter = await requireChangeableFilter(context, contactFilterId);
    await changeContactFilter(context.db, filter, { locked_by: lock ? context.keyId : null });
  },

  async refreshContactFilter({ contactFilterId, time, async: inBackground }, context) {
    const filter = await requireContactFilter(context, contactFilterId);
    await refuseLocked(context, filter);
    if (await isRefreshQueued(context.db, filter)) throw alreadyRunning(filter.id);
    if (await isFresh(context.db, filter, time === -1 ? undefined : new Date(time))) return;
    if (!inBackground) {
      const refreshed = await refreshTurns.run(context.accountId, () => refreshMembers(context.db, filter));
      if (!refreshed) throw notFound('Contact filter', filter.id);
    } else if (await queueRefresh(context.db, filter)) {
      context.wakeWorker();
    } else {
      throw alreadyRunning(filter.id);
    }
  },
} satisfies Partial<Handlers<Context>>;

function alreadyRunning(id: number) {
  return new ApiError(429, `Contact filter with id ${id} is already being refreshed.`);
}
