import { sql } from 'kysely';
import type { CommonFilters, Report } from './report.ts';

export interface SparedFilters extends CommonFilters {
  exclude_anonymous_contacts: boolean;
}

export interface SparedRow {
  at: Date;
  contact_id: number | null;
  mailing_id: number;
  reason: 'pressure' | 'frequency' | 'responded' | 'resting';
}

/** Report of contacts who were spared a newsletter. */
export const sparedContacts: Report<SparedFilters, SparedRow> = {
  from: sql`spared_contact as event`,
  columns: sql`event.*`,
  contact: sql`event.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_anonymous_contacts,
  where: () => [],
};
