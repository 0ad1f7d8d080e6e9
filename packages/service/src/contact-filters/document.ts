import type { ContactFilter as Document, FilterGroup } from '@mailwright/server';
import { formatSqlDateTime } from '../time/format.ts';
import type { Group } from './rules.ts';
import { filterState, type Moment } from './state.ts';
import type { ContactFilter } from './store.ts';

/** A filter as lists show it, without its rules. */
export function filterSummary(filter: ContactFilter, moment: Moment): Document {
  return {
    id: filter.id,
    name: filter.name,
    author: filter.author,
    state: filterState(filter, moment),
    created: formatSqlDateTime(filter.created_at),
    updated: formatSqlDateTime(filter.updated_at),
    count_contacts: filter.count_contacts,
    count_rules: filter.count_rules,
  };
}

/** A filter with its rules. */
export function filterDocument(filter: ContactFilter, moment: Moment): Document {
  return { ...filterSummary(filter, moment), ...groupDocument(filter.rules) };
}

/** What is not there and what is meant when nothing is said is left out, so that a flat list of rules stays one. */
function groupDocument({ match, rules, groups }: Group): FilterGroup {
  return {
    ...(match === 'all' ? {} : { match }),
    ...(rules.length > 0 ? { rules } : {}),
    ...(groups.length > 0 ? { groups: groups.map(groupDocument) } : {}),
  };
}
