import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { escapeLike } from '../text/match.ts';
import type { Rule } from './rules.ts';

/**
 * Compiles the rules of a filter to a parameterised condition on `contact`. Text is compared without regard to case.
 * A contact without a value fulfils NOTEQUALS and NOTCONTAINS, as people expect.
 */
export function compileRules(rules: Rule[], contact: ExpressionBuilder<Schema, 'contact'>): Expression<SqlBool> {
  return contact.and(rules.map(compileRule));
}

function compileRule({ field, is_customfield, operator, value }: Rule): Expression<SqlBool> {
  const column = sql.ref(is_customfield ? 'contact.custom_fields' : 'contact.standard_fields');
  const text =
    field === 'EMAIL' && !is_customfield ? sql`lower(contact.email)` : sql`lower(${column} ->> ${field}::text)`;
  const like = (pattern: string) => sql<SqlBool>`coalesce(${text} like lower(${pattern}) escape '\\', false)`;
  switch (operator) {
    case 'EQUALS':
      return like(escapeLike(value));
    case 'NOTEQUALS':
      return sql<SqlBool>`not ${like(escapeLike(value))}`;
    case 'CONTAINS':
      return like(`%${escapeLike(value)}%`);
    case 'NOTCONTAINS':
      return sql<SqlBool>`not ${like(`%${escapeLike(value)}%`)}`;
    case 'STARTS_WITH':
      return like(`${escapeLike(value)}%`);
  }
}
