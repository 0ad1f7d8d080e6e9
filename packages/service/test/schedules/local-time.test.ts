import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advance, engineOf, queuedSendout, runToEnd } from '../sending/harness.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const field = 'TIME_ZONE';
const minute = 60_000;
const hour = 60 * minute;
/** A zone whose clocks are never changed. */
const zone = 'Asia/Tokyo';

describe.each(usualDatabases())('sendouts by local time on $kind', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    const { client, db } = service;
    await db.updateTable('account').set({ time_zone: zone }).execute();
    await client.contacts.createCustomField({ field, type: 'string' }).orThrow();
    await client.contacts.createCustomField({ field: 'SHOE_SIZE', type: 'integer' }).orThrow();
    await db.deleteFrom('contact').execute();
    for (const [name, value] of people)
      await client.contacts
        .createByEmail({
          email: `${name}@example.com`,
          permission: 5,
          body: value === undefined ? {} : { custom_fields: [{ name: field, value }] },
        })
        .orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const people: [name: string, zone: string | undefined][] = [
    ['hana', 'Asia/Tokyo'],
    ['none', undefined],
    ['typo', 'Tokyo!'],
    ['perth', 'Australia/Perth'],
    ['kolkata', 'Asia/Kolkata'],
    ['auckland', 'Etc/GMT-12'],
  ];
  const schedules = () => service.client.regularMailings;
  const subjects = (subject: string) =>
    smtp.mails
      .filter(({ email }) => email.subject === subject)
      .map(({ to }) => to[0]!.split('@')[0]!)
      .sort();

  /** A time of the clock so many hours from now where the account is, as parameters. */
  function clock(hours: number) {
    const time = Temporal.Now.zonedDateTimeISO(zone)
      .add({ hours })
      .round({ smallestUnit: 'minute', roundingMode: 'floor' });
    return { date: time.toPlainDate().toString(), hours: String(time.hour), minutes: String(time.minute) };
  }
  const byField = { dispatchOption: 'localtime', dispatchTimeZoneField: field } as const;

  test('said before, kept with the schedule, and refused where it cannot be', async () => {
    const mailingid = await createSendout(service);
    const at = { ...clock(2), dispatchTimeZoneField: field };
    const preview = await schedules()
      .getWaves({ mailingid, ...at })
      .orThrow();
    const shown = preview.waves.map(({ kind, zones, next_day, contacts }) => [kind, zones, next_day, contacts]);
    expect(preview).toMatchObject({ fixed: false, time_zone: zone, starts: preview.waves[0]!.at });
    // In Auckland it is three hours later: the time was over an hour ago.
    expect(shown).toEqual([
      ['zone', ['Asia/Tokyo'], false, 1],
      ['no_zone', [], false, 1],
      ['unknown_zone', ['Tokyo!'], false, 1],
      ['zone', ['Australia/Perth'], false, 1],
      ['zone', ['Asia/Kolkata'], false, 1],
      ['zone', ['Etc/GMT-12'], true, 1],
    ]);
    await schedules()
      .createSchedule({ mailingid, ...clock(2), ...byField })
      .orThrow();
    const { date, hours, minutes } = clock(2);
    expect(await schedules().getSchedule({ mailingid }).orThrow()).toEqual({
      date,
      hours: hours.padStart(2, '0'),
      minutes: minutes.padStart(2, '0'),
      state: 'scheduled',
      ...byField,
    });
    expect(await schedules().getWaves({ mailingid }).orThrow()).toEqual(preview);

    const refused = [
      [{ mailingid, date, hours }, 400, 'must be given together but there was no minutes, dispatchTimeZoneField'],
      [{ mailingid, ...at, dispatchTimeZoneField: 'SHOE_SIZE' }, 400, 'of type string but was SHOE_SIZE'],
      [{ mailingid, ...at, dispatchTimeZoneField: 'NOTHING' }, 400, 'of type string but was NOTHING'],
      [{ mailingid, ...at, date: '2020-01-01' }, 400, 'must be in the future but are 2020-01-01'],
      [{ mailingid: await createSendout(service) }, 404, 'has no schedule by local time'],
      [{ mailingid: 404404 }, 404, 'Mailing with id 404404 not found.'],
    ] as const;
    for (const [input, status, message] of refused) {
      const answer = await schedules().getWaves(input);
      expect([answer.status, answer.ok ? '' : answer.error.message]).toEqual([
        status,
        expect.stringContaining(message),
      ]);
    }
    const deleted = await service.client.contacts.deleteCustomField({ field });
    expect([deleted.status, deleted.ok ? '' : deleted.error.message]).toEqual([
      409,
      `Custom field ${field} is used by the schedule of mailing ${mailingid}.`,
    ]);
    expect((await service.client.contacts.getCustomField({ field }).orThrow()).uses).toMatchObject([
      { kind: 'mailing', id: mailingid, is_binding: true },
    ]);
    await schedules().deleteSchedule({ mailingid }).orThrow();
  });

  test('wave by wave, also when it is paused and resumed between them; canceled, others get nothing', async () => {
    const { client, db } = service;
    const mailingid = await createSendout(service);
    await client.mailings.setSubject({ mailingid, body: 'In waves' }).orThrow();
    await schedules()
      .createSchedule({ mailingid, ...clock(1), ...byField })
      .orThrow();
    // An hour passes: in Tokyo it is the time.
    await sql`update mailing set schedule_time = schedule_time - interval '1 hour' where id = ${mailingid}`.execute(db);
    await sql`update mailing_schedule set local_time = ${localTimeNow()} where mailing_id = ${mailingid}`.execute(db);
    await sql`update job set due_at = now() where kind = 'fire-schedule'`.execute(db);
    service.wakeWorker();
    await expect.poll(() => outcomes(service, mailingid)).toEqual({ sent: 3, pending: 3 });
    expect(subjects('In waves')).toEqual(['hana', 'none', 'typo']);
    const waves = async () => {
      const { fixed, waves } = await schedules().getWaves({ mailingid }).orThrow();
      return [fixed, ...waves.map(({ contacts, sent, waiting, next_day }) => [contacts, sent, waiting, next_day])];
    };
    expect(await waves()).toEqual([
      true,
      [1, 1, 0, false],
      [1, 1, 0, false],
      [1, 1, 0, false],
      [1, 0, 1, false],
      [1, 0, 1, false],
      [1, 0, 1, true],
    ]);
    const due = await db
      .selectFrom('recipient_batch')
      .select('due_at')
      .where('mailing_id', '=', mailingid)
      .orderBy('due_at')
      .execute();
    const { schedule_time } = await db
      .selectFrom('mailing')
      .select('schedule_time')
      .where('id', '=', mailingid)
      .executeTakeFirstOrThrow();
    expect(due.map(({ due_at }) => (due_at.getTime() - schedule_time!.getTime()) / hour)).toEqual([1, 3.5, 21]);

    await client.mailingActions.pause({ mailingid }).orThrow();
    const comes = (hours: number) =>
      sql`update recipient_batch set due_at = due_at - make_interval(mins => ${hours * 60}::int) where mailing_id = ${mailingid}`.execute(
        db,
      );
    await comes(1.5);
    service.wakeWorker();
    expect(await outcomes(service, mailingid)).toEqual({ sent: 3, pending: 3 });
    await client.mailingActions.resume({ mailingid }).orThrow();
    await expect.poll(() => outcomes(service, mailingid)).toEqual({ sent: 4, pending: 2 });
    expect(subjects('In waves')).toEqual(['hana', 'none', 'perth', 'typo']);
    await client.mailingActions.cancel({ mailingid }).orThrow();
    await expect.poll(() => outcomes(service, mailingid)).toEqual({ sent: 4, 'skipped: canceled': 2 });
    await comes(48);
    service.wakeWorker();
    expect((await waves()).slice(-3)).toEqual([
      [1, 1, 0, false],
      [1, 0, 0, false],
      [1, 0, 0, true],
    ]);
    expect(subjects('In waves')).toEqual(['hana', 'none', 'perth', 'typo']);
  });

  test('a mailing that is sent by hand after its schedule failed goes out at once, without waves', async () => {
    const mailingid = await createSendout(service);
    await schedules()
      .createSchedule({ mailingid, ...clock(1), ...byField })
      .orThrow();
    await service.client.mailings.setSubject({ mailingid, body: 'Changed' });
    await sql`update mailing set schedule_time = now() where id = ${mailingid}`.execute(service.db);
    await sql`update mailing set content_version = content_version + 1 where id = ${mailingid}`.execute(service.db);
    await sql`update job set due_at = now() where kind = 'fire-schedule'`.execute(service.db);
    service.wakeWorker();
    await reached(service, mailingid, 'draft');
    await service.client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    expect((await schedules().getWaves({ mailingid })).status).toBe(404);
  });

  const localTimeNow = () =>
    Temporal.Now.zonedDateTimeISO(zone)
      .round({ smallestUnit: 'minute', roundingMode: 'floor' })
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' });
});

const zones = ['Europe/Berlin', 'Europe/Lisbon', 'America/New_York', 'Asia/Kolkata', 'no zone', undefined];

describe.each(usualDatabases())('over changes of clocks on $kind', ({ open }) => {
  test.each<[what: string, local: string, wanted: Record<string, string>]>([
    [
      'clocks go forward in Europe: an hour that there is not is the next that there is',
      '2026-03-29T02:30',
      {
        'Asia/Kolkata': '2026-03-28T21:00',
        'Europe/Berlin': '2026-03-29T01:00',
        'no zone': '2026-03-29T01:00',
        undefined: '2026-03-29T01:00',
        'Europe/Lisbon': '2026-03-29T01:30',
        'America/New_York': '2026-03-29T06:30',
      },
    ],
    [
      'clocks go back in Europe: of an hour that there is twice it is the first',
      '2025-10-26T02:30',
      {
        'Asia/Kolkata': '2025-10-25T21:00',
        'Europe/Berlin': '2025-10-26T00:30',
        'no zone': '2025-10-26T00:30',
        undefined: '2025-10-26T00:30',
        'Europe/Lisbon': '2025-10-26T02:30',
        'America/New_York': '2025-10-26T06:30',
      },
    ],
  ])('%s; three processes send every mail once', async (_, local, wanted) => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await queuedSendout(db, 1200);
    await sql`update account set time_zone = 'Europe/Berlin' where id = ${accountId}`.execute(db);
    const { id: fieldId } = await db
      .insertInto('custom_field')
      .values({ account_id: accountId, name: field, type: 'string' })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [index, zone] of zones.entries())
      if (zone !== undefined)
        await sql`update contact set custom_fields = jsonb_build_object(${String(fieldId)}::text, ${zone}::text)
          where account_id = ${accountId} and id % ${zones.length} = ${index}`.execute(db);
    await db
      .insertInto('mailing_schedule')
      .values({
        account_id: accountId,
        mailing_id: mailingId,
        state: 'fired',
        content_version: 1,
        dispatch_option: 'localtime',
        clicks_as_reference: false,
        waves_group: 3,
        local_time: local,
        zone_field_id: fieldId,
      } as never)
      .execute();
    const starts = new Date(`${wanted['Asia/Kolkata']!}Z`);
    await db.updateTable('mailing').set({ schedule_time: starts }).where('id', '=', mailingId).execute();
    await advance(db, accountId, mailingId);

    const { rows } = await sql<{ zone: string | null; due: Date; contacts: number; batches: number }>`
      select custom_fields ->> ${String(fieldId)}::text as zone, due_at as due, count(*) as contacts, count(distinct batch.id) as batches
      from recipient_batch as batch, unnest(contact_ids) as contact_id
      join contact on contact.account_id = ${accountId} and contact.id = contact_id
      where batch.mailing_id = ${mailingId} group by 1, 2`.execute(db);
    expect(
      Object.fromEntries(rows.map(({ zone, due }) => [String(zone ?? undefined), due.toISOString().slice(0, 16)])),
    ).toEqual(wanted);
    expect(rows.map(({ contacts }) => contacts)).toEqual(Array.from({ length: 6 }, () => 200));

    const got = new Map<number, number>();
    const engine = () =>
      engineOf(async ({ contactId }) => {
        got.set(contactId, (got.get(contactId) ?? 0) + 1);
        return undefined;
      });
    // A process sends the first wave, and is gone when the others are due, which two others send.
    const shift = (years: number) =>
      sql`update recipient_batch set due_at = due_at + make_interval(years => ${years}::int)
        where mailing_id = ${mailingId} and due_at > ${starts}`.execute(db);
    await shift(50);
    await runToEnd(db, engine());
    expect([got.size, Math.max(...got.values())]).toEqual([200, 1]);
    expect(await outcomes({ db }, mailingId)).toEqual({ sent: 200, pending: 1000 });
    await shift(-50);
    await Promise.all([engine(), engine()].map((each) => runToEnd(db, each)));
    expect([got.size, Math.max(...got.values())]).toEqual([1200, 1]);
    await advance(db, accountId, mailingId);
    const { state } = await db
      .selectFrom('mailing')
      .select('state')
      .where('id', '=', mailingId)
      .executeTakeFirstOrThrow();
    expect(state).toBe('done');
  });
});
