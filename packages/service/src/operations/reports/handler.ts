import type { Account } from '../../account/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import {
  type CommonFilters,
  countForPages,
  countOf,
  pageOf,
  type Report,
  type ReportSection,
  reportContacts,
} from '../../reports/index.ts';
import type { Context } from '../context.ts';

/** Which fields of its contacts a list shows. */
export interface Selection {
  standard_field: string[];
  custom_field: string[];
  embed_field_backups: boolean;
}

/** Gives the handler that lists a report; `item` makes what a row has beside its contact. */
export function lists<Filters extends CommonFilters, Row extends { contact_id: number | null }, Embeds, Item>(
  report: Report<Filters, Row>,
  item: (row: Row, embeds: Embeds, account: Account) => Item,
) {
  return async (input: Filters & ReportSection & Selection & Embeds, context: Context) => {
    const { db, accountId, account } = context;
    const rows = await pageOf(db, accountId, report, input, input);
    const contactOf = await reportContacts(
      context,
      rows.map(({ contact_id }) => contact_id),
      input,
    );
    const items = rows.map((row) => ({ contact: contactOf(row.contact_id), ...item(row, input, account) }));
    return { items, total: await totalOf(rows, input, () => countForPages(db, accountId, report, input)) };
  };
}

/** Gives the handler that counts a report. */
export function counts<Filters extends CommonFilters, Row>(report: Report<Filters, Row>) {
  return (input: Filters, { db, accountId }: Context): Promise<number> => countOf(db, accountId, report, input);
}
