import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { LinkType } from '../tracking/index.ts';
import {
  firstOnly,
  joinReader,
  type Reading,
  type ReadingFilters,
  readingColumns,
  readingConditions,
  withoutMachines,
} from './reading.ts';
import { type Report, wantedMailings } from './report.ts';

export interface ClickFilters extends ReadingFilters {
  exclude_anonymous_clicks: boolean;
  link_id?: number[];
  link_url?: string;
  link_tag?: string[];
}

export interface ClickRow extends Reading {
  link_id: number;
  link_type: LinkType;
  link_url: string;
  link_tags: string[];
}

/** Every click by itself. */
export const clicks: Report<ClickFilters, ClickRow> = {
  from: sql`click as event ${joinReader} left join link on link.account_id = event.account_id and link.id = event.link_id`,
  columns: sql`${readingColumns}, event.link_id, link.type as link_type, link.url as link_url, link.tags as link_tags`,
  contact: sql`reader.contact_id`,
  excludesAnonymous: (filters) => filters.exclude_anonymous_clicks,
  where: (filters) => [...readingConditions(filters), ...linkConditions(filters), ...withoutMachines(filters)],
  mailings: mailingsOfLinks,
};

/** The first click of each reader on each link. */
export const uniqueClicks: Report<ClickFilters, ClickRow> = {
  ...clicks,
  where: (filters) => [
    ...readingConditions(filters),
    ...linkConditions(filters),
    ...firstOnly('click', sql`other.reader_id = event.reader_id and other.link_id = event.link_id`, filters),
  ],
};

/** A link is that of one mailing. */
async function mailingsOfLinks(filters: ClickFilters, db: Db, accountId: number): Promise<number[] | undefined> {
  const wanted = wantedMailings(filters);
  const conditions = linkConditions(filters);
  if (conditions.length === 0) return wanted;
  const { rows } = await sql<{ mailing_id: number }>`
    select distinct mailing_id from link
    where account_id = ${accountId} and ${sql.join(conditions, sql` and `)}`.execute(db);
  const found = rows.map(({ mailing_id }) => mailing_id);
  return wanted ? found.filter((id) => wanted.includes(id)) : found;
}

function linkConditions({ link_id = [], link_url, link_tag = [] }: ClickFilters): RawBuilder<SqlBool>[] {
  return [
    ...(link_id.length > 0 ? [sql<SqlBool>`link.id = any(${link_id}::int8[])`] : []),
    ...(link_url === undefined ? [] : [sql<SqlBool>`link.url = ${link_url}`]),
    ...(link_tag.length > 0 ? [sql<SqlBool>`link.tags && ${link_tag}::text[]`] : []),
  ];
}
