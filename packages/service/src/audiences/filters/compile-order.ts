import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FieldRule } from './rules.ts';

/** The operators that every type with an order has. A contact without a value is unequal to everything. */
export function compareOrdered(
  { operator, value = '', values = [] }: FieldRule,
  subject: RawBuilder<unknown>,
  literal: (value: string) => RawBuilder<unknown>,
): Expression<SqlBool> {
  switch (operator) {
    case 'EQUALS':
      return sql<SqlBool>`(${subject} = ${literal(value)})`;
    case 'NOTEQUALS':
      return sql<SqlBool>`(${subject} is distinct from ${literal(value)})`;
    case 'GREATER':
    case 'AFTER':
      return sql<SqlBool>`(${subject} > ${literal(value)})`;
    case 'LESS':
    case 'BEFORE':
      return sql<SqlBool>`(${subject} < ${literal(value)})`;
    case 'BETWEEN':
      return sql<SqlBool>`(${subject} between ${literal(values[0]!)} and ${literal(values[1]!)})`;
    default:
      throw new Error(`No SQL for operator ${operator}`);
  }
}
