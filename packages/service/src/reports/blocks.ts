import { sql } from 'kysely';
import type { BlockReason } from '../people/index.ts';
import type { CommonFilters, Report } from './report.ts';

type Status = 'allowed' | 'blocked';

export interface BlockFilters extends CommonFilters {
  reasons: BlockReason[];
  old_status?: Status;
  new_status?: Status;
  exclude_anonymous_blocks: boolean;
}

export interface BlockRow {
  at: Date;
  contact_id: number | null;
  old_status: Status;
  new_status: Status;
  reason: BlockReason;
  explanation: string | null;
}

/** Changes between allowed and blocked. */
export const blocks: Report<BlockFilters, BlockRow> = {
  from: sql`contact_block as event`,
  columns: sql`event.*`,
  contact: sql`event.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_anonymous_blocks,
  where: ({ reasons, old_status, new_status }) => [
    ...(reasons.length > 0 ? [sql<boolean>`event.reason = any(${reasons}::text[])`] : []),
    ...(old_status ? [sql<boolean>`event.old_status = ${old_status}`] : []),
    ...(new_status ? [sql<boolean>`event.new_status = ${new_status}`] : []),
  ],
};
