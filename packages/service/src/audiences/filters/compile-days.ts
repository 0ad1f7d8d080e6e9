import { type RawBuilder, sql } from 'kysely';

// Each stands in a query of its own, which the database answers once and not for every contact.

/** The account's time zone. */
export function timeZone(accountId: number): RawBuilder<string> {
  return sql`(select time_zone from account where id = ${accountId})`;
}

/** Today in the account's time zone, shifted by days. */
function today(accountId: number, shift = 0): RawBuilder<unknown> {
  return sql`(select (now() at time zone time_zone)::date + ${shift}::int from account where id = ${accountId})`;
}

/** The same day as text, `YYYY-MM-DD`. */
export function todayText(accountId: number, shift = 0): RawBuilder<string> {
  return sql`(select to_char(${today(accountId, shift)}, 'YYYY-MM-DD'))`;
}

/** The instant at which the same day begins. */
export function startOfDay(accountId: number, shift = 0): RawBuilder<Date> {
  return sql`(select ${today(accountId, shift)}::timestamp at time zone ${timeZone(accountId)})`;
}

/** Months and days around today, as `MM-DD`. 29 February is kept on the 28th where there is none. */
export function daysAround(accountId: number, days: number): RawBuilder<unknown> {
  const around = sql`generate_series(
    ${today(accountId, -days)}::timestamp, ${today(accountId, days)}::timestamp, interval '1 day') as around(day)`;
  return sql`select to_char(day, 'MM-DD') from ${around} union all select '02-29' from ${around}
    where to_char(day, 'MM-DD') = '02-28' and to_char(day + interval '1 day', 'MM-DD') = '03-01'`;
}
