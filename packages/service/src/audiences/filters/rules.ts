import type { FilterOperator } from '@mailwright/server';
import type { CustomFieldType } from '../../people/index.ts';

/** Operators on what a contact did. */
export const activityOperators = [
  'RECEIVED',
  'OPENED',
  'CLICKED',
  'NOT_RECEIVED',
  'NOT_OPENED',
  'NOT_CLICKED',
] as const satisfies FilterOperator[];

export type ActivityOperator = (typeof activityOperators)[number];

/** Operators on fields. */
export type FieldOperator = Exclude<FilterOperator, ActivityOperator>;

/** One checked condition on a field: values are in their normal form, and there are as many as the operator takes. */
export interface FieldRule {
  /** Name of the field; the id of a custom one, so that it may be renamed. */
  field: string;
  is_customfield: boolean;
  operator: FieldOperator;
  type: CustomFieldType;
  value?: string;
  values?: string[];
}

/** One condition on what a contact did in a mailing, or in any; on the last days, today included, or ever. */
export interface ActivityRule {
  operator: ActivityOperator;
  mailing_id?: number;
  days?: number;
}

export type Rule = FieldRule | ActivityRule;

export function isActivityRule(rule: Rule): rule is ActivityRule {
  return !('field' in rule);
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

/** Reports whether the contacts change with the day, though nobody changes them. */
export function dependsOnToday(group: Group): boolean {
  return everyRule(group).some((rule) =>
    isActivityRule(rule) ? rule.days !== undefined : rule.operator === 'WITHIN_DAYS' || rule.operator === 'ANNIVERSARY',
  );
}

/** Reports whether the contacts change with what they do. */
export function dependsOnActivity(group: Group): boolean {
  return everyRule(group).some(isActivityRule);
}

/** The mailings that rules name, each once. */
export function ruleMailings(group: Group): number[] {
  return [...new Set(everyRule(group).flatMap((rule) => (isActivityRule(rule) ? (rule.mailing_id ?? []) : [])))];
}
