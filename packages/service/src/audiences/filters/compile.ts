import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { compileActivityRule } from './compile-activity.ts';
import { compileDateRule } from './compile-dates.ts';
import type { AccountDay } from './compile-days.ts';
import { compileTagRule } from './compile-tags.ts';
import { compileTextRule } from './compile-text.ts';
import { compileTypedRule } from './compile-typed.ts';
import { type Group, isActivityRule, type Rule } from './rules.ts';

/**
 * Compiles a group of rules to a parameterised condition on `contact`, which must be of the account. A rule is null for a contact without the value,
 * unless it asks for that; at the outside, and below `none`, null means that it does not hold.
 */
export function compileGroup(
  group: Group,
  today: AccountDay,
  contact: ExpressionBuilder<Schema, 'contact'>,
): Expression<SqlBool> {
  const parts = [
    ...group.rules.map((rule) => compileRule(rule, today)),
    ...group.groups.map((inner) => compileGroup(inner, today, contact)),
  ];
  switch (group.match) {
    case 'all':
      return contact.and(parts);
    case 'any':
      return contact.or(parts);
    case 'none':
      return sql<SqlBool>`((${contact.or(parts)}) is not true)`;
  }
}

function compileRule(rule: Rule, today: AccountDay): Expression<SqlBool> {
  if (isActivityRule(rule)) return compileActivityRule(rule, today);
  if (rule.field === 'TAG' && !rule.is_customfield) return compileTagRule(rule);
  switch (rule.type) {
    case 'string':
      return compileTextRule(rule);
    case 'date':
    case 'timestamp':
      return compileDateRule(rule, today);
    default:
      return compileTypedRule(rule);
  }
}
