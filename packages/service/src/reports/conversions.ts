import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { type CommonFilters, condition, type Report, type ReportSection } from './report.ts';

export interface ConversionFilters extends CommonFilters {
  site_ids?: number[];
  goal_ids?: number[];
  link_ids?: number[];
}

export interface ConversionRow {
  at: Date;
  contact_id: number | null;
  email: string | null;
  external_id: string | null;
  value: string;
  mailing_sent_at: Date;
  mailing_id: number;
  mailing_name: string;
  site_id: number;
  site_name: string;
  goal_id: number;
  goal_name: string;
  link_id: number | null;
  link_url: string | null;
}

const among = (column: string, ids: number[] = []): RawBuilder<SqlBool>[] =>
  ids.length === 0 ? [] : [sql<SqlBool>`${sql.ref(`event.${column}`)} = any(${ids}::int8[])`];

/** Goals that were reached, by time. Values are exact decimals. */
export const conversions: Report<ConversionFilters, ConversionRow> = {
  from: sql`conversion as event
    join mailing on mailing.account_id = event.account_id and mailing.id = event.mailing_id
    join conversion_site as site on site.account_id = event.account_id and site.id = event.site_id
    join conversion_goal as goal on goal.account_id = event.account_id and goal.id = event.goal_id
    left join link on link.account_id = event.account_id and link.id = event.link_id
    left join contact on contact.account_id = event.account_id and contact.id = event.contact_id`,
  columns: sql`event.id, event.at, event.contact_id, contact.email, contact.external_id, event.value::text as value,
    event.mailing_sent_at, event.mailing_id, mailing.name as mailing_name, event.site_id, site.name as site_name,
    event.goal_id, goal.name as goal_name, event.link_id, link.url as link_url`,
  contact: sql`event.contact_id`,
  excludesAnonymous: () => false,
  where: ({ site_ids, goal_ids, link_ids }) => [
    ...among('site_id', site_ids),
    ...among('goal_id', goal_ids),
    ...among('link_id', link_ids),
  ],
};

export interface UniqueConversionRow {
  contact_id: number | null;
  contact_email: string | null;
  revenue: string;
  count_total: number;
}

const unique = (db: Db, accountId: number, filters: ConversionFilters) => sql`
  select event.contact_id, contact.email as contact_email, sum(event.value)::text as revenue, count(*) as count_total,
    min(event.at) as at, min(event.id) as id
  from ${conversions.from} where ${condition(db, accountId, conversions, filters)}
  group by event.contact_id, event.erased_as, contact.email`;

/** One row for each contact, erased ones included, by the time of its first. Those without a contact are one. */
export async function pageOfUniqueConversions(
  db: Db,
  accountId: number,
  filters: ConversionFilters,
  { page_size, page_index }: ReportSection,
): Promise<UniqueConversionRow[]> {
  const { rows } = await sql<UniqueConversionRow>`
    select * from (${unique(db, accountId, filters)}) as grouped order by at, id
    limit ${page_size} offset ${(page_index - 1) * page_size}`.execute(db);
  return rows;
}

export async function countUniqueConversions(db: Db, accountId: number, filters: ConversionFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${unique(db, accountId, filters)}) as grouped`.execute(db);
  return rows[0]!.count;
}

/** Sum of all values, an exact decimal; `0` when there is none. */
export async function revenueOf(db: Db, accountId: number, filters: ConversionFilters): Promise<string> {
  const { rows } = await sql<{ revenue: string }>`
    select coalesce(sum(event.value), 0)::text as revenue
    from ${conversions.from} where ${condition(db, accountId, conversions, filters)}`.execute(db);
  return rows[0]!.revenue;
}
