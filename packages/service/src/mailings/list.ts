import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { MailingState, Schema } from '../platform/database/schema.ts';
import { formatSqlDateTime } from '../platform/time/format.ts';

export type ListField = 'state' | 'type' | 'name' | 'scheduleTime';

/** The parameters that every list of mailings has (service description, sections 4.3 and 4.4). */
export interface ListInput {
  fields: ListField[];
  page_size: number;
  page_index: number;
  orderBy: 'id' | 'is' | 'state' | 'name' | 'schedule_time' | 'scheduleTime';
  order: 'ASC' | 'DESC';
}

export type MailingCondition = (mailing: ExpressionBuilder<Schema, 'mailing'>) => Expression<SqlBool>;

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

/** One page of an account's mailings that fulfil the condition, and how many there are in all. */
export async function listMailings(
  db: Kysely<Schema>,
  accountId: number,
  input: ListInput,
  condition: MailingCondition,
) {
  const matching = db
    .selectFrom('mailing')
    .where('account_id', '=', accountId)
    .where((mailing) => condition(mailing));
  const direction = sql.raw(input.order === 'DESC' ? 'desc' : 'asc');
  const rows = await matching
    .select(['id', 'name', 'state', 'type', 'schedule_time'])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy(sql`${orderExpression(input.orderBy, direction)} ${direction} nulls last, id ${direction}`)
    .limit(input.page_size)
    .offset((input.page_index - 1) * input.page_size)
    .execute();
  const total = rows[0]?.total ?? (input.page_index === 1 ? 0 : await countMailings(matching));
  return { items: rows.map((row) => ({ id: row.id, fields: pickFields(row, input.fields) })), total };
}

/** Behind the last page there is no row that could tell. */
async function countMailings(matching: SelectQueryBuilder<Schema, 'mailing', object>): Promise<number> {
  const { total } = await matching
    .select((mailing) => mailing.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

function pickFields(row: Row, fields: ListField[]) {
  return columns.filter(([name]) => fields.includes(name)).map(([name, value]) => ({ name, value: value(row) }));
}

/** Names are in order as people expect, capitals beside small letters; by code point, so that both databases agree. */
function orderExpression(orderBy: ListInput['orderBy'], direction: RawBuilder<unknown>) {
  switch (orderBy) {
    case 'name':
      return sql`name_folded ${direction}, name collate "C"`;
    case 'state':
      return sql`state collate "C"`;
    case 'schedule_time':
    case 'scheduleTime':
      return sql`schedule_time`;
    default:
      return sql`id`;
  }
}
