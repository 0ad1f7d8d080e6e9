import { type RawBuilder, sql } from 'kysely';

/**
 * A list that the planner does not look at. A statement that is prepared, and called with lists of other lengths,
 * would otherwise be planned for each call, because a plan for its few values seems to cost less than one for any. Use it where
 * the index is the same for any list, and planning costs as much as the statement itself.
 */
export function unseenList<Value>(
  values: readonly Value[],
  type: 'int8' | 'int4' | 'text' | 'uuid' | 'bytea' | 'boolean' = 'int8',
): RawBuilder<Value[]> {
  const list = sql.raw(`${type}[]`);
  return sql`(select ${values}::${list})::${list}`;
}
