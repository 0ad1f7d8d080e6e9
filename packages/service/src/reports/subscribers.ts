import { sql } from 'kysely';
import type { CommonFilters, Report } from './report.ts';

export interface SubscriberFilters extends CommonFilters {
  exclude_anonymous_contacts: boolean;
}

export interface SubscriberRow {
  at: Date;
  contact_id: number | null;
  mailing_id: number | null;
  ip: string | null;
}

/** Report of subscriptions: confirmations, and contacts created with a permission. */
export const subscribers: Report<SubscriberFilters, SubscriberRow> = {
  from: sql`subscription as event`,
  columns: sql`event.*`,
  contact: sql`event.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_anonymous_contacts,
  where: () => [],
};
