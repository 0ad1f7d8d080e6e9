import type { ContactFilter as Document, FilterGroup, FilterRule } from '@mailwright/server';
import type { CustomFields } from '../../people/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { type Group, isActivityRule, type Rule } from './rules.ts';
import { type FilterClock, filterState } from './state.ts';
import type { ContactFilter } from './store.ts';

/** A filter as lists show it, without its rules. */
export function filterSummary(filter: ContactFilter, moment: FilterClock): Document {
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
export function filterDocument(filter: ContactFilter, moment: FilterClock, customFields: CustomFields): Document {
  const names = new Map(Array.from(customFields, ([name, { id }]) => [String(id), name]));
  return { ...filterSummary(filter, moment), ...groupDocument(filter.rules, names) };
}

/** Omits empty lists and default values, so that a flat list of rules remains one. */
function groupDocument({ match, rules, groups }: Group, names: ReadonlyMap<string, string>): FilterGroup {
  return {
    ...(match === 'all' ? {} : { match }),
    ...(rules.length > 0 ? { rules: rules.map((rule) => ruleDocument(rule, names)) } : {}),
    ...(groups.length > 0 ? { groups: groups.map((group) => groupDocument(group, names)) } : {}),
  };
}

function ruleDocument(rule: Rule, names: ReadonlyMap<string, string>): FilterRule {
  return !isActivityRule(rule) && rule.is_customfield ? { ...rule, field: names.get(rule.field)! } : rule;
}
