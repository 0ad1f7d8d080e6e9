import type { DispatchOptions } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planRun } from '../../src/events/triggers/plan.ts';
import { runTriggerJob } from '../../src/events/triggers/run-job.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe.each(usualDatabases())('the clock of trigger mailings in Berlin, on $kind', ({ open }) => {
  let service: TestService;
  let everybody: number;
  let birthdays: number;
  const people: Record<string, string> = { '28th': '1990-02-28', leap: '2000-02-29', first: '1985-03-01' };
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { worker: false });
    const { client, db, accountId } = service;
    await db.updateTable('account').set({ time_zone: 'Europe/Berlin' }).where('id', '=', accountId).execute();
    const filter = (name: string, rule: object) =>
      client.contactFilters.create({ body: { name, rules: [{ is_customfield: false, ...rule }] } as never }).orThrow();
    everybody = await filter('Everybody', { field: 'BIRTHDAY', type: 'date', operator: 'NOTEMPTY' });
    birthdays = await filter('Birthdays', { field: 'BIRTHDAY', type: 'date', operator: 'ANNIVERSARY', value: '0' });
    for (const [name, value] of Object.entries(people)) {
      const body = { standard_fields: [{ name: 'BIRTHDAY' as const, value }] };
      await client.contacts.createByEmail({ email: `${name}@example.org`, permission: 2, body }).orThrow();
    }
  });
  afterAll(() => service?.close());

  let made = 0;
  /** A released trigger mailing whose first run is the first one after an instant. */
  async function release(times: Partial<DispatchOptions>, after: string, filter = everybody): Promise<number> {
    const { client, db, accountId } = service;
    const name = `Trigger ${++made}`;
    const mailingid = await client.mailings.create({ name, subject: name, type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>Hello</p>' }).orThrow();
    const body = { type: 'MULTI', target: 'CONTACTFILTER', contact_filter_id: filter, start_trigger: true, ...times };
    await client.triggerMailings.createDispatching({ mailingid, body: body as DispatchOptions }).orThrow();
    const account = { id: accountId, time_zone: 'Europe/Berlin' };
    await planRun(db, account, { account_id: accountId, id: mailingid }, new Date(after));
    return mailingid;
  }

  /** A worker that looks at a time of the clock: how many jobs it ran. */
  const lookAt = (time: number | string) => {
    const clock = () => new Date(time);
    const job = runTriggerJob(
      () => Promise.reject(new Error('no feed here')),
      () => {},
    );
    return runDueJobs(service.db, [job], () => {}, clock);
  };
  const lookEvery = async (millis: number, from: string, to: string) => {
    for (let at = Date.parse(from); at < Date.parse(to); at += millis) await lookAt(at);
  };
  /** Instants of the runs, and how many each went to. */
  const runsOf = async (mailing: number) => {
    const rows = await service.db
      .selectFrom('trigger_run')
      .select(['planned_at', 'recipients'])
      .where('mailing_id', '=', mailing)
      .orderBy('planned_at')
      .execute();
    return rows.map(({ planned_at, recipients }) => [planned_at.toISOString().slice(0, 16), recipients]);
  };
  const instants = async (mailing: number) => (await runsOf(mailing)).map(([instant]) => instant);
  /** No run of another test is due in this one's years. */
  const stop = (mailingid: number) => service.client.triggerMailings.deleteDispatching({ mailingid }).orThrow();
  /** Names of those whom the runs were for, in the order of the runs. */
  const reached = async (mailing: number) => {
    const rows = await service.db
      .selectFrom('recipient')
      .innerJoin('contact', 'contact.id', 'recipient.contact_id')
      .select(['occasion', 'email'])
      .where('mailing_id', '=', mailing)
      .orderBy('occasion')
      .orderBy('email')
      .execute();
    return rows.map(({ occasion, email }) => `${occasion.slice(4, 14)} ${email!.split('@')[0]}`);
  };

  test('birthdays: who was born on 29 February is congratulated each year, on the 28th where there is none', async () => {
    const daily = { interval: 'DAY', hours: 9, minutes: 0 } as const;
    const mailing = await release(daily, '2031-02-26T12:00:00Z', birthdays);
    await lookEvery(day, '2031-02-27T08:00:00Z', '2031-03-03T00:00:00Z');
    expect(await reached(mailing)).toEqual(['2031-02-28 28th', '2031-02-28 leap', '2031-03-01 first']);
    await stop(mailing);
    const leapYear = await release(daily, '2032-02-26T12:00:00Z', birthdays);
    await lookEvery(day, '2032-02-27T08:00:00Z', '2032-03-03T00:00:00Z');
    expect(await reached(leapYear)).toEqual(['2032-02-28 28th', '2032-02-29 leap', '2032-03-01 first']);
    await stop(leapYear);
  });

  test('birthdays: a run that is made up after midnight is for the day before', async () => {
    const mailing = await release({ interval: 'DAY', hours: 23, minutes: 30 }, '2031-02-28T12:00:00Z', birthdays);
    await lookAt('2031-03-01T03:00:00Z');
    expect(await runsOf(mailing)).toEqual([['2031-02-28T22:30', 2]]);
    await lookAt('2031-03-01T22:30:00Z');
    expect(await reached(mailing)).toEqual(['2031-02-28 28th', '2031-02-28 leap', '2031-03-01 first']);
    await stop(mailing);
  });

  test('summer time: a daily run happens once on the day whose clock skips its time, and on the one that repeats it', async () => {
    const daily = { interval: 'DAY', hours: 2, minutes: 30 } as const;
    const spring = await release(daily, '2031-03-28T12:00:00Z');
    await lookEvery(10 * minute, '2031-03-29T00:00:00Z', '2031-03-31T12:00:00Z');
    expect(await instants(spring)).toEqual(['2031-03-29T01:30', '2031-03-30T01:00', '2031-03-31T00:30']);
    await stop(spring);
    const autumn = await release(daily, '2031-10-24T12:00:00Z');
    await lookEvery(10 * minute, '2031-10-25T00:00:00Z', '2031-10-27T12:00:00Z');
    expect(await instants(autumn)).toEqual(['2031-10-25T00:30', '2031-10-26T00:30', '2031-10-27T01:30']);
    await stop(autumn);
  });

  test('summer time: an hourly run happens 23 times on the short day and 25 times on the long one', async () => {
    const hourly = { interval: 'HOUR', minutes: 15 } as const;
    for (const [from, to, wanted] of [
      ['2031-03-29T23:00:00Z', '2031-03-30T22:00:00Z', 23],
      ['2031-10-25T22:00:00Z', '2031-10-26T23:00:00Z', 25],
    ] as const) {
      const mailing = await release(hourly, from);
      await lookEvery(5 * minute, from, to);
      expect(new Set(await instants(mailing)).size).toBe(wanted);
      expect((await runsOf(mailing)).every(([, recipients]) => recipients === 3)).toBe(true);
      await stop(mailing);
    }
  });

  test.each([
    [29, ['2031-01-29', '2031-02-28', '2031-03-29', '2031-04-29'], ['2032-02-29']],
    [31, ['2031-01-31', '2031-02-28', '2031-03-31', '2031-04-30'], ['2032-02-29']],
  ])('the %i. of each month, or its last day', async (dayOfMonth, wanted, leap) => {
    const monthly = { interval: 'MONTH', day_of_month: dayOfMonth, hours: 12, minutes: 0 } as const;
    for (const [from, to, days] of [
      ['2031-01-02T12:00:00Z', '2031-05-02T00:00:00Z', wanted],
      ['2032-02-02T12:00:00Z', '2032-03-02T00:00:00Z', leap],
    ] as const) {
      const mailing = await release(monthly, from);
      await lookEvery(day, from, to);
      expect((await instants(mailing)).map((instant) => String(instant).slice(0, 10))).toEqual(days);
      await stop(mailing);
    }
  });

  test('a clock that is set back an hour after a run does not run it again', async () => {
    const mailing = await release({ interval: 'HOUR', minutes: 0 }, '2031-06-10T07:30:00Z');
    expect(await lookAt('2031-06-10T08:00:10Z')).toBe(1);
    await lookEvery(minute, '2031-06-10T07:00:10Z', '2031-06-10T09:00:00Z');
    expect(await runsOf(mailing)).toEqual([['2031-06-10T08:00', 3]]);
    expect(await lookAt('2031-06-10T09:00:00Z')).toBe(1);
    expect(await runsOf(mailing)).toHaveLength(2);
    await stop(mailing);
  });

  test('a clock that is set forward an hour runs what it passes once, and again not when it is set right', async () => {
    for (const [interval, next] of [
      ['HOUR', '2031-06-10T09:00'],
      ['DAY', '2031-06-11T08:00'],
    ] as const) {
      const mailing = await release({ interval, hours: 10, minutes: 0 }, '2031-06-10T07:30:00Z');
      expect(await lookAt('2031-06-10T07:40:00Z')).toBe(0);
      expect(await lookAt('2031-06-10T08:40:00Z')).toBe(1);
      await lookEvery(minute, '2031-06-10T07:41:00Z', '2031-06-10T09:00:00Z');
      expect(await runsOf(mailing)).toEqual([['2031-06-10T08:00', 3]]);
      await lookAt(`${next}:00Z`);
      expect((await instants(mailing)).at(-1)).toBe(next);
      await stop(mailing);
    }
  });
});
