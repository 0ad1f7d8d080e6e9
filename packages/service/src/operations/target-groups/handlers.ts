import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import {
  contactFilters,
  countTargetGroups,
  deleteTargetGroup,
  filterCondition,
  findContactFilter,
  insertTargetGroup,
  isForTests,
  listTargetGroups,
  maxTestContacts,
  readFilterClock,
  renameTargetGroup,
  targetGroupDocument,
} from '../../audiences/index.ts';
import { isUnderWay, lockMailings } from '../../mailings/index.ts';
import { hasMoreContacts } from '../../people/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import type { Context } from '../context.ts';
import { usesOfTargetGroup } from '../uses.ts';
import { requireTargetGroup } from './require.ts';

/** Target groups. */
export const targetGroupHandlers = {
  async createTargetGroup({ body: { name, type, contact_filter_id } }, context) {
    const { db, accountId, creator, maySend } = context;
    const filter = await findContactFilter(db, accountId, contact_filter_id);
    if (filter === undefined) throw notFound('Contact filter', contact_filter_id);
    if (isForTests({ type }) && (await hasMoreContacts(db, accountId, filterCondition(filter), maxTestContacts))) {
      throw badRequest(
        `A target group of type ${type} has at most ${maxTestContacts} contacts, but contact filter ${filter.id} has more.`,
      );
    }
    const group = { name, type, contact_filter_id, author: creator, made_by_sender: maySend };
    const id = await insertTargetGroup(db, accountId, group);
    if (id === undefined) throw conflict(`name "${name}" is used by another target group.`);
    return id;
  },

  async countTargetGroups(_input, { db, accountId }) {
    return countTargetGroups(db, accountId);
  },

  async listTargetGroups(input, { db, accountId }) {
    const moment = await readFilterClock(db, accountId);
    const groups = await listTargetGroups(db, accountId, input);
    const filterIds = groups.map(({ contact_filter_id }) => contact_filter_id);
    const filters = await contactFilters(db, accountId, filterIds);
    return {
      items: groups.flatMap((group) => {
        const filter = filters.get(group.contact_filter_id);
        return filter ? [targetGroupDocument(group, filter, moment)] : []; // deleted with its group meanwhile
      }),
      total: await totalOf(groups, input, () => countTargetGroups(db, accountId)),
    };
  },

  async getTargetGroup({ groupId }, context) {
    const { db, accountId } = context;
    const moment = await readFilterClock(db, accountId);
    const group = await requireTargetGroup(context, groupId);
    const filter = await findContactFilter(db, accountId, group.contact_filter_id);
    if (filter === undefined) throw notFound('Target group', groupId);
    return targetGroupDocument(group, filter, moment);
  },

  async renameTargetGroup({ groupId, name }, context) {
    const group = await requireTargetGroup(context, groupId);
    if (!(await renameTargetGroup(context.db, group, name)))
      throw conflict(`name "${name}" is used by another target group.`);
  },

  async listTargetGroupUses({ groupId }, context) {
    return usesOfTargetGroup(context, await requireTargetGroup(context, groupId));
  },

  async deleteTargetGroup({ groupId }, context) {
    const group = await requireTargetGroup(context, groupId);
    const mailings = await lockMailings(context.db, context.accountId, (mailing) =>
      mailing('target_group_id', '=', groupId),
    );
    const mailing = mailings.find(({ state }) => isUnderWay(state));
    if (mailing) {
      throw conflict(`Target group with id ${groupId} is used by mailing ${mailing.id}, which is ${mailing.state}.`);
    }
    await deleteTargetGroup(context.db, group);
  },
} satisfies Partial<Handlers<Context>>;
