import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type AccountDay, daysAround, timeZone, todayText } from './compile-days.ts';
import { compareOrdered } from './compile-order.ts';
import type { FieldRule } from './rules.ts';

/** Dates and timestamps as the clock on the wall of the account shows them. In fields they are text in the order of time. */
export function compileDateRule(rule: FieldRule, today: AccountDay): Expression<SqlBool> {
  const { subject, literal, day } = clockOf(rule, today);
  switch (rule.operator) {
    case 'EMPTY':
      return sql<SqlBool>`(${subject} is null)`;
    case 'NOTEMPTY':
      return sql<SqlBool>`(${subject} is not null)`;
    case 'IN':
      return sql<SqlBool>`(${subject} in (
        select ${literal(sql`wanted`)} from jsonb_array_elements_text(${JSON.stringify(rule.values)}::jsonb) as wanted))`;
    case 'WITHIN_DAYS':
      return sql<SqlBool>`(${day} between ${todayText(today, 1 - Number(rule.value))} and ${todayText(today)})`;
    case 'ANNIVERSARY':
      return sql<SqlBool>`(substr(${day}, 6) in (${daysAround(today, Number(rule.value))}))`;
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

function clockOf({ field, is_customfield, type }: FieldRule, today: AccountDay): Clock {
  if (type === 'timestamp' && !is_customfield) {
    const instant = sql.ref(field === 'CREATED' ? 'contact.created_at' : 'contact.updated_at');
    const local = sql`(${instant} at time zone ${timeZone(today)})`;
    return {
      subject: sql`date_trunc('second', ${local})`,
      literal: (text) => sql`${text}::text::timestamp`,
      day: sql`to_char(${local}, 'YYYY-MM-DD') collate "C"`,
    };
  }
  const fields = sql.ref(is_customfield ? 'contact.custom_fields' : 'contact.standard_fields');
  const text = sql`(${fields} ->> ${field}::text) collate "C"`;
  const day = sql`left(${text}, 10)`;
  return { subject: type === 'date' ? day : text, literal: (value) => sql`${value}::text`, day };
}
