import { sql } from 'kysely';
import {
  firstOnly,
  joinReader,
  type Reading,
  type ReadingFilters,
  readingColumns,
  readingConditions,
  withoutMachines,
} from './reading.ts';
import type { Report } from './report.ts';

export interface OpenFilters extends ReadingFilters {
  exclude_anonymous_opens: boolean;
}

export interface OpenRow extends Reading {
  source: 'pixel' | 'click';
}

/** Every opening by itself. */
export const opens: Report<OpenFilters, OpenRow> = {
  from: sql`opening as event ${joinReader}`,
  columns: sql`${readingColumns}, event.source`,
  contact: sql`reader.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_anonymous_opens,
  where: (filters) => [...readingConditions(filters), ...withoutMachines(filters)],
};

/** The first opening of each reader, and so of each contact in each mailing. */
export const uniqueOpens: Report<OpenFilters, OpenRow> = {
  ...opens,
  where: (filters) => [
    ...readingConditions(filters),
    ...firstOnly('opening', sql`other.reader_id = event.reader_id`, filters),
  ],
};
