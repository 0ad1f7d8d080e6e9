import { type RawBuilder, sql } from 'kysely';

/** The account whose clock on the wall counts, and the instant that is today there; by default that of the statement. */
export interface AccountDay {
  accountId: number;
  at?: Date | undefined;
}

// Each stands in a query of its own, which the database answers once and not for every contact.

/** The account's time zone. */
export function timeZone({ accountId }: AccountDay): RawBuilder<string> {
  return sql`(select time_zone from account where id = ${accountId})`;
}

/** Today in the account's time zone, shifted by days. */
function today({ accountId, at }: AccountDay, shift = 0): RawBuilder<unknown> {
  const instant = at === undefined ? sql`now()` : sql`${at}::timestamptz`;
  return sql`(select (${instant} at time zone time_zone)::date + ${shift}::int from account where id = ${accountId})`;
}

/** The same day as text, `YYYY-MM-DD`. */
export function todayText(of: AccountDay, shift = 0): RawBuilder<string> {
  return sql`(select to_char(${today(of, shift)}, 'YYYY-MM-DD'))`;
}

/** The instant at which the same day begins. */
export function startOfDay(of: AccountDay, shift = 0): RawBuilder<Date> {
  return sql`(select ${today(of, shift)}::timestamp at time zone ${timeZone(of)})`;
}

/** Months and days around today, as `MM-DD`. 29 February is kept on the 28th where there is none. */
export function daysAround(of: AccountDay, days: number): RawBuilder<unknown> {
  const around = sql`generate_series(
    ${today(of, -days)}::timestamp, ${today(of, days)}::timestamp, interval '1 day') as around(day)`;
  return sql`select to_char(day, 'MM-DD') from ${around} union all select '02-29' from ${around}
    where to_char(day, 'MM-DD') = '02-28' and to_char(day + interval '1 day', 'MM-DD') = '03-01'`;
}
