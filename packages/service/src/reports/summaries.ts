import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { type Totals, totalsOf } from '../tracking/index.ts';

/** The figures of a mailing. */
export interface MailingSummary {
  id: number;
  totals: Totals;
  /** Unsubscriptions by a reply; other replies do not reach the service. */
  replies: number;
  archived: boolean;
}

/** Returns the figures of the mailings that exist, in the order of the ids. */
export async function mailingSummaries(db: Db, accountId: number, ids: readonly number[]): Promise<MailingSummary[]> {
  const { rows } = await sql<Omit<MailingSummary, 'totals'>>`
    select mailing.id, state = 'archived' as archived, (
      select count(*) from unsubscription
      where account_id = ${accountId} and mailing_id = mailing.id and source = 'reply') as replies
    from mailing where mailing.account_id = ${accountId} and mailing.id = any(${ids}::int8[])`.execute(db);
  const totals = await totalsOf(
    db,
    accountId,
    rows.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, { ...row, totals: totals.get(row.id)! }]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}
