import { conflict, type Handlers, notFound } from '@mailwright/server';
import { filterCondition, findContactFilter } from '../contact-filters/store.ts';
import { countContacts } from '../contacts/store.ts';
import type { Context } from '../http/context.ts';
import { formatSqlDateTime } from '../time/format.ts';
import { requireTargetGroup } from './require.ts';
import { insertTargetGroup } from './store.ts';

/** Target groups (service description 4.5). */
export const targetGroupHandlers = {
  async createTargetGroup({ body }, { db, accountId, creator }) {
    const filter = await findContactFilter(db, accountId, body.contact_filter_id);
    if (filter === undefined) throw notFound('Contact filter', body.contact_filter_id);
    const counts = await countContacts(db, accountId, filterCondition(filter));
    const { name, type, contact_filter_id } = body;
    const id = await insertTargetGroup(db, accountId, {
      name,
      type,
      contact_filter_id,
      author: creator,
      count_contacts: counts.all,
      count_active_contacts: counts.active,
    });
    if (id === undefined) throw conflict(`name "${name}" is used by another target group.`);
    return id;
  },

  async getTargetGroup({ groupId }, context) {
    const group = await requireTargetGroup(context, groupId);
    const filter = await findContactFilter(context.db, context.accountId, group.contact_filter_id);
    return {
      id: group.id,
      name: group.name,
      author: group.author,
      state: group.state,
      type: group.type,
      ...(filter ? { contact_filter_name: filter.name } : {}),
      contact_filter_id: group.contact_filter_id,
      ...(group.evaluated_at ? { evaluated: formatSqlDateTime(group.evaluated_at) } : {}),
      created: formatSqlDateTime(group.created_at),
      updated: formatSqlDateTime(group.updated_at),
      count_active_contacts: group.count_active_contacts,
      count_contacts: group.count_contacts,
    };
  },
} satisfies Partial<Handlers<Context>>;
