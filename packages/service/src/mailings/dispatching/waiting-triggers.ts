import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** A released trigger mailing that is sent for each event by itself. */
export interface WaitingTrigger {
  mailingId: number;
  /** Of transactions; null for a system event. */
  transactionTypeId: number | null;
  systemEvent: string | null;
}

/** The trigger mailings that are sent at once when one of these events happens. */
export async function waitingTriggers(
  db: Db,
  accountId: number,
  {
    transactionTypeIds = [],
    systemEvents = [],
  }: { transactionTypeIds?: readonly number[]; systemEvents?: readonly string[] },
): Promise<WaitingTrigger[]> {
  const { rows } = await sql<WaitingTrigger>`
    select mailing.id as "mailingId", transaction_type_id as "transactionTypeId", system_event as "systemEvent"
    from mailing_dispatching as dispatching
    join mailing on mailing.account_id = dispatching.account_id and mailing.id = dispatching.mailing_id
    where dispatching.account_id = ${accountId} and dispatching.type = 'SINGLE' and mailing.state = 'released'
      and (transaction_type_id = any(${transactionTypeIds}::int8[]) or system_event = any(${systemEvents}::text[]))
    order by mailing.id for share of mailing`.execute(db);
  return rows;
}
