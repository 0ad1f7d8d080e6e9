import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { listKey } from '../platform/lists/list-key.ts';
import { rememberTotals } from '../platform/lists/remembered-totals.ts';
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
  /** The only mailings with rows that the filters leave, if that is known; by default those that the request names. */
  mailings?(filters: Filters, db: Db, accountId: number): Promise<number[] | undefined>;
  /** Only names the type of a row. */
  row?: Row;
}

/** Rows of more mailings than these are spread over all times: they are found by time soon enough. */
const mailingsApart = 50;

/**
 * One page of a report by time, and then in the order in which the rows came: new rows never move those before them. Rows of
 * several mailings are taken from the index of each: of a list, PostgreSQL may look for them among the rows of all mailings. The
 * columns are read for this page only, not for the pages before it.
 */
export async function pageOf<Filters extends CommonFilters, Row>(
  db: Db,
  accountId: number,
  report: Report<Filters, Row>,
  filters: Filters,
  { page_size, page_index }: ReportSection,
): Promise<Row[]> {
  const end = page_size * page_index;
  const firstOf = (part: Filters) => sql`(
    select event.id, event.at from ${report.from} where ${condition(db, accountId, report, part)}
    order by event.at, event.id limit ${end})`;
  const parts = apart(filters, await (report.mailings ?? wantedMailings)(filters, db, accountId));
  if (parts.length === 0) return [];
  const { rows } = await sql<Row>`
    select ${report.columns} from ${report.from}
    where event.account_id = ${accountId} and event.id = any(array(
      select id from (${sql.join(parts.map(firstOf), sql` union all `)}) as event
      order by at, id limit ${page_size} offset ${end - page_size}))
    order by event.at, event.id`.execute(db);
  return rows;
}

/** Filters for the rows of each mailing, or for all rows. */
function apart<Filters extends CommonFilters>(filters: Filters, mailings: readonly number[] | undefined): Filters[] {
  if (mailings === undefined || mailings.length > mailingsApart) return [filters];
  return [...new Set(mailings)].map((id) => ({ ...filters, mailing_id: [id] }));
}

/** The mailings that the request names; undefined when it names none. */
export function wantedMailings({ mailing_id }: CommonFilters): number[] | undefined {
  return mailing_id?.length ? mailing_id : undefined;
}

/** How many rows the filters leave. */
export async function countOf<Filters extends CommonFilters, Row>(
  db: Db,
  accountId: number,
  report: Report<Filters, Row>,
  filters: Filters,
): Promise<number> {
  const { rows } = await counting(db, accountId, report, filters).execute(db);
  return rows[0]!.count;
}

const rememberedTotal = rememberTotals({ large: 100_000, keptMillis: 60_000 });

/** The same for the headers of a page: a large number may be a minute old. */
export function countForPages<Filters extends CommonFilters, Row>(
  db: Db,
  accountId: number,
  report: Report<Filters, Row>,
  filters: Filters,
): Promise<number> {
  const what = listKey(counting(db, accountId, report, filters).compile(db));
  return rememberedTotal(db, what, () => countOf(db, accountId, report, filters));
}

function counting<Filters extends CommonFilters, Row>(
  db: Db,
  accountId: number,
  report: Report<Filters, Row>,
  filters: Filters,
): RawBuilder<{ count: number }> {
  return sql`select count(*) as count from ${report.from} where ${condition(db, accountId, report, filters)}`;
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
    ...ofMailings(mailings),
    ...(contacts ? [sql<SqlBool>`${report.contact} in ${contacts}`] : []),
    ...report.where(filters),
  ];
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

function ofMailings(ids: readonly number[]): RawBuilder<SqlBool>[] {
  if (ids.length === 0) return [];
  return [ids.length === 1 ? sql`event.mailing_id = ${ids[0]}` : sql`event.mailing_id = any(${ids}::int8[])`];
}
