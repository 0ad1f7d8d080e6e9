import { sql } from 'kysely';
import type { Db } from '../database/schema.ts';

/** Further than all times of an account are apart. */
const farDays = 100_000;

/**
 * Lets time pass: everything that has happened, and everything that is planned, moves into the past. So the clock of the
 * database, which nobody can put forward, and those of the service always show the same. For tests, and for a demo with a past.
 * @param seconds negative to move everything towards the future
 */
export async function passTime(db: Db, seconds: number): Promise<void> {
  // 65.276 * 1000 is 65275.99999999999 in binary floating point.
  const milliseconds = Math.round(seconds * 1000);
  await db.transaction().execute(async (transaction) => {
    for (const [table, columns] of Map.groupBy(await timesOf(transaction), ({ table }) => table)) {
      const move = (days: number, seconds: number) => {
        const changes = columns.map(
          ({ column }) =>
            sql`${sql.ref(column)} = ${sql.ref(column)} + make_interval(days => ${days}, secs => ${seconds})`,
        );
        return sql`update ${sql.table(table)} set ${sql.join(changes)}`.execute(transaction);
      };
      // In two moves: one row's new time may be the old one of another, where times are unique.
      await move(-farDays, 0);
      await move(farDays, -seconds);
    }
    await sql`
      update job set payload = jsonb_set(payload, '{plannedAt}', to_jsonb((payload->>'plannedAt')::int8 - ${milliseconds}::int8))
      where payload ? 'plannedAt'`.execute(transaction);
  });
}

async function timesOf(db: Db): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select columns.table_name as table, column_name as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      and is_generated = 'NEVER' and table_name not like 'kysely%' order by 1, 2`.execute(db);
  return rows;
}
