import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { compareOrdered } from './compile-order.ts';
import type { Rule } from './rules.ts';

/** Dates and timestamps of UTC. Those in fields are text whose order is that of time. */
export function compileDateRule(rule: Rule): Expression<SqlBool> {
  const { subject, literal, day } = clockOf(rule);
  switch (rule.operator) {
    case 'EMPTY':
      return sql<SqlBool>`(${subject} is null)`;
    case 'NOTEMPTY':
      return sql<SqlBool>`(${subject} is not null)`;
    case 'IN':
      return sql<SqlBool>`(${subject} in (
        select ${literal(sql`wanted`)} from jsonb_array_elements_text(${JSON.stringify(rule.values)}::jsonb) as wanted))`;
    case 'WITHIN_DAYS':
      return sql<SqlBool>`(${day} between to_char(current_date - ${Number(rule.value) - 1}::int, 'YYYY-MM-DD')
        and to_char(current_date, 'YYYY-MM-DD'))`;
    case 'ANNIVERSARY':
      return sql<SqlBool>`(substr(${day}, 6) in (${daysAround(Number(rule.value))}))`;
    default:
      return compareOrdered(rule, subject, (value) => literal(sql`${value}`));
  }
}

interface Clock {
  subject: RawBuilder<unknown>;
  literal: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** `YYYY-MM-DD` */
  day: RawBuilder<unknown>;
}

function clockOf({ field, is_customfield, type }: Rule): Clock {
  if (type === 'timestamp' && !is_customfield) {
    const instant = sql.ref(field === 'CREATED' ? 'contact.created_at' : 'contact.updated_at');
    return {
      subject: sql`date_trunc('second', ${instant})`,
      literal: (text) => sql`${text}::text::timestamptz`,
      day: sql`to_char(${instant}, 'YYYY-MM-DD') collate "C"`,
    };
  }
  const fields = sql.ref(is_customfield ? 'contact.custom_fields' : 'contact.standard_fields');
  const text = sql`(${fields} ->> ${field}::text) collate "C"`;
  const day = sql`left(${text}, 10)`;
  return { subject: type === 'date' ? day : text, literal: (value) => sql`${value}::text`, day };
}

/** Months and days around today, as `MM-DD`. 29 February is kept on the 28th where there is none. */
function daysAround(days: number): RawBuilder<unknown> {
  const around = sql`generate_series(
    current_date - ${days}::int, current_date + ${days}::int, interval '1 day') as around(day)`;
  return sql`select to_char(day, 'MM-DD') from ${around} union all select '02-29' from ${around}
    where to_char(day, 'MM-DD') = '02-28' and to_char(day + interval '1 day', 'MM-DD') = '03-01'`;
}
