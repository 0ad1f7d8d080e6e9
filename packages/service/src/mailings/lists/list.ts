import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { isNoCarrier } from '../carrier.ts';
import type { MailingState } from '../tables.ts';
import { type MailingCriteria, mailingsMatching } from './conditions.ts';

type ListField = 'state' | 'type' | 'name' | 'scheduleTime';

/** The parameters that every list of mailings has. */
interface ListInput {
  fields: ListField[];
  page_size: number;
  page_index: number;
  orderBy: 'id' | 'is' | 'state' | 'name' | 'schedule_time' | 'scheduleTime';
  order: 'ASC' | 'DESC';
  trash: boolean;
}

interface Row {
  id: number;
  name: string;
  state: MailingState;
  type: string;
  schedule_time: Date | null;
}

/** Names and cases as lists print them, in this order whatever the request's. */
const columns: [ListField, (row: Row) => string | null][] = [
  ['name', (row) => row.name],
  ['state', (row) => row.state],
  ['type', (row) => row.type],
  ['scheduleTime', (row) => (row.schedule_time ? formatSqlDateTime(row.schedule_time) : null)],
];

/** One page of an account's mailings that meet the criteria, and how many there are in all; the trash is empty. */
export async function listMailings(db: Db, accountId: number, input: ListInput, criteria: MailingCriteria) {
  if (input.trash) return { items: [], total: 0 };
  const mailings = db.selectFrom('mailing').where('mailing.account_id', '=', accountId).where(isNoCarrier(accountId));
  const matching = mailings.where(mailingsMatching(criteria));
  const order = orderOf(input);
  const count = matching.select((mailing) => mailing.fn.countAll<number>().as('total'));
  const { page_size, page_index } = input;
  // The pages before a later one are skipped in an index alone, and whole rows are read for that page only: by their ids in
  // one array, since a join is planned as a loop over all mailings for as long as the planner takes the table for small.
  const ids = matching
    .select('mailing.id')
    .orderBy(order)
    .limit(page_size)
    .offset((page_index - 1) * page_size);
  const onPage =
    page_index === 1 ? matching.limit(page_size) : mailings.where(sql<SqlBool>`mailing.id = any(array${ids})`);
  const rows = await onPage
    .select(['mailing.id', 'name', 'state', 'type', 'schedule_time', count.as('total')])
    .orderBy(order)
    .execute();
  // Behind the last page there is no row that could tell.
  const total = rows[0]?.total ?? (input.page_index === 1 ? 0 : (await count.executeTakeFirstOrThrow()).total);
  const wanted = columns.filter(([name]) => input.fields.includes(name));
  const fieldsOf = (row: Row) => wanted.map(([name, value]) => ({ name, value: value(row) }));
  return { items: rows.map((row) => ({ id: row.id, fields: fieldsOf(row) })), total };
}

/** Names stand in the order that people expect, capitals beside small letters; by code point, as on every database. */
function orderOf({ orderBy, order }: ListInput): RawBuilder<unknown> {
  const direction = sql.raw(order === 'DESC' ? 'desc' : 'asc');
  switch (orderBy) {
    case 'name':
      return sql`name_folded ${direction}, name collate "C" ${direction}, mailing.id ${direction}`;
    case 'state':
      return sql`state collate "C" ${direction}, mailing.id ${direction}`;
    case 'schedule_time':
    case 'scheduleTime':
      return sql`schedule_time ${direction} nulls last, mailing.id ${direction}`;
    default:
      return sql`mailing.id ${direction}`;
  }
}
