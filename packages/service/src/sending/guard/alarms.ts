import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Alarm } from './rule.ts';

/** Returns what was wrong with sendouts so far, by mailing; pauses first, and what is about all mails before single receivers. */
export async function listAlarms(
  db: Db,
  accountId: number,
  mailingIds: readonly number[],
): Promise<Map<number, Alarm[]>> {
  const rows = await db
    .selectFrom('sendout_alarm')
    .select(['mailing_id', 'cause', 'receiver', 'level', 'events', 'mails'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`mailing_id = any(${mailingIds}::int8[])`)
    .orderBy('level')
    .orderBy('receiver')
    .orderBy('cause')
    .execute();
  return Map.groupBy(rows, ({ mailing_id }) => mailing_id);
}

/** Records alarms in place of earlier ones of the same cause and receiver. */
export async function recordAlarms(
  db: Db,
  accountId: number,
  mailingId: number,
  alarms: readonly Alarm[],
): Promise<void> {
  if (alarms.length === 0) return;
  await db
    .insertInto('sendout_alarm')
    .values(alarms.map((alarm) => ({ account_id: accountId, mailing_id: mailingId, ...alarm })))
    .onConflict((known) =>
      known.columns(['account_id', 'mailing_id', 'cause', 'receiver']).doUpdateSet((row) => ({
        level: row.ref('excluded.level'),
        events: row.ref('excluded.events'),
        mails: row.ref('excluded.mails'),
        found_at: sql<Date>`now()`,
      })),
    )
    .execute();
}
