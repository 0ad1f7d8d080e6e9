import { type RawBuilder, sql } from 'kysely';
import type { Db } from './schema.ts';

/**
 * The present of the database, which all processes share. Times that it is compared with must come from the same clock, so
 * they are told as what is added to it, in milliseconds.
 * @param at a virtual clock's present in its place
 */
export function present(at?: Date, plus = 0): RawBuilder<Date> {
  // Columns have milliseconds: rounded up, what is due now would be due a moment later.
  const start = at === undefined ? sql`date_trunc('milliseconds', now())` : sql`${at}::timestamptz`;
  return plus === 0 ? sql<Date>`${start}` : sql<Date>`${start} + make_interval(secs => ${plus / 1000})`;
}

/** The present of the database. */
export async function readPresent(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${present()} as at`.execute(db);
  return rows[0]!.at;
}
