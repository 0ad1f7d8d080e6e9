import type { Handlers } from '@mailwright/server';
import { totalOf } from '../../platform/lists/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import {
  type ConversionRow,
  conversions,
  countForPages,
  countOf,
  countUniqueConversions,
  pageOf,
  pageOfUniqueConversions,
  revenueOf,
} from '../../reports/index.ts';
import type { Context } from '../context.ts';

/** Reports of goals that readers reached. */
export const conversionReportHandlers = {
  async listConversions(input, { db, accountId }) {
    const rows = await pageOf(db, accountId, conversions, input, input);
    const total = await totalOf(rows, input, () => countForPages(db, accountId, conversions, input));
    return { items: rows.map(item), total };
  },
  countConversions: (input, { db, accountId }) => countOf(db, accountId, conversions, input),

  async listUniqueConversions(input, { db, accountId }) {
    const rows = await pageOfUniqueConversions(db, accountId, input, input);
    const items = rows.map(({ contact_id, contact_email, revenue, count_total }) => ({
      ...present({ contact_id, contact_email }),
      revenue,
      count_total,
    }));
    return { items, total: await totalOf(rows, input, () => countUniqueConversions(db, accountId, input)) };
  },
  countUniqueConversions: (input, { db, accountId }) => countUniqueConversions(db, accountId, input),

  getRevenue: (input, { db, accountId }) => revenueOf(db, accountId, input),
} satisfies Partial<Handlers<Context>>;

function item(row: ConversionRow) {
  const { at, contact_id, email, external_id, mailing_sent_at: sent, link_id, link_url } = row;
  const { value, mailing_id, mailing_name, site_id, site_name, goal_id, goal_name } = row;
  return {
    timestamp: at.getTime(),
    timestamp_sql: formatSqlDateTime(at),
    ...present({ contact_id, contact_email: email }),
    ...(contact_id === null ? {} : { contact_external_id: external_id }),
    value,
    mailing_sent_date: sent.getTime(),
    mailing_sent_date_sql: formatSqlDateTime(sent),
    mailing_id,
    mailing_name,
    site_id,
    site_name,
    goal_id,
    goal_name,
    ...present({ link_id, link_url }),
  };
}

type Present<T> = { [Name in keyof T]?: NonNullable<T[Name]> };

/** Without what is null. */
function present<T extends Record<string, unknown>>(values: T): Present<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Present<T>;
}
