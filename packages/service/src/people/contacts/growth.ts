import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

/** How many contacts an account has. */
export interface ContactFigures {
  total: number;
  /** With a permission, neither blocked nor unsubscribed. */
  reachable: number;
  unsubscribed: number;
  blocked: number;
}

export async function contactFigures(db: Db, accountId: number): Promise<ContactFigures> {
  const { rows } = await sql<ContactFigures>`
    select count(*) as total,
      count(*) filter (where permission > 1 and unsubscribed_at is null and blocked_at is null) as reachable,
      count(*) filter (where unsubscribed_at is not null) as unsubscribed,
      count(*) filter (where blocked_at is not null) as blocked
    from contact where account_id = ${accountId} and not anonymous`.execute(db);
  return rows[0]!;
}

const firstWeek = sql`date_trunc('week', now(), 'UTC') - interval '25 weeks'`;

/** New contacts in each of the last 26 weeks, the oldest first. */
export async function contactGrowth(db: Db, accountId: number): Promise<{ week: Date; contacts: number }[]> {
  const { rows } = await sql<{ week: Date; contacts: number }>`
    select week, coalesce(contacts, 0) as contacts
    from generate_series(${firstWeek}, now(), interval '1 week') as weeks (week)
    left join (
      select date_trunc('week', created_at, 'UTC') as week, count(*) as contacts from contact
      where account_id = ${accountId} and created_at >= ${firstWeek} group by 1
    ) as made using (week) order by week`.execute(db);
  return rows;
}
