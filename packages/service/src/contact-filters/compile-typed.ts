import { type Expression, type SqlBool, sql } from 'kysely';
import { compareOrdered } from './compile-order.ts';
import type { FieldRule } from './rules.ts';

/**
 * Numbers and booleans are compared as JSON, exactly and without a cast that could fail. Values of other types stand
 * before or behind all numbers in the order of jsonb, so an open end asks for the type too.
 */
export function compileTypedRule(rule: FieldRule): Expression<SqlBool> {
  const type = rule.type === 'boolean' ? 'boolean' : 'number';
  const json = rule.is_customfield
    ? sql`(contact.custom_fields -> ${rule.field}::text)`
    : sql`to_jsonb(contact.permission)`;
  switch (rule.operator) {
    case 'EMPTY':
      return sql<SqlBool>`(jsonb_typeof(${json}) is distinct from ${type})`;
    case 'NOTEMPTY':
      return sql<SqlBool>`(jsonb_typeof(${json}) = ${type})`;
    case 'IN':
      return sql<SqlBool>`(${json} in (select jsonb_array_elements(${`[${rule.values!.join()}]`}::jsonb)))`;
    case 'GREATER':
    case 'LESS':
      return sql<SqlBool>`(${compareOrdered(rule, json, literal)} and jsonb_typeof(${json}) = ${type})`;
    default:
      return compareOrdered(rule, json, literal);
  }
}

/** Normal forms of numbers and booleans are JSON. */
const literal = (value: string) => sql`${value}::jsonb`;
