import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

/** Totals of the mails of a mailing, without events of machines. */
export interface Totals {
  recipients: number;
  openings: number;
  /** Readers who opened. */
  uniqueOpenings: number;
  clicks: number;
  /** Readers who clicked. */
  uniqueClicks: number;
  /** Mails that came back, or were refused at hand-over. */
  bounces: number;
  /** Mails that came back for good, each once however many notifications came. */
  permanentBounces: number;
  /** Mails that came back, each once. */
  bouncedMails: number;
  /** Recipients who unsubscribed by this mailing, with those who complained. */
  unsubscriptions: number;
  complaints: number;
  /** Handed over in the last minute. */
  lastMinute: number;
  /** Some of it is not kept one by one any more. */
  archived: boolean;
}

/** Totals of mailings by their ids. */
export async function totalsOf(db: Db, accountId: number, mailingIds: readonly number[]): Promise<Map<number, Totals>> {
  const { rows } = await sql<Totals & { id: number }>`
    select given.id,
      kept.deliveries + (
        select count(*) from delivery where account_id = ${accountId} and mailing_id = given.id) as recipients,
      (select count(*) from delivery where account_id = ${accountId} and mailing_id = given.id
        and sent_at > now() - interval '1 minute') as "lastMinute",
      kept.bounces + (select count(*) from bounce where account_id = ${accountId} and mailing_id = given.id) as bounces,
      kept.permanent_bounces + (select count(distinct (coalesce(contact_id, -id), occasion)) from bounce
        where account_id = ${accountId} and mailing_id = given.id and type = 'permanent') as "permanentBounces",
      kept.bounced_mails + (select count(distinct (coalesce(contact_id, -id), occasion)) from bounce
        where account_id = ${accountId} and mailing_id = given.id) as "bouncedMails",
      (select count(*) from unsubscription
        where account_id = ${accountId} and mailing_id = given.id) as unsubscriptions,
      (select count(*) from unsubscription where account_id = ${accountId} and mailing_id = given.id
        and source = 'complaint') as complaints,
      kept.openings + coalesce(readers.openings, 0)::int8 as openings,
      kept.unique_openings + coalesce("uniqueOpenings", 0)::int8 as "uniqueOpenings",
      kept.clicks + coalesce(readers.clicks, 0)::int8 as clicks,
      kept.unique_clicks + coalesce("uniqueClicks", 0)::int8 as "uniqueClicks", kept.archived
    from unnest(${mailingIds}::int8[]) as given (id)
    cross join lateral (
      select count(*) > 0 as archived, ${total('deliveries')}, ${total('bounces')}, ${total('permanent_bounces')},
        ${total('bounced_mails')}, ${total('openings')}, ${total('unique_openings')}, ${total('clicks')}, ${total('unique_clicks')}
      from archived_total where account_id = ${accountId} and mailing_id = given.id) as kept
    left join lateral (
      select sum(openings) as openings, count(*) filter (where openings > 0) as "uniqueOpenings",
        sum(clicks) as clicks, count(*) filter (where clicks > 0) as "uniqueClicks"
      from reader where account_id = ${accountId} and mailing_id = given.id) as readers on true`.execute(db);
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}

/** Archived totals, zero for most mailings. */
const total = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)::int8 as ${sql.ref(column)}`;

/** How many mails each account has handed over in the last minute. */
export async function countRecentDeliveries(db: Db): Promise<{ account: number; mails: number }[]> {
  const { rows } = await sql<{ account: number; mails: number }>`
    select account.id as account, (
      select count(*) from delivery
      where delivery.account_id = account.id and sent_at > now() - interval '1 minute') as mails
    from account order by 1`.execute(db);
  return rows;
}
