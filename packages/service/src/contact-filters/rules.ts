import type { FilterOperator } from '@mailwright/server';
import type { CustomFieldType } from '../contacts/custom-fields.ts';

/** Operators on what a contact did; there are no events to ask yet. */
export const activityOperators = [
  'RECEIVED',
  'OPENED',
  'CLICKED',
  'NOT_RECEIVED',
  'NOT_OPENED',
  'NOT_CLICKED',
] as const satisfies FilterOperator[];

/** Operators on fields. */
export type FieldOperator = Exclude<FilterOperator, (typeof activityOperators)[number]>;

/** One checked condition: values are in their normal form, and there are as many as the operator takes. */
export interface Rule {
  /** Name of the field; the id of a custom one, so that it may be renamed. */
  field: string;
  is_customfield: boolean;
  operator: FieldOperator;
  type: CustomFieldType;
  value?: string;
  values?: string[];
}

/** Rules and groups of rules that must all hold, at least one of them, or none. */
export interface Group {
  match: 'all' | 'any' | 'none';
  rules: Rule[];
  groups: Group[];
}

/** Rules that must all hold; no rules hold for every contact. */
export function allOf(...rules: Rule[]): Group {
  return { match: 'all', rules, groups: [] };
}

/** All rules of a group, those of its groups included. */
export function everyRule({ rules, groups }: Group): Rule[] {
  return [...rules, ...groups.flatMap(everyRule)];
}

/** Whether the contacts change with the day, though nobody changes them. */
export function dependsOnToday(group: Group): boolean {
  return everyRule(group).some(({ operator }) => operator === 'WITHIN_DAYS' || operator === 'ANNIVERSARY');
}
