import { type RawBuilder, sql } from 'kysely';
import type { JsonText } from './columns.ts';

/** A value for a jsonb column. The drivers treat arrays, strings and null in their own ways, so it travels as text. */
export function json<T>(value: T): RawBuilder<JsonText<T>> {
  return sql`${JSON.stringify(value)}::jsonb`;
}
