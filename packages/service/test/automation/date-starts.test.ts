import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { findProgram, insertProgram, raiseVersion } from '../../src/events/automation/programs.ts';
import { planDateStart, planDateStarts, startProgramJob } from '../../src/events/automation/start-by-date.ts';
import type { StartDate } from '../../src/events/tables.ts';
import { createContact } from '../../src/people/changes/single.ts';
import { customFields } from '../../src/people/contacts/store.ts';
import { insertCustomField } from '../../src/people/fields/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { usualDatabases } from '../support/database.ts';
import { killedAfter } from '../support/killed-after.ts';

const zone = 'Europe/Berlin';
const birthday: StartDate = { field: 'BIRTHDAY', is_customfield: false, days: 0, repeat: 'yearly', hour: 9 };

describe.each(usualDatabases())('programs that a date starts, by a virtual clock on $kind', ({ open }) => {
  let database: Database;
  let db: Database['kysely'];
  let accountId: number;
  let names = 0;

  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    accountId = await insertAccount(db, { name: 'one', domain: 'example.org' });
    for (const [name, type] of [
      ['RENEWAL', 'date'],
      ['ARRIVAL', 'timestamp'],
    ] as const)
      await insertCustomField(db, accountId, name, type);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await setZone(zone);
    for (const table of ['job', 'automation_program', 'contact'] as const) await db.deleteFrom(table).execute();
  });

  const setZone = (time_zone: string) =>
    db.updateTable('account').set({ time_zone }).where('id', '=', accountId).execute();

  async function contact(
    BIRTHDAY: string | null,
    custom: Record<string, string> = {},
    of = accountId,
  ): Promise<number> {
    const fields = await customFields(db, accountId);
    const customValues = Object.entries(custom).map(([name, value]) => [String(fields.get(name)!.id), value]);
    const person = {
      email: parseEmail(`c${++names}@example.org`)!,
      permission: 2,
      standardFields: { BIRTHDAY },
      customFields: Object.fromEntries(customValues),
      preferences: [],
    } as const;
    return createContact(db, of, { ...person, preferences: [] }, { source: undefined, subscriptionPage: undefined });
  }
  const setBirthday = (id: number, date: string) =>
    sql`update contact set standard_fields = jsonb_build_object('BIRTHDAY', ${date}::text) where id = ${id}`.execute(
      db,
    );
  const setField = (id: number, field: string, date: string) =>
    sql`update contact set custom_fields = jsonb_build_object(${field}::text, ${date}::text) where id = ${id}`.execute(
      db,
    );
  const custom = async (name: string) => String((await customFields(db, accountId)).get(name)!.id);

  /** A released program that is saved at an instant. */
  async function program(start_date: StartDate, now: string): Promise<number> {
    const steps = [{ kind: 'end' as const }];
    const id = await insertProgram(db, accountId, { name: `Program ${++names}`, state: 'released', steps, start_date });
    await planDateStart(db, accountId, id, new Date(now));
    return id;
  }
  async function save(id: number, now: string, changes: { state?: 'draft' | 'released'; start_date?: StartDate }) {
    const { name, state, steps, start_date, ...before } = (await findProgram(db, accountId, id))!;
    await raiseVersion(db, { name, state, steps, start_date, ...before }, { name, state, steps, ...changes });
    await planDateStart(db, accountId, id, new Date(now));
  }
  const fail = (line: string) => {
    throw new Error(line);
  };
  const runAt = (now: string | Date, on = db, log: (line: string) => void = fail) =>
    runDueJobs(on, [startProgramJob], log, () => new Date(now));
  /** Runs each job at the instant at which it is due. */
  async function passTimeUntil(end: string): Promise<void> {
    for (;;) {
      const starts = db.selectFrom('job').select('due_at').where('kind', '=', startProgramJob.kind);
      const next = await starts.orderBy('due_at').limit(1).executeTakeFirst();
      if (next === undefined || next.due_at > new Date(end)) return;
      await runAt(next.due_at);
      await endRuns();
    }
  }
  const endRuns = () => sql`update automation_run set ended_at = started_at where ended_at is null`.execute(db);
  /** Who has begun, and when. */
  async function begun(id: number): Promise<[contact: number, at: string][]> {
    const runs = await db
      .selectFrom('automation_run')
      .select(['contact_id', 'started_at'])
      .where('program_id', '=', id)
      .orderBy('started_at')
      .orderBy('contact_id')
      .execute();
    return runs.map(({ contact_id, started_at }) => [contact_id, started_at.toISOString().slice(0, 16)]);
  }

  test('over a leap year and the next, each begins on the anniversary at the hour, whatever the clock does', async () => {
    const born = ['1990-02-28', '1992-02-29', '1991-03-01', '1985-03-26', '1985-10-29', '1970-12-31', '2028-06-01'];
    const [feb28, feb29, mar1, mar26, oct29, dec31, summer] = await Promise.all(born.map((date) => contact(date)));
    await contact(null);
    const unborn = await contact('2029-02-10');
    const id = await program({ ...birthday, hour: 2 }, '2027-12-31T12:00:00Z');
    await passTimeUntil('2029-03-02T00:00:00Z');
    expect(await begun(id)).toEqual(
      [
        [dec31, '2028-12-31T01:00'],
        [feb28, '2028-02-28T01:00'],
        [feb29, '2028-02-29T01:00'],
        [mar1, '2028-03-01T01:00'],
        [mar26, '2028-03-26T01:00'],
        [summer, '2028-06-01T00:00'],
        [oct29, '2028-10-29T00:00'],
        [unborn, '2029-02-10T01:00'],
        [feb28, '2029-02-28T01:00'],
        [feb29, '2029-02-28T01:00'],
        [mar1, '2029-03-01T01:00'],
      ].sort(([, one], [, other]) => String(one).localeCompare(String(other))),
    );
  });

  test.each([
    ['a week before', { ...birthday, days: -7 }, '1990-03-04', '2027-02-25T08:00'],
    ['a day after, over the new year', { ...birthday, days: 1 }, '1990-12-31', '2028-01-01T08:00'],
    ['a day after 29 February, where there is none', { ...birthday, days: 1 }, '1992-02-29', '2027-03-01T08:00'],
    ['a day before 29 February, where there is none', { ...birthday, days: -1 }, '1992-02-29', '2027-02-27T08:00'],
    ['with a time behind the date', birthday, '1990-02-20 23:30:00', '2027-02-20T08:00'],
  ])('%s', async (_, start, date, wanted) => {
    const ada = await contact(date);
    const day = Date.parse(`${wanted}Z`);
    const id = await program(start, new Date(day - 24 * 3_600_000).toISOString());
    await passTimeUntil(new Date(day + 36 * 3_600_000).toISOString());
    expect(await begun(id)).toEqual([[ada, wanted]]);
  });

  test('once: on the date of a field of the account, and again when it is another date', async () => {
    const ada = await contact(null, { RENEWAL: '2028-05-31' });
    await contact(null, { RENEWAL: '2027-05-31' });
    const start = { field: await custom('RENEWAL'), is_customfield: true, days: -30, repeat: 'once', hour: 0 } as const;
    const id = await program(start, '2028-04-28T12:00:00Z');
    await passTimeUntil('2028-05-03T12:00:00Z');
    await setField(ada, start.field, '2028-06-05');
    await passTimeUntil('2028-05-10T12:00:00Z');
    expect(await begun(id)).toEqual([
      [ada, '2028-04-30T22:00'],
      [ada, '2028-05-05T22:00'],
    ]);
  });

  test('of a timestamp the date counts', async () => {
    const ada = await contact(null, { ARRIVAL: '2028-05-31 18:45:00' });
    const start = { field: await custom('ARRIVAL'), is_customfield: true, days: 1, repeat: 'once', hour: 9 } as const;
    const id = await program(start, '2028-05-30T12:00:00Z');
    await passTimeUntil('2028-06-03T12:00:00Z');
    expect(await begun(id)).toEqual([[ada, '2028-06-01T07:00']]);
  });

  test.each([
    ['on the same day', '2028-03-10T22:30:00Z', ['tenth']],
    ['less than a day late', '2028-03-11T07:30:00Z', ['tenth']],
    ['a day late', '2028-03-11T09:00:00Z', ['eleventh']],
    ['long after', '2028-03-31T09:00:00Z', []],
  ])('a worker that comes back %s, at %s, starts: %j', async (_, at, wanted) => {
    const people = new Map([
      [await contact('1980-03-10'), 'tenth'],
      [await contact('1980-03-11'), 'eleventh'],
    ]);
    const id = await program(birthday, '2028-03-10T06:00:00Z');
    await runAt(at);
    await endRuns();
    await runAt(at);
    expect((await begun(id)).map(([who]) => people.get(who))).toEqual(wanted);
  });

  test.each([
    ['2028-03-11T07:30:00Z', undefined],
    ['2028-03-11T09:00:00Z', 1],
    ['2028-03-31T09:00:00Z', 21],
  ])('people are told of days that are missed: at %s of %j', async (at, count) => {
    const id = await program(birthday, '2028-03-10T06:00:00Z');
    await runAt(at);
    await runAt(at);
    const told = db.selectFrom('work_outcome').select(['result', 'reasons']).where('object_id', '=', id);
    const outcome = { result: 'partly', reasons: [{ code: 'days_missed', count }] };
    expect(await told.execute()).toEqual(count === undefined ? [] : [outcome]);
  });

  test('a program that is saved starts those of the next hour, and nobody twice when it is saved again', async () => {
    const ada = await contact('1980-03-10');
    const missed = await program(birthday, '2028-03-10T08:00:00Z');
    const id = await program({ ...birthday, hour: 10 }, '2028-03-10T08:30:00Z');
    await passTimeUntil('2028-03-10T09:00:00Z');
    await save(id, '2028-03-10T09:01:00Z', { start_date: { ...birthday, hour: 15 } });
    await save(id, '2028-03-10T09:02:00Z', { state: 'draft' });
    await passTimeUntil('2028-03-10T09:30:00Z');
    await save(id, '2028-03-10T09:31:00Z', { state: 'released' });
    await passTimeUntil('2028-03-11T23:00:00Z');
    expect([await begun(missed), await begun(id)]).toEqual([[], [[ada, '2028-03-10T09:00']]]);
  });

  test('a program that is saved between its hour and its start loses nobody', async () => {
    const ada = await contact('1980-03-10');
    const id = await program(birthday, '2028-03-10T06:00:00Z');
    await save(id, '2028-03-10T08:00:30Z', {});
    await runAt('2028-03-10T08:00:31Z');
    expect(await begun(id)).toEqual([[ada, '2028-03-10T08:00']]);
  });

  test('a draft starts nobody, and has no job', async () => {
    await contact('1980-03-10');
    const id = await program(birthday, '2028-03-10T06:00:00Z');
    await save(id, '2028-03-10T06:01:00Z', { state: 'draft' });
    expect([await runAt('2028-03-10T12:00:00Z'), await begun(id)]).toEqual([0, []]);
    expect(await db.selectFrom('job').selectAll().execute()).toEqual([]);
  });

  test('a field that changes: its date at the hour counts, and one anniversary in a year', async () => {
    const [moved, corrected, late] = [
      await contact('1980-03-10'),
      await contact('1980-03-10'),
      await contact('1980-03-12'),
    ];
    const id = await program(birthday, '2028-03-10T06:00:00Z');
    await setBirthday(moved!, '1980-03-11');
    await passTimeUntil('2028-03-10T12:00:00Z');
    await setBirthday(corrected!, '1980-03-11');
    await setBirthday(late!, '1980-03-10');
    await passTimeUntil('2028-03-12T12:00:00Z');
    expect(await begun(id)).toEqual([
      [corrected, '2028-03-10T08:00'],
      [moved, '2028-03-11T08:00'],
    ]);
    await save(id, '2029-03-09T06:00:00Z', { state: 'draft' });
    await save(id, '2029-03-09T06:00:00Z', { state: 'released' });
    await passTimeUntil('2029-03-12T12:00:00Z');
    expect((await begun(id)).slice(2)).toEqual([
      [late, '2029-03-10T08:00'],
      [moved, '2029-03-11T08:00'],
      [corrected, '2029-03-11T08:00'],
    ]);
  });

  test('who is under way in the program is left out', async () => {
    const ada = await contact('1980-03-10');
    const field = await custom('RENEWAL');
    const id = await program({ ...birthday, repeat: 'once', field, is_customfield: true }, '2028-03-10T06:00:00Z');
    for (const date of ['2028-03-10', '2028-03-11']) {
      await setField(ada, field, date);
      await runAt(`${date}T08:00:00Z`);
    }
    expect(await begun(id)).toEqual([[ada, '2028-03-10T08:00']]);
  });

  test.each([
    ['to the east', 'Asia/Tokyo', '2028-03-10T00:00'],
    ['to the west', 'America/New_York', '2028-03-10T14:00'],
  ])('an account that moves %s is started by its new clock', async (_, time_zone, wanted) => {
    const ada = await contact('1980-03-10');
    const id = await program(birthday, '2028-03-09T12:00:00Z');
    await setZone(time_zone);
    await planDateStarts(db, accountId);
    await passTimeUntil('2028-03-10T23:00:00Z');
    expect(await begun(id)).toEqual([[ada, wanted]]);
  });

  test('contacts and programs of other accounts are left alone', async () => {
    const other = await insertAccount(db, { name: `other ${++names}`, domain: 'example.org' });
    await contact('1980-03-10', {}, other);
    const ada = await contact('1980-03-10');
    const id = await program(birthday, '2028-03-10T06:00:00Z');
    await runAt('2028-03-10T08:00:00Z');
    expect((await begun(id)).map(([who]) => who)).toEqual([ada]);
  });

  test('a day takes one job for each piece of the contacts and one for its end, and each contact begins once', async () => {
    const many = 40_001;
    await sql`
      insert into contact (account_id, email, email_folded, permission, standard_fields)
      select ${accountId}::int8, 'many' || n || '@example.org', 'many' || n || '@example.org', 2,
        jsonb_build_object('BIRTHDAY', case when n % 100 = 1 then '1980-03-10' else '1980-07-0' || n % 9 + 1 end)
      from generate_series(1, ${many}::int4) as n`.execute(db);
    const id = await program(birthday, '2028-03-10T06:00:00Z');
    expect(await runAt('2028-03-10T08:00:00Z')).toBe(4);
    const contacts = (await begun(id)).map(([who]) => who);
    expect([contacts.length, new Set(contacts).size]).toEqual([401, 401]);
    await db.deleteFrom('contact').where('email', 'like', 'many%').execute();
  });

  test('whatever statement is the last one of a worker, each contact begins once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => contact('1980-03-10')));
    let fatal = 1;
    for (let died = true; died; fatal++) {
      await db.deleteFrom('automation_program').execute();
      const id = await program(birthday, '2028-03-10T06:00:00Z');
      // Statements of the queue itself come after its transaction, and are those of another process then.
      const dying = killedAfter(fatal);
      await runAt('2028-03-10T08:00:00Z', db.withPlugin(dying), () => {}).catch(() => {});
      died = dying.hasDied;
      await runAt('2028-03-10T08:10:00Z');
      await endRuns();
      await runAt('2028-03-10T20:00:00Z');
      expect((await begun(id)).map(([who]) => who).sort(), `statement ${fatal}`).toEqual(people.toSorted());
    }
    expect(fatal).toBeGreaterThan(15);
  });
});
