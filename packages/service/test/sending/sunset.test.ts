import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { changeContent } from '../../src/mailings/change.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { passTime } from '../../src/platform/queue/pass-time.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { sunset } from '../../src/sending/index.ts';
import type { SunsetObstacle } from '../../src/sending/sunset/policy.ts';
import { findDue } from '../../src/sending/sunset/stages.ts';
import { usualDatabases } from '../support/database.ts';
import { killedAfter } from '../support/killed-after.ts';
import { engineOf, runToEnd } from './harness.ts';

const day = 24 * 3600;
const settings = { active: true, days: 100, sends: true, wait_days: 14, daily_limit: 1000 };

test.each<[string, Partial<typeof settings>, object | undefined, number | undefined, SunsetObstacle | undefined]>([
  ['an active mailing', {}, { state: 'released' }, undefined, undefined],
  ['events that are kept as long', {}, { state: 'released' }, 100, undefined],
  ['events that are forgotten earlier', {}, { state: 'released' }, 99, 'events_not_kept'],
  ['a draft', {}, { state: 'draft' }, undefined, 'mailing_inactive'],
  ['a mailing that was deleted', {}, undefined, undefined, 'mailing_missing'],
  ['no mailing', { sends: false }, undefined, undefined, undefined],
  ['readers without names', {}, { state: 'released', tracking_strategy: 'anonymous' }, undefined, 'mailing_untracked'],
])('with %s, a policy asks or says why not', (_, changes, mailing, keptDays, wanted) => {
  const last = mailing && { state: 'draft' as const, tracking_strategy: 'highest-permission' as const, ...mailing };
  expect(sunset.sunsetObstacle({ ...settings, ...changes }, last, keptDays)).toBe(wanted);
});

describe.each(usualDatabases())('contacts without activity, by a virtual clock on $kind', ({ open }) => {
  let database: Database;
  let db: Db;
  let accountId: number;
  let newsletter: number;
  let last: number;
  let names = 0;

  beforeAll(async () => {
    database = await open();
    db = database.kysely;
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await db.deleteFrom('job').execute();
    await db.deleteFrom('recipient_batch').execute();
    accountId = await insertAccount(db, { name: `Herald ${++names}`, domain: 'example.com' });
    newsletter = await mailing('regular', 'done');
    last = await mailing('trigger', 'released');
  });

  async function mailing(type: 'regular' | 'trigger', state: 'done' | 'released'): Promise<number> {
    const name = `Mailing ${++names}`;
    const id = (await insertMailing(db, accountId, { name, subject: name, type, creator: 'test' }))!;
    const text_body = 'https://shop.example/ [[LINK|UNSUBSCRIBE]]';
    const content = { text_body, sender: 'news@example.com' };
    await changeContent(db, (await findMailing(db, accountId, id))!, content);
    await db.updateTable('mailing').set({ state }).where('id', '=', id).execute();
    return id;
  }
  /** A contact of 500 days, who got a newsletter 20 days ago and did nothing ever. */
  async function contact(permission = 5): Promise<number> {
    const email = `c${++names}@example.com`;
    const { rows } = await sql<{ id: number }>`
      insert into contact (account_id, email, email_folded, permission, created_at)
      values (${accountId}, ${email}, ${email}, ${permission}, ${ago(500)}) returning id`.execute(db);
    const { id } = rows[0]!;
    await sql`
      insert into delivery (account_id, mailing_id, contact_id, message_id, sent_at)
      values (${accountId}, ${newsletter}, ${id}, ${email}, ${ago(20)})`.execute(db);
    return id;
  }
  const ago = (days: number) => sql<Date>`now() - make_interval(days => ${days}::int4)`;
  const set = (id: number, column: string, value: unknown) =>
    sql`update contact set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db);
  const read = (id: number, column: 'last_opened_at' | 'last_clicked_at', days: number) =>
    sql`insert into reader (account_id, mailing_id, contact_id, ${sql.ref(column)})
      values (${accountId}, ${newsletter}, ${id}, ${ago(days)})
      on conflict (account_id, mailing_id, contact_id) do update set ${sql.ref(column)} = excluded.${sql.ref(column)}`.execute(
      db,
    );
  const readByMachine = (id: number) =>
    sql`insert into reader (account_id, mailing_id, contact_id) values (${accountId}, ${newsletter}, ${id})`.execute(
      db,
    );
  const answer = (id: number, kind: string, days: number) =>
    sql`insert into answer (account_id, mailing_id, contact_id, occasion, at, kind, forwarded, fingerprint)
      values (${accountId}, ${newsletter}, ${id}, '', ${ago(days)}, ${kind}, false, ${`${++names}`})`.execute(db);
  const subscribe = (id: number, days: number) =>
    sql`insert into subscription (account_id, contact_id, at) values (${accountId}, ${id}, ${ago(days)})`.execute(db);
  async function convert(id: number, days: number): Promise<void> {
    await sql`
      with site as (
        insert into conversion_site (account_id, name, domain) values (${accountId}, 'Shop', 'shop.example') returning id
      ), goal as (
        insert into conversion_goal (account_id, site_id, name) select ${accountId}, id, 'Order' from site returning id, site_id
      ) insert into conversion (account_id, site_id, goal_id, mailing_id, contact_id, order_id, value, at, mailing_sent_at)
        select ${accountId}, site_id, id, ${newsletter}, ${id}, '1', 1, ${ago(days)}, ${ago(days + 1)} from goal`.execute(
      db,
    );
  }

  const rule = async () => ({ days: 100, mailing: await findMailing(db, accountId, last) });
  const due = async () => (await findDue(db, accountId, await rule(), { after: 0, most: 1000 }))?.due ?? [];
  const counts = async (): Promise<Record<string, number>> => {
    const all = await sunset.countStages(db, accountId, await rule());
    return Object.fromEntries(Object.entries(all).filter(([, count]) => count > 0));
  };
  const policy = (changes: Partial<typeof settings & { mailing_id: number | null }> = {}) =>
    sunset.setPolicy(db, accountId, { ...settings, mailing_id: last, ...changes });
  const fail = (line: string) => {
    throw new Error(line);
  };
  const job = (keptDays?: number) => sunset.sunsetJob(keptDays, () => {});
  const runJobs = (on: Db = db, log: (line: string) => void = fail, keptDays?: number) =>
    runDueJobs(on, [job(keptDays)], log);
  /** Lets days pass, with the round of each. */
  async function passDays(days: number, keptDays?: number): Promise<void> {
    for (let passed = 0; passed < days; passed++) {
      await passTime(db, day);
      await runJobs(db, fail, keptDays);
    }
  }
  /** Lets days pass in which nothing runs, and then what is due. */
  async function skipDays(days: number): Promise<void> {
    await passTime(db, days * day);
    await runJobs();
  }
  /** Sends what waits; returns the contacts who got a mail. */
  async function deliver(): Promise<number[]> {
    const got: number[] = [];
    await runToEnd(
      db,
      engineOf(async ({ contactId }) => void got.push(contactId)),
    );
    return got;
  }
  const lastMails = () =>
    db.selectFrom('recipient').select('contact_id').where('mailing_id', '=', last).orderBy('contact_id').execute();

  test.each<[string, Record<string, number>, (id: number) => Promise<unknown>]>([
    ['did nothing', { due: 1 }, async () => {}],
    ['is as young as that', { recent: 1 }, (id) => set(id, 'created_at', ago(99))],
    ['opened a mail', { active: 1 }, (id) => read(id, 'last_opened_at', 99)],
    ['opened a mail before', { due: 1 }, (id) => read(id, 'last_opened_at', 101)],
    ['clicked', { active: 1 }, (id) => read(id, 'last_clicked_at', 99)],
    ['clicked before', { due: 1 }, (id) => read(id, 'last_clicked_at', 101)],
    ['is a reader because of a machine', { due: 1 }, (id) => readByMachine(id)],
    ['reached a goal', { active: 1 }, (id) => convert(id, 99)],
    ['reached a goal before', { due: 1 }, (id) => convert(id, 101)],
    ['answered', { active: 1 }, (id) => answer(id, 'human', 99)],
    ['was on holiday', { due: 1 }, (id) => answer(id, 'out_of_office', 9)],
    ['subscribed again', { active: 1 }, (id) => subscribe(id, 99)],
    ['subscribed before', { due: 1 }, (id) => subscribe(id, 101)],
    ['is not followed', { unknown: 1 }, (id) => set(id, 'permission', 4)],
    ['got nothing for long', { unknown: 1 }, () => sql`update delivery set sent_at = ${ago(101)}`.execute(db)],
    ['has unsubscribed', {}, (id) => set(id, 'unsubscribed_at', ago(1))],
    ['is blocked', {}, (id) => set(id, 'blocked_at', ago(1))],
    ['has no permission', {}, (id) => set(id, 'permission', 1)],
    ['takes a break', {}, (id) => set(id, 'paused_until', ago(-3))],
    ['took a break', { due: 1 }, (id) => set(id, 'paused_until', ago(3))],
    ['is anonymous', {}, (id) => set(id, 'anonymous', true)],
  ])('who %s is %o', async (_, wanted, happen) => {
    const id = await contact();
    await happen(id);
    expect(await counts()).toEqual(wanted);
    expect(await due()).toEqual(wanted.due ? [id] : []);
  });

  test('who does nothing gets one last mail, rests after the days that it has, and stays so', async () => {
    const id = await contact();
    await policy();
    expect(await counts()).toEqual({ due: 1 });
    await passDays(1);
    expect([await counts(), await deliver()]).toEqual([{ asked: 1 }, [id]]);
    expect(await sunset.findRest(db, accountId, id)).toMatchObject({ mailing_id: last, rests_at: null });
    await skipDays(13);
    expect(await counts()).toEqual({ asked: 1 });
    await skipDays(2);
    expect(await counts()).toEqual({ resting: 1 });
    expect(await sunset.findRest(db, accountId, id)).toMatchObject({ rests_at: expect.any(Date) });
    await skipDays(20);
    expect([await counts(), await deliver(), (await lastMails()).length]).toEqual([{ resting: 1 }, [], 1]);
  });

  test('a last mail that is late gives its contact as many days', async () => {
    await contact();
    await policy();
    await skipDays(20);
    expect([await counts(), (await deliver()).length]).toEqual([{ asked: 1 }, 1]);
    await skipDays(13);
    expect(await counts()).toEqual({ asked: 1 });
    await skipDays(2);
    expect(await counts()).toEqual({ resting: 1 });
  });

  test('without a last mail, contacts rest at once', async () => {
    await contact();
    await policy({ sends: false, mailing_id: null });
    await passDays(1);
    expect([await counts(), await lastMails()]).toEqual([{ resting: 1 }, []]);
  });

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['opens', (id) => read(id, 'last_opened_at', 0)],
    ['clicks', (id) => read(id, 'last_clicked_at', 0)],
    ['answers', (id) => answer(id, 'human', 0)],
    ['subscribes', (id) => subscribe(id, 0)],
    ['is woken by hand', (id) => sunset.wakeContact(db, accountId, id)],
  ])('who %s is awake at once, and is asked again after as many days', async (_, wake) => {
    const id = await contact();
    await policy();
    await passDays(1);
    await deliver();
    await skipDays(16);
    expect(await counts()).toEqual({ resting: 1 });
    await wake(id);
    expect(await counts()).toEqual({ active: 1 });
    expect(await sunset.findRest(db, accountId, id)).toBeUndefined();
    await skipDays(98);
    expect((await lastMails()).length).toBe(1);
    await sql`update delivery set sent_at = now()`.execute(db);
    await skipDays(4);
    expect([await counts(), (await lastMails()).length]).toEqual([{ asked: 1 }, 2]);
  });

  test('on a day, no more are asked than the limit', async () => {
    for (let count = 0; count < 5; count++) await contact();
    await policy({ daily_limit: 2 });
    const asked: number[] = [];
    for (let passed = 0; passed < 4; passed++) {
      await passDays(1);
      asked.push((await lastMails()).length);
    }
    expect(asked).toEqual([2, 4, 5, 5]);
  });

  test('while something is in the way nobody is asked, but who was asked rests and wakes', async () => {
    const [one, other] = [await contact(), await contact()];
    await policy();
    await passDays(1);
    await deliver();
    await contact();
    await db.updateTable('mailing').set({ state: 'draft' }).where('id', '=', last).execute();
    await read(other, 'last_clicked_at', 0);
    await skipDays(16);
    expect([await counts(), (await lastMails()).length]).toEqual([{ active: 1, due: 1, resting: 1 }, 2]);
    expect(await sunset.findRest(db, accountId, one)).toBeDefined();
    await db.updateTable('mailing').set({ state: 'released' }).where('id', '=', last).execute();
    await passDays(2, 99);
    expect((await lastMails()).length).toBe(2);
    await passDays(1);
    expect((await lastMails()).length).toBe(3);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['switched off', () => policy({ active: false })],
    ['deleted', () => sunset.deletePolicy(db, accountId)],
  ])('a policy that is %s wakes everybody and asks nobody', async (_, end) => {
    const id = await contact();
    await policy({ sends: false, mailing_id: null });
    await passDays(1);
    expect(await counts()).toEqual({ resting: 1 });
    await end();
    expect([await counts(), await sunset.findRest(db, accountId, id)]).toEqual([{ due: 1 }, undefined]);
    await passDays(3);
    expect(await counts()).toEqual({ due: 1 });
    await policy();
    await passDays(1);
    expect(await counts()).toEqual({ asked: 1 });
  });

  test('whatever statement is the last one of a worker, each contact gets one last mail', async () => {
    let fatal = 1;
    for (let died = true; died; fatal++) {
      await db.deleteFrom('contact').where('account_id', '=', accountId).execute();
      await db.deleteFrom('recipient').where('account_id', '=', accountId).execute();
      const people = [await contact(), await contact(), await contact()];
      await policy();
      await passTime(db, day);
      const dying = killedAfter(fatal);
      await runJobs(db.withPlugin(dying), () => {}).catch(() => {});
      died = dying.hasDied;
      await passTime(db, day);
      await runJobs();
      await passTime(db, day);
      await runJobs();
      expect(
        (await lastMails()).map(({ contact_id }) => contact_id),
        `statement ${fatal}`,
      ).toEqual(people);
      expect(await counts(), `statement ${fatal}`).toEqual({ asked: 3 });
      await sunset.deletePolicy(db, accountId);
    }
    expect(fatal).toBeGreaterThan(15);
  });
});
