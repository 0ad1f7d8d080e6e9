import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { raiseContentVersion } from '../../src/mailings/change.ts';
import { readSchedule } from '../../src/mailings/schedules/read.ts';
import { scheduleMailing, unscheduleMailing } from '../../src/mailings/schedules/schedule.ts';
import { findSchedule } from '../../src/mailings/schedules/store.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { claimJob, voidLeases } from '../../src/platform/queue/store.ts';
import { fireScheduleJob } from '../../src/sending/scheduled/fire.ts';
import { databases } from '../support/database.ts';

const second = 1000;
const hour = 3600 * second;
const quiet = () => {};

describe.each(databases())('the time of a mailing, on $kind', ({ open }) => {
  let database: Database;
  let db: Database['kysely'];
  let accountId: number;
  let mailingId: number;
  let names = 0;
  const start = new Date('2031-03-30T01:00:00Z');
  const after = (millis: number) => new Date(start.getTime() + millis);

  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    accountId = await insertAccount(db, { name: 'one', domain: 'example.org' });
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.deleteFrom('job').execute();
    const name = `Scheduled ${names++}`;
    mailingId = (await insertMailing(db, accountId, { name, subject: 'x', type: 'regular', creator: 'test' }))!;
    await schedule('2031-03-30', '02', '30');
  });

  /** In the hour that clocks skip, if not said otherwise. */
  async function schedule(date: string, hours: string, minutes: string): Promise<void> {
    const input = { date, hours, minutes, clicksAsResponseReference: false, dispatchWavesGroup: 3 } as const;
    const plan = readSchedule(input, 'Europe/Berlin', new Date('2031-01-01T00:00:00Z'));
    await scheduleMailing(db, await mailing(), plan, null);
  }
  const mailing = async () => (await findMailing(db, accountId, mailingId))!;
  const run = (clock: () => Date) => runDueJobs(db, [fireScheduleJob], quiet, clock);
  const runAt = (now: Date) => run(() => now);
  const outcome = async () => {
    const moves = await db
      .selectFrom('mailing_transition')
      .select(['to_state', 'actor', 'reason'])
      .where('mailing_id', '=', mailingId)
      .orderBy('id')
      .execute();
    const { state } = await mailing();
    const scheduled = await findSchedule(db, await mailing());
    const times = moves.filter(({ to_state }) => to_state === 'queued').length;
    return { state, schedule: scheduled?.state, times, reason: moves.at(-1)!.reason };
  };

  test('it is sent at its instant, not a second before, and once', async () => {
    expect(await runAt(after(-second))).toBe(0);
    expect(await outcome()).toMatchObject({ state: 'scheduled', schedule: 'scheduled', times: 0 });
    expect(await runAt(start)).toBe(1);
    expect(await outcome()).toMatchObject({ state: 'queued', schedule: 'fired', times: 1 });
    expect(await runAt(after(hour))).toBe(0);
    expect(await outcome()).toMatchObject({ times: 1 });
  });

  test.each([
    ['two hours later it still is', 2 * hour, { state: 'queued', schedule: 'fired', times: 1 }],
    [
      'after that it is a draft again',
      2 * hour + second,
      {
        state: 'draft',
        schedule: 'misfired',
        times: 0,
        reason: 'misfired: the time was missed by more than two hours',
      },
    ],
  ])('after a stop: %s', async (_, late, wanted) => {
    expect(await runAt(after(late))).toBe(1);
    expect(await outcome()).toMatchObject(wanted);
  });

  test('one that was changed meanwhile is not sent; scheduled anew, it is', async () => {
    await raiseContentVersion(db, await mailing());
    await runAt(start);
    expect(await outcome()).toEqual({
      state: 'draft',
      schedule: 'misfired',
      times: 0,
      reason: 'misfired: the mailing was changed after it was scheduled',
    });
    await schedule('2031-03-30', '04', '00');
    expect(await outcome()).toMatchObject({ state: 'scheduled', schedule: 'scheduled' });
    await runAt(after(hour));
    expect(await outcome()).toMatchObject({ state: 'queued', schedule: 'fired', times: 1 });
  });

  test('a later time takes the place of the earlier one, also while that is about to be run', async () => {
    await claimJob(db, ['fire-schedule'], crypto.randomUUID(), start);
    await schedule('2031-03-30', '05', '00');
    await voidLeases(db, start);
    expect(await runAt(start)).toBe(1);
    expect(await outcome()).toMatchObject({ state: 'scheduled', schedule: 'scheduled', times: 0 });
    expect(await runAt(after(2 * hour))).toBe(1);
    expect(await outcome()).toMatchObject({ state: 'queued', times: 1 });
  });

  test('a schedule that was deleted fires no more, even when its job runs', async () => {
    await claimJob(db, ['fire-schedule'], crypto.randomUUID(), start);
    await unscheduleMailing(db, await mailing());
    await voidLeases(db, start);
    await runAt(start);
    expect(await outcome()).toMatchObject({ state: 'draft', schedule: undefined, times: 0 });
    expect((await mailing()).schedule_time).toBeNull();
  });

  test('a clock that is put back while the job begins sends nothing early, and loses nothing', async () => {
    const looks = [start];
    expect(await run(() => looks.pop() ?? after(-hour))).toBe(1);
    expect(await outcome()).toMatchObject({ state: 'scheduled', times: 0 });
    expect(await runAt(after(second))).toBe(1);
    expect(await outcome()).toMatchObject({ state: 'queued', times: 1 });
  });

  test('two instances, and one that died while it fired: once', async () => {
    await claimJob(db, ['fire-schedule'], crypto.randomUUID(), start);
    const runs = await Promise.all([runAt(after(60 * second)), runAt(after(60 * second))]);
    expect(runs.reduce((sum, run) => sum + run)).toBe(1);
    expect(await outcome()).toMatchObject({ state: 'queued', schedule: 'fired', times: 1 });
  });
});
