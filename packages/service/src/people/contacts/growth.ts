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

/** New contacts in each of the last 26 weeks, the oldest first. */
export async function contactGrowth(db: Db, accountId: number): Promise<{ week: Date; contacts: number }[]> {
  const { rows } = await sql<{ week: Date; contacts: number }>`
    select week, count(contact.id) as contacts
    from generate_series(
      date_trunc('week', now(), 'UTC') - interval '25 weeks', now(), interval '1 week') as weeks (week)
    left join contact on account_id = ${accountId} and created_at >= week and created_at < week + interval '1 week'
    group by week order by week`.execute(db);
  return rows;
}
