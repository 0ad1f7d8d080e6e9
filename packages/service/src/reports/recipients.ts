import { sql } from 'kysely';
import type { OccasionKey } from '../tracking/index.ts';
import type { CommonFilters, Report } from './report.ts';

export interface RecipientFilters extends CommonFilters {
  exclude_deleted_recipients: boolean;
}

export interface RecipientReportRow {
  at: Date;
  contact_id: number | null;
  mailing_id: number;
  occasion: OccasionKey;
  message_id: string;
}

/** Mails that a server has taken, by the time of its answer. */
export const recipients: Report<RecipientFilters, RecipientReportRow> = {
  from: sql`(select delivery.*, sent_at as at from delivery) as event`,
  columns: sql`event.*`,
  contact: sql`event.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_deleted_recipients,
  where: () => [],
};
