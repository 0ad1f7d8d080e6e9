import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { startOfDay } from '../../src/audiences/filters/compile-days.ts';
import { allOf, type FieldOperator, type Rule } from '../../src/audiences/filters/rules.ts';
import { filterCondition } from '../../src/audiences/filters/store.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import { countContacts } from '../../src/people/contacts/counts.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { json } from '../../src/platform/database/values.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import { databases } from '../support/database.ts';

const birthday = (operator: FieldOperator, value: string): Rule => {
  return { field: 'BIRTHDAY', is_customfield: false, type: 'date', operator, value };
};
const created = (operator: FieldOperator, value: string): Rule => {
  return { field: 'CREATED', is_customfield: false, type: 'timestamp', operator, value };
};
const berlin = 'Europe/Berlin'; // 2026: summer time from 29 March 01:00 to 25 October 01:00 UTC
const cairo = 'Africa/Cairo'; // 2026: from 24 April, when 00:00 to 01:00 is left out, to 30 October
const kiritimati = 'Pacific/Kiritimati'; // 14 hours before UTC
const pagoPago = 'Pacific/Pago_Pago'; // 11 hours behind

type Row = [what: string, timeZone: string, now: string, subject: string, rule: Rule, wanted: boolean];

/** A birthday against today. */
const birthdays: Row[] = [
  ['today in UTC', 'UTC', '2026-11-20T23:59:59Z', '1990-11-20', birthday('ANNIVERSARY', '0'), true],
  ['tomorrow already', kiritimati, '2026-11-20T10:00:00Z', '1990-11-21', birthday('ANNIVERSARY', '0'), true],
  ['not yet', kiritimati, '2026-11-20T09:59:59Z', '1990-11-21', birthday('ANNIVERSARY', '0'), false],
  ['still yesterday', pagoPago, '2026-11-20T10:59:59Z', '1990-11-19', birthday('ANNIVERSARY', '0'), true],
  ['no longer', pagoPago, '2026-11-20T11:00:00Z', '1990-11-19', birthday('ANNIVERSARY', '0'), false],
  ['leap day of a year without', kiritimati, '2026-02-27T10:00:00Z', '2000-02-29', birthday('ANNIVERSARY', '0'), true],
  ['the new year there', kiritimati, '2026-12-31T10:00:00Z', '1990-01-01', birthday('ANNIVERSARY', '0'), true],
  ['before summer time begins', berlin, '2026-03-28T22:59:59Z', '1990-03-29', birthday('ANNIVERSARY', '0'), false],
  ['the day it begins', berlin, '2026-03-28T23:00:00Z', '1990-03-29', birthday('ANNIVERSARY', '0'), true],
  ['the end of that day', berlin, '2026-03-29T21:59:59Z', '1990-03-29', birthday('ANNIVERSARY', '0'), true],
  ['the day after', berlin, '2026-03-29T22:00:00Z', '1990-03-29', birthday('ANNIVERSARY', '0'), false],
  ['25 hours of 25 October', berlin, '2026-10-25T22:59:59Z', '1990-10-25', birthday('ANNIVERSARY', '0'), true],
  ['within the last day', kiritimati, '2026-11-20T10:00:00Z', '2026-11-21', birthday('WITHIN_DAYS', '1'), true],
  ['not in the future', pagoPago, '2026-11-20T10:00:00Z', '2026-11-20', birthday('WITHIN_DAYS', '1'), false],
  ['two days', pagoPago, '2026-11-20T10:00:00Z', '2026-11-18', birthday('WITHIN_DAYS', '2'), true],
  ['but not three', pagoPago, '2026-11-20T11:00:00Z', '2026-11-18', birthday('WITHIN_DAYS', '2'), false],
  [
    'a date has no zone: before',
    kiritimati,
    '2026-11-20T10:00:00Z',
    '2026-11-20',
    birthday('BEFORE', '2026-11-21'),
    true,
  ],
  ['a date has no zone: after', pagoPago, '2026-11-20T10:00:00Z', '2026-11-20', birthday('AFTER', '2026-11-20'), false],
];

const evening = '2026-11-20T12:00:00Z';
/** The instant of creation against days and times of the zone. */
const instants: Row[] = [
  ['before midnight there', berlin, evening, '2026-11-19T22:59:59Z', created('BEFORE', '2026-11-20 00:00:00'), true],
  ['midnight there', berlin, evening, '2026-11-19T23:00:00Z', created('BEFORE', '2026-11-20 00:00:00'), false],
  ['at a time there', berlin, evening, '2026-07-01T08:00:00.900Z', created('EQUALS', '2026-07-01 10:00:00'), true],
  ['after, in summer', berlin, evening, '2026-07-01T08:00:01Z', created('AFTER', '2026-07-01 10:00:00'), true],
  ['the first 02:30', berlin, evening, '2026-10-25T00:30:00Z', created('EQUALS', '2026-10-25 02:30:00'), true],
  ['the second 02:30', berlin, evening, '2026-10-25T01:30:00Z', created('EQUALS', '2026-10-25 02:30:00'), true],
  ['a time that is left out', berlin, evening, '2026-03-29T01:00:00Z', created('AFTER', '2026-03-29 02:30:00'), true],
  ['the second before it', berlin, evening, '2026-03-29T00:59:59Z', created('BEFORE', '2026-03-29 02:30:00'), true],
  ['today there', kiritimati, '2026-11-20T12:00:00Z', '2026-11-20T10:00:00Z', created('WITHIN_DAYS', '1'), true],
  ['yesterday there', kiritimati, '2026-11-20T12:00:00Z', '2026-11-20T09:59:59Z', created('WITHIN_DAYS', '1'), false],
  ['a year ago there', pagoPago, '2026-11-20T12:00:00Z', '2025-11-21T10:59:59Z', created('ANNIVERSARY', '0'), true],
  ['a day later there', pagoPago, '2026-11-20T12:00:00Z', '2025-11-21T11:00:00Z', created('ANNIVERSARY', '0'), false],
];

const opened = (days: number): Rule => ({ operator: 'OPENED', days });
/** The instant of an opening against the last days of the zone. */
const openings: Row[] = [
  ['today in UTC', 'UTC', '2026-11-20T12:00:00Z', '2026-11-20T00:00:00Z', opened(1), true],
  ['yesterday in UTC', 'UTC', '2026-11-20T12:00:00Z', '2026-11-19T23:59:59Z', opened(1), false],
  ['today there', berlin, '2026-11-20T12:00:00Z', '2026-11-19T23:00:00Z', opened(1), true],
  ['yesterday there', berlin, '2026-11-20T12:00:00Z', '2026-11-19T22:59:59Z', opened(1), false],
  ['a day of 23 hours', berlin, '2026-03-30T12:00:00Z', '2026-03-28T23:00:00Z', opened(2), true],
  ['and one second', berlin, '2026-03-30T12:00:00Z', '2026-03-28T22:59:59Z', opened(2), false],
  ['a day of 25 hours', berlin, '2026-10-26T12:00:00Z', '2026-10-24T22:00:00Z', opened(2), true],
  ['and a second', berlin, '2026-10-26T12:00:00Z', '2026-10-24T21:59:59Z', opened(2), false],
  ['a day that begins at one', cairo, '2026-04-24T12:00:00Z', '2026-04-23T22:00:00Z', opened(1), true],
  ['before that', cairo, '2026-04-24T12:00:00Z', '2026-04-23T21:59:59Z', opened(1), false],
];

describe.each(databases())('days of the time zone on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  let mailingId: number;
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    const mailing = { name: 'News', subject: 'x', type: 'regular', creator: 'a' } as const;
    mailingId = (await insertMailing(database.kysely, accountId, mailing))!;
    await sql`create schema fake`.execute(database.kysely);
    await sql`create function fake.now() returns timestamptz stable language sql
      return current_setting('fake.now')::timestamptz`.execute(database.kysely);
  });
  afterAll(() => database.close());

  /** Whether the rule finds the only contact of the account, when the clock of the database shows a time, or days count from then. */
  async function finds(
    timeZone: string,
    now: string,
    rule: Rule,
    contact: { born?: string; created?: string; opened?: string },
  ) {
    return database.kysely.transaction().execute(async (transaction) => {
      await sql`select set_config('fake.now', ${now}, true)`.execute(transaction);
      await sql`set local search_path = public, fake, pg_catalog`.execute(transaction);
      await transaction.updateTable('account').set({ time_zone: timeZone }).where('id', '=', accountId).execute();
      await transaction.deleteFrom('contact').where('account_id', '=', accountId).execute();
      const fields: Record<string, string> = contact.born ? { BIRTHDAY: contact.born } : {};
      const row = {
        account_id: accountId,
        standard_fields: json(fields),
        created_at: new Date(contact.created ?? now),
      };
      const { id } = await transaction.insertInto('contact').values(row).returning('id').executeTakeFirstOrThrow();
      if (contact.opened) {
        const how = { class: 'human', format: 'html', device: 'UNKNOWN' } as const;
        await recordOpenings(transaction, accountId, [
          { ...how, contactId: id, mailingId, at: new Date(contact.opened) },
        ]);
      }
      const filter = { account_id: accountId, rules: allOf(rule) };
      const found = async (at?: Date) =>
        (await countContacts(transaction, accountId, filterCondition(filter, at))).all === 1;
      const byClock = await found();
      await sql`select set_config('fake.now', '2001-01-01T00:00:00Z', true)`.execute(transaction);
      expect(await found(new Date(now))).toBe(byClock);
      return byClock;
    });
  }

  test.each(birthdays)('a birthday: %s', async (_what, timeZone, now, born, rule, wanted) => {
    expect(await finds(timeZone, now, rule, { born })).toBe(wanted);
  });

  test.each(instants)('an instant: %s', async (_what, timeZone, now, created, rule, wanted) => {
    expect(await finds(timeZone, now, rule, { created })).toBe(wanted);
  });

  test.each(openings)('an opening: %s', async (_what, timeZone, now, opened, rule, wanted) => {
    expect(await finds(timeZone, now, rule, { opened })).toBe(wanted);
  });

  test('a zone that there is not is refused', async () => {
    const change = database.kysely.updateTable('account').set({ time_zone: 'Mars/Olympus' });
    await expect(change.where('id', '=', accountId).execute()).rejects.toMatchObject({ code: '22023' });
  });

  test('the day begins at the midnight of the zone', async () => {
    await database.kysely.updateTable('account').set({ time_zone: kiritimati }).where('id', '=', accountId).execute();
    const { rows } = await sql<{ start: Date; now: Date }>`
      select ${startOfDay({ accountId })} as start, now() as now`.execute(database.kysely);
    const { start, now } = rows[0]!;
    expect(start.toISOString().slice(11)).toBe('10:00:00.000Z');
    expect(now.getTime() - start.getTime()).toBeLessThan(86_400_000);
  });
});
