import type { TargetGroup as Document } from '@mailwright/server';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { type FilterClock, filterState } from '../filters/state.ts';
import type { ContactFilter } from '../filters/store.ts';
import type { TargetGroup } from './store.ts';

/** A target group as documents show it: it has the contacts that its filter had at the last refresh. */
export function targetGroupDocument(group: TargetGroup, filter: ContactFilter, moment: FilterClock): Document {
  return {
    id: group.id,
    name: group.name,
    author: group.author,
    state: filterState(filter, moment),
    type: group.type,
    contact_filter_name: filter.name,
    contact_filter_id: filter.id,
    ...(filter.evaluated_at ? { evaluated: formatSqlDateTime(filter.evaluated_at) } : {}),
    created: formatSqlDateTime(group.created_at),
    updated: formatSqlDateTime(group.updated_at),
    count_active_contacts: filter.count_active_contacts,
    count_contacts: filter.count_contacts,
  };
}
