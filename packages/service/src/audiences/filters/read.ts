import type { FilterGroup, FilterRule } from '@mailwright/server';
import { badRequest } from '@mailwright/server/runtime';
import { type CustomFields, standardFields } from '../../people/index.ts';
import { fieldType, systemFields } from './fields.ts';
import { operandOf, operatorsFor } from './operators.ts';
import {
  type ActivityOperator,
  type ActivityRule,
  activityOperators,
  everyRule,
  type Group,
  type Rule,
} from './rules.ts';
import { readRuleValue } from './values.ts';

const maxDepth = 4;
const maxRules = 100;

/** Checks the rules of a filter document. Throws 400 that names the rule by its place, such as `rules/rule[2]`. */
export function readGroup(document: FilterGroup, customFields: CustomFields): Group {
  const group = readInnerGroup(document, customFields, '', 1);
  const count = everyRule(group).length;
  if (count > maxRules) throw badRequest(`a filter must have at most ${maxRules} rules but has ${count}`);
  return group;
}

function readInnerGroup(document: FilterGroup, customFields: CustomFields, place: string, depth: number): Group {
  const { match = 'all', rules = [], groups = [] } = document;
  const name = place === '' ? 'the filter' : place.slice(0, -1);
  if (depth > maxDepth) throw badRequest(`${name} is nested too deeply: a filter can have at most ${maxDepth} levels`);
  if (rules.length + groups.length === 0) throw badRequest(`${name} must have at least one rule or group`);
  return {
    match,
    rules: rules.map((rule, index) => readRule(rule, customFields, `${place}rules/rule[${index + 1}]`)),
    groups: groups.map((group, index) =>
      readInnerGroup(group, customFields, `${place}groups/group[${index + 1}]/`, depth + 1),
    ),
  };
}

function readRule(rule: FilterRule, customFields: CustomFields, place: string): Rule {
  const refuse = (fault: string) => badRequest(`${place}: ${fault}`);
  const { field, is_customfield = false, operator } = rule;
  if (isActivity(operator)) return readActivityRule(rule, operator, refuse);
  if (field === undefined) throw refuse('field is required');
  for (const name of ['mailing_id', 'days'] as const) {
    if (rule[name] !== undefined) throw refuse(`${name} belongs to ${activityOperators.join(', ')} only`);
  }
  const custom = is_customfield ? customFields.get(field) : undefined;
  const type = is_customfield ? custom?.type : fieldType(field);
  if (type === undefined) throw refuse(unknownField(field, is_customfield));
  const operators = operatorsFor(field, is_customfield, type);
  if (!operators.includes(operator)) {
    throw refuse(`operator must be one of ${operators.join(', ')} for field ${field} but was ${operator}`);
  }
  const head = { field: custom ? String(custom.id) : field, is_customfield, operator, type };
  const normal = (text: string, name: string) => {
    const read = readRuleValue(head, text);
    if ('fault' in read) throw refuse(`${name} of field ${field} ${read.fault} but was "${text}"`);
    return read.value;
  };
  const { value, values = [] } = rule;
  switch (operandOf(operator)) {
    case 'none':
      if (value || values.length > 0) throw refuse(`${operator} takes no value`);
      return head;
    case 'values': {
      if (value) throw refuse(`${operator} takes values, not value`);
      if (operator === 'BETWEEN' && values.length !== 2) {
        throw refuse(`BETWEEN takes two values but has ${values.length}`);
      }
      if (values.length === 0) throw refuse('IN takes at least one value');
      return { ...head, values: values.map((text, index) => normal(text, `values/value[${index + 1}]`)) };
    }
    case 'value':
      if (values.length > 0) throw refuse(`${operator} takes value, not values`);
      if (value === undefined) throw refuse(`value is required for ${operator}`);
      return { ...head, value: normal(value, 'value') };
  }
}

function isActivity(operator: FilterRule['operator']): operator is ActivityOperator {
  return (activityOperators as readonly string[]).includes(operator);
}

function readActivityRule(
  { field, is_customfield, value, values = [], mailing_id, days }: FilterRule,
  operator: ActivityOperator,
  refuse: (fault: string) => Error,
): ActivityRule {
  if (field !== undefined || is_customfield) throw refuse(`${operator} takes no field`);
  if (value || values.length > 0) throw refuse(`${operator} takes no value; it may have mailing_id and days`);
  return { operator, ...(mailing_id === undefined ? {} : { mailing_id }), ...(days === undefined ? {} : { days }) };
}

function unknownField(field: string, isCustomField: boolean): string {
  if (isCustomField) return `"${field}" is not a custom field of the account`;
  const known = [...standardFields, ...Object.keys(systemFields)].join(', ');
  return `field must be one of ${known}, or a custom field with is_customfield, but was "${field}"`;
}
