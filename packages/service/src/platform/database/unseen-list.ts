import { type RawBuilder, sql } from 'kysely';

/**
 * A list of numbers that the planner does not look at. A statement that is prepared, and called with lists of other lengths,
 * would otherwise be planned for each call, because a plan for its few numbers seems to cost less than one for any. Use it where
 * the index is the same for any list, and planning costs as much as the statement itself.
 */
export const unseenList = (values: readonly number[]): RawBuilder<number[]> => sql`(select ${values}::int8[])::int8[]`;
