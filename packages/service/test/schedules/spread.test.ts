import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventClass } from '../../src/tracking/tables.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const minute = 60_000;
const hour = 60 * minute;
/** A zone whose clocks are never changed. */
const zone = 'Asia/Tokyo';

describe.each(usualDatabases())('spread sendouts on $kind', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    await service.db.updateTable('account').set({ time_zone: zone }).execute();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  type Options = Partial<Parameters<TestService['client']['regularMailings']['createSchedule']>[0]>;

  /** A time so many milliseconds ago, as schedules have them. */
  const ago = (millis: number) => Math.floor((Date.now() - millis) / minute) * minute;

  /** A mailing whose schedule is put where its time has come. */
  async function fire(options: Options, start: number): Promise<number> {
    const mailingid = await createSendout(service);
    const date = `${new Date().getUTCFullYear() + 1}-01-15`;
    await service.client.regularMailings
      .createSchedule({ mailingid, date, hours: '8', minutes: '5', ...options })
      .orThrow();
    await service.db
      .updateTable('mailing')
      .set({ schedule_time: new Date(start) })
      .where('id', '=', mailingid)
      .execute();
    await service.db
      .updateTable('job')
      .set({ due_at: new Date(start) })
      .where('kind', '=', 'fire-schedule')
      .execute();
    return mailingid;
  }
  const batches = (mailingid: number) =>
    service.db
      .selectFrom('recipient_batch')
      .select(['contact_ids', 'due_at'])
      .where('mailing_id', '=', mailingid)
      .orderBy('due_at')
      .execute();
  const makeDue = (mailingid: number) =>
    service.db.updateTable('recipient_batch').set({ due_at: new Date() }).where('mailing_id', '=', mailingid).execute();
  const contactId = async (email: string) => (await service.client.contacts.getByEmail({ email }).orThrow()).id!;

  test('evenly: parts whose time has come go out, the others wait for theirs', async () => {
    const start = ago(90 * minute);
    const mailingid = await fire({ dispatchOption: 'uniform', dispatchEndInHours: 3 }, start);
    await expect.poll(() => outcomes(service, mailingid)).toEqual({ sent: 4, pending: 2 });
    await expect.poll(() => batches(mailingid)).toHaveLength(1);
    const [last] = await batches(mailingid);
    expect([last!.contact_ids.length, last!.due_at.getTime()]).toEqual([2, start + 2 * hour]);
    expect(await service.client.mailings.getState({ mailingid }).orThrow()).toBe('sending');
    await makeDue(mailingid);
    service.wakeWorker();
    await reached(service, mailingid, 'done');
    expect(await outcomes(service, mailingid)).toEqual({ sent: 6 });
  });

  test.each<['openings' | 'clicks', Options, string, number]>([
    ['openings', { dispatchOption: 'hour', dispatchEndInHours: 12 }, 'ada.moreau@example.com', 5],
    [
      'clicks',
      { dispatchOption: 'hour', dispatchEndInHours: 12, clicksAsResponseReference: true },
      'ben.okafor@example.com',
      3,
    ],
    ['openings', { dispatchOption: 'weekdayhour', dispatchEndInDays: 1 }, 'ada.moreau@example.com', 5],
  ])('by %s: %j', async (_, options, email, hoursLater) => {
    const start = ago(0);
    const fullHour = Math.floor(start / hour) * hour;
    const respond = async (email: string, table: 'opening' | 'click', later: number, kind: EventClass = 'human') =>
      record(await contactId(email), table, new Date(fullHour + later * hour + 10 * minute - 7 * 24 * hour), kind);
    await service.db.deleteFrom('reader').execute();
    await respond('ada.moreau@example.com', 'opening', 5);
    await respond('ada.moreau@example.com', 'opening', 7, 'machine');
    await respond('ada.moreau@example.com', 'opening', 7, 'machine');
    await respond('ben.okafor@example.com', 'click', 3);
    const mailingid = await fire({ ...options, dispatchWavesGroup: 3 }, start);
    await reached(service, mailingid, 'sending');
    const found = await batches(mailingid);
    const responding = await contactId(email);
    const own = found.find(({ contact_ids }) => contact_ids.includes(responding));
    expect(own).toEqual({ contact_ids: [responding], due_at: new Date(fullHour + hoursLater * hour) });
    const others = found.filter((batch) => batch !== own);
    expect(others.flatMap(({ contact_ids }) => contact_ids)).toHaveLength(5);
    for (const { due_at } of others) expect(due_at.getTime()).toBeGreaterThanOrEqual(fullHour + 8 * hour);
    await service.client.mailingActions.cancel({ mailingid }).orThrow();
  });

  test('who sends a mailing by hand after its schedule failed sends it at once', async () => {
    const leave = (at: Date | null) => service.db.updateTable('contact').set({ unsubscribed_at: at }).execute();
    await leave(new Date());
    const mailingid = await fire({ dispatchOption: 'uniform', dispatchEndInHours: 3 }, ago(0));
    await reached(service, mailingid, 'failed');
    await leave(null);
    await service.client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
  });

  async function record(contact_id: number, table: 'opening' | 'click', at: Date, kind: EventClass): Promise<void> {
    const { db, accountId: account_id } = service;
    const mailing_id = await createSendout(service);
    const { id: reader_id } = await db
      .insertInto('reader')
      .values({ account_id, mailing_id, contact_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const event = { account_id, reader_id, mailing_id, at, class: kind, first: false, format: 'html' as const };
    if (table === 'opening')
      await db
        .insertInto('opening')
        .values({ ...event, user_agent: null })
        .execute();
    else {
      const { id: link_id } = await db
        .insertInto('link')
        .values({ account_id, mailing_id, url: 'https://a.example/' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('click')
        .values({ ...event, link_id, user_agent: null })
        .execute();
    }
  }
});
