import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/** Takes the programs that contacts read with out of their events. Who they were goes with their rows; counts stay. */
export async function eraseUserAgents(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  for (const table of ['opening', 'click'] as const) {
    await sql`
      update ${sql.table(table)} as event set user_agent = null
      from reader
      where reader.account_id = ${accountId} and reader.contact_id = any(${contactIds}::int8[])
        and event.account_id = ${accountId} and event.reader_id = reader.id and user_agent is not null`.execute(db);
  }
}
