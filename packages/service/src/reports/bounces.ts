import { sql } from 'kysely';
import type { BounceReason, OccasionKey } from '../tracking/index.ts';
import type { CommonFilters, Report } from './report.ts';

export interface BounceFilters extends CommonFilters {
  status_code: string[];
  reason: BounceReason[];
  type?: 'permanent' | 'transient';
  source_filter?: 'mta-listener' | 'reply';
  exclude_anonymous_bounces: boolean;
}

export interface BounceRow {
  at: Date;
  contact_id: number | null;
  mailing_id: number;
  type: 'permanent' | 'transient';
  status_code: string;
  reason: BounceReason;
  source: 'mta-listener' | 'reply';
  occasion: OccasionKey;
  message_id: string | null;
}

/** Every bounce by itself. */
export const bounces: Report<BounceFilters, BounceRow> = {
  from: sql`bounce as event`,
  columns: sql`event.*, (
    select message_id from delivery where delivery.account_id = event.account_id
    and delivery.contact_id = event.contact_id and delivery.mailing_id = event.mailing_id
    and delivery.occasion = event.occasion) as message_id`,
  contact: sql`event.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_anonymous_bounces,
  where: ({ status_code, reason, type, source_filter }) => [
    ...(status_code.length > 0 ? [sql<boolean>`event.status_code = any(${status_code}::text[])`] : []),
    ...(reason.length > 0 ? [sql<boolean>`event.reason = any(${reason}::text[])`] : []),
    ...(type ? [sql<boolean>`event.type = ${type}`] : []),
    ...(source_filter ? [sql<boolean>`event.source = ${source_filter}`] : []),
  ],
};

export type UniqueBounceFilters = Pick<BounceFilters, keyof CommonFilters | 'exclude_anonymous_bounces'>;

export interface UniqueBounceRow {
  at: Date;
  contact_id: number | null;
  mailing_id: number;
  last_type: 'permanent' | 'transient';
  count: number;
  count_hard: number;
  count_soft: number;
}

/** The bounces of each contact in each mailing, at the time of the first; those of erased contacts stay apart. */
export const uniqueBounces: Report<UniqueBounceFilters, UniqueBounceRow> = {
  from: sql`(
    select account_id, mailing_id, contact_id, min(at) as at, min(id) as id, count(*) as count,
      (array_agg(type order by at desc, id desc))[1] as last_type,
      count(*) filter (where type = 'permanent') as count_hard, count(*) filter (where type = 'transient') as count_soft
    from bounce group by account_id, mailing_id, contact_id, case when contact_id is null then id end) as event`,
  columns: sql`event.*`,
  contact: sql`event.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_anonymous_bounces,
  where: () => [],
};
