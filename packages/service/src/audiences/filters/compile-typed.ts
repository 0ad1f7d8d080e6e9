import { type Expression, type SqlBool, sql } from 'kysely';
import { compareOrdered } from './compile-order.ts';
import type { FieldRule } from './rules.ts';

/**
 * Numbers and booleans. The cast cannot fail: what stands under the id of a field was written as its type, which never
 * changes. A double of the database holds the same numbers as one of JavaScript.
 */
export function compileTypedRule(rule: FieldRule): Expression<SqlBool> {
  const type = sql.raw(rule.type === 'integer' ? 'int4' : rule.type === 'boolean' ? 'boolean' : 'float8');
  const value = rule.is_customfield
    ? sql`(contact.custom_fields ->> ${rule.field}::text)::${type}`
    : sql`contact.permission`;
  switch (rule.operator) {
    case 'EMPTY':
      return sql<SqlBool>`(${value} is null)`;
    case 'NOTEMPTY':
      return sql<SqlBool>`(${value} is not null)`;
    case 'IN':
      return sql<SqlBool>`(${value} = any(${rule.values}::${type}[]))`;
    default:
      return compareOrdered(rule, value, (literal) => sql`${literal}::${type}`);
  }
}
