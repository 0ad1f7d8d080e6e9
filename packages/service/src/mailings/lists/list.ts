import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MailingState, Schema } from '../../platform/database/schema.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { MailingCondition } from './conditions.ts';

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

/** One page of an account's mailings that fulfil the condition, and how many there are in all; the trash is empty. */
export async function listMailings(
  db: Kysely<Schema>,
  accountId: number,
  input: ListInput,
  condition: MailingCondition,
) {
  if (input.trash) return { items: [], total: 0 };
  const matching = db
    .selectFrom('mailing')
    .where('mailing.account_id', '=', accountId)
    .where((mailing) => condition(mailing));
  const order = orderOf(input);
  const count = matching.select((mailing) => mailing.fn.countAll<number>().as('total'));
  // The pages before this one are skipped in an index alone; whole rows are read for this page only.
  const page = matching
    .select('mailing.id')
    .orderBy(order)
    .limit(input.page_size)
    .offset((input.page_index - 1) * input.page_size);
  const rows = await db
    .selectFrom(page.as('page'))
    .innerJoin('mailing', 'mailing.id', 'page.id')
    .select(['mailing.id', 'name', 'state', 'type', 'schedule_time', count.as('total')])
    .where('mailing.account_id', '=', accountId)
    .orderBy(order)
    .execute();
  // Behind the last page there is no row that could tell.
  const total = rows[0]?.total ?? (input.page_index === 1 ? 0 : (await count.executeTakeFirstOrThrow()).total);
  return { items: rows.map((row) => ({ id: row.id, fields: pickFields(row, input.fields) })), total };
}

function pickFields(row: Row, fields: ListField[]) {
  return columns.filter(([name]) => fields.includes(name)).map(([name, value]) => ({ name, value: value(row) }));
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
