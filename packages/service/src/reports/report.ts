import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { contactsOfReport } from './contact.ts';
import { requireInterval } from './interval.ts';

/** The filters that all reports of events have. */
export interface CommonFilters {
  /** Milliseconds since 1970, inclusive. */
  from_date?: number;
  /** Milliseconds since 1970, exclusive. */
  to_date?: number;
  mailing_id?: number[];
  ids: number[];
  emails: string[];
  eids: string[];
}

export interface ReportSection {
  page_size: number;
  /** Begins with 1. */
  page_index: number;
}

/**
 * A report: what its rows are, and which of them the filters of a request leave. List and count are made from it, so that
 * they cannot differ.
 */
export interface Report<Filters extends CommonFilters, Row> {
  /** Tables of the rows, which have the alias `event`, with `account_id`, `id` and `at`. */
  from: RawBuilder<unknown>;
  /** Columns of a row, `id` and `at` among them. */
  columns: RawBuilder<unknown>;
  /** Id of the contact that a row is about. */
  contact: RawBuilder<number | null>;
  /** Whether rows without a contact that has a name are left out. */
  excludesAnonymous(filters: Filters): boolean;
  /** Filters of the report itself. */
  where(filters: Filters): RawBuilder<SqlBool>[];
  /** Only names the type of a row. */
  row?: Row;
}

/** One page of a report by time, and then in the order in which the rows came: new rows never move those before them. */
export async function pageOf<Filters extends CommonFilters, Row>(
  db: Db,
  accountId: number,
  report: Report<Filters, Row>,
  filters: Filters,
  { page_size, page_index }: ReportSection,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${report.columns} from ${report.from} where ${condition(db, accountId, report, filters)}
    order by event.at, event.id limit ${page_size} offset ${(page_index - 1) * page_size}`.execute(db);
  return rows;
}

/** How many rows the filters leave. */
export async function countOf<Filters extends CommonFilters, Row>(
  db: Db,
  accountId: number,
  report: Report<Filters, Row>,
  filters: Filters,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${report.from} where ${condition(db, accountId, report, filters)}`.execute(db);
  return rows[0]!.count;
}

/** Condition for the rows of an account. */
export function condition<Filters extends CommonFilters, Row>(
  db: Db,
  accountId: number,
  report: Report<Filters, Row>,
  filters: Filters,
): RawBuilder<SqlBool> {
  const { from, to } = requireInterval(filters);
  const { mailing_id: mailings = [], ids, emails, eids } = filters;
  const contacts = contactsOfReport(db, accountId, {
    ids,
    emails,
    eids,
    excludeAnonymous: report.excludesAnonymous(filters),
  });
  const conditions = [
    sql<SqlBool>`event.account_id = ${accountId}`,
    ...(from ? [sql<SqlBool>`event.at >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`event.at < ${to}`] : []),
    ...(mailings.length > 0 ? [sql<SqlBool>`event.mailing_id = any(${mailings}::int8[])`] : []),
    ...(contacts ? [sql<SqlBool>`${report.contact} in ${contacts}`] : []),
    ...report.where(filters),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}
