import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { compileDateRule } from './compile-dates.ts';
import { compileTextRule } from './compile-text.ts';
import { compileTypedRule } from './compile-typed.ts';
import type { Group, Rule } from './rules.ts';

/**
 * Compiles a group of rules to a parameterised condition on `contact`. A rule is null for a contact without the value,
 * unless it asks for that; at the outside, and below `none`, null means that it does not hold.
 */
export function compileGroup(group: Group, contact: ExpressionBuilder<Schema, 'contact'>): Expression<SqlBool> {
  const parts = [
    ...group.rules.map((rule) => compileRule(rule)),
    ...group.groups.map((inner) => compileGroup(inner, contact)),
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

function compileRule(rule: Rule): Expression<SqlBool> {
  switch (rule.type) {
    case 'string':
      return compileTextRule(rule);
    case 'date':
    case 'timestamp':
      return compileDateRule(rule);
    default:
      return compileTypedRule(rule);
  }
}
