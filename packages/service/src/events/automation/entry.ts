import { type RawBuilder, sql } from 'kysely';
import { filterCondition, findContactFilter } from '../../audiences/index.ts';
import { contactsMatching } from '../../people/index.ts';
import { present } from '../../platform/database/present.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { AutomationProgramTable, Day } from '../tables.ts';

/** Who may begin a program. */
export type EntryRules = Pick<AutomationProgramTable, 'start_filter_id' | 'again_after_days'> & { start_once: boolean };

/** Why and when contacts begin a program. */
export interface Beginning {
  /** A virtual clock's present in the place of the database's. */
  now?: Date | undefined;
  /** The date for which they begin, or its anniversary. */
  forDate?: Day;
  /** Leaves out those who have begun for another date of the same year. */
  onceAYear?: boolean;
  /** Leaves out those who have begun before, whatever the rules say. */
  neverBefore?: boolean;
}

/** Returns which contacts a contact filter has by its rules at a time, or `undefined` if there is no such filter. */
export async function contactsInFilter(
  db: Db,
  accountId: number,
  filterId: number,
  ids: readonly number[],
  now: Date | undefined,
): Promise<Set<number> | undefined> {
  const filter = await findContactFilter(db, accountId, filterId);
  if (filter === undefined) return undefined;
  const rows = await contactsMatching(db, accountId, filterCondition(filter, now))
    .select('contact.id')
    .where(sql<boolean>`contact.id = any(${ids}::int8[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The condition that a run of the contact, called `earlier`, keeps it from beginning the program; `undefined` if none does. */
export function barringRun(
  { start_once, again_after_days }: EntryRules,
  { now, forDate, onceAYear, neverBefore }: Beginning,
): RawBuilder<unknown> | undefined {
  if (start_once || neverBefore) return sql`true`;
  const year = forDate?.slice(0, 4);
  const conditions = [
    ...(again_after_days ? [sql`earlier.started_at > ${present(now, -again_after_days * dayMillis)}`] : []),
    ...(onceAYear ? [sql`earlier.for_date between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`] : []),
  ];
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` or `)})`;
}

const dayMillis = 24 * 3_600_000;
