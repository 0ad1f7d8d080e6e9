import type { UnsubscriptionReason } from '@mailwright/server';
import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { totalOf } from '../platform/lists/total.ts';
import { requireInterval } from './interval.ts';
import type { ReportSection } from './report.ts';

export interface ReasonFilters {
  from_date?: number;
  to_date?: number;
}

export interface ReasonOrder {
  order: 'count' | 'name';
  asc: boolean;
}

/** How often each reason was given; also how many reasons there are. */
export async function reasonCounts(
  db: Db,
  accountId: number,
  filters: ReasonFilters,
  { order, asc, ...page }: ReasonOrder & ReportSection,
): Promise<{ items: UnsubscriptionReason[]; total: number }> {
  const { page_size, page_index } = page;
  const counted = counts(accountId, filters);
  const direction = sql.raw(asc ? 'asc' : 'desc');
  const by = order === 'count' ? sql`count ${direction}, reason` : sql`reason ${direction}`;
  const { rows: items } = await sql<UnsubscriptionReason>`
    select reason, count from (${counted}) as counted
    order by ${by} limit ${page_size} offset ${(page_index - 1) * page_size}`.execute(db);
  return { items, total: await totalOf(items, page, () => countReasons(db, accountId, filters)) };
}

/** How many different reasons were given. */
export async function countReasons(db: Db, accountId: number, filters: ReasonFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${counts(accountId, filters)}) as counted`.execute(db);
  return rows[0]!.count;
}

function counts(accountId: number, filters: ReasonFilters) {
  const { from, to } = requireInterval(filters);
  return sql`
    select type collate "C" as reason, count(*) as count
    from unsubscription_reason join unsubscription
      on unsubscription.account_id = unsubscription_reason.account_id and unsubscription.id = unsubscription_id
    where unsubscription.account_id = ${accountId}
      ${from ? sql`and at >= ${from}` : sql``} ${to ? sql`and at < ${to}` : sql``}
    group by type`;
}
