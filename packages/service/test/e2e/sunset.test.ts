import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { passTime } from '../../src/platform/queue/pass-time.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { visit } from '../support/tracked-mailing.ts';

const day = 24 * 3600;
const html =
  '<p>Still there?</p><a href="https://shop.example/stay">I want to stay</a> <a href="[[LINK|UNSUBSCRIBE]]">leave</a>';
const names = ['reader', 'sleeper', 'waker', 'woken', 'hidden'] as const;
type Name = (typeof names)[number];

describe.each(usualDatabases())('contacts who do not respond, on $kind', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  let last: number;
  const ids = new Map<Name, number>();
  const address = (name: Name) => `${name}@reader.example`;
  const idOf = (name: Name) => ids.get(name)!;
  const restOf = (name: Name) => service.client.contacts.getRest({ id: idOf(name) }).orThrow();
  const stateOf = async (name: Name) => (await restOf(name)).state;

  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    const { client, db } = service;
    await db.deleteFrom('contact').execute();
    for (const name of names) {
      const permission = name === 'hidden' ? 4 : 5;
      ids.set(
        name,
        Number(await client.contacts.createByEmail({ email: address(name), permission, body: {} }).orThrow()),
      );
    }
    last = await client.mailings.create({ name: 'Still there?', subject: 'Still there?', type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid: last, body: 'news@example.com' }).orThrow();
    await client.mailings.setHtml({ mailingid: last, body: html }).orThrow();
    // Everybody is there for a year, and got a newsletter since.
    await passTime(db, 365 * day);
    await send();
    await passTime(db, 40 * day);
    await sql`insert into reader (account_id, mailing_id, contact_id, last_opened_at)
      select account_id, id, ${idOf('reader')}, now() - interval '3 days' from mailing where id = ${first}`.execute(db);
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  let first = 0;
  async function send(): Promise<number> {
    const mailingid = await createSendout(service, html);
    await service.client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    first ||= mailingid;
    return mailingid;
  }
  /** Lets days pass; the worker does what is due then. */
  async function passDays(days: number): Promise<void> {
    await passTime(service.db, days * day);
    service.wakeWorker();
  }
  const eventually = (name: Name, state: string) => vi.waitFor(async () => expect(await stateOf(name)).toBe(state));

  test('are counted before anything happens', async () => {
    const { client } = service;
    expect(await client.account.getSunsetPolicy().orThrow()).toEqual({
      active: false,
      days: 365,
      wait_days: 14,
      daily_limit: 1000,
    });
    expect(await client.account.getSunsetForecast({ days: 60, last_mailing_id: last }).orThrow()).toEqual({
      contacts: 5,
      due: 3,
      asked: 0,
      resting: 0,
      active: 1,
      recent: 0,
      unknown: 1,
      obstacle: 'mailing_inactive',
    });
    expect(await stateOf('sleeper')).toBe('awake');
  });

  test.each<[string, () => Promise<number>, string]>([
    ['does not exist', async () => 99_999_999, 'does not exist'],
    ['is a newsletter', async () => first, 'must be a trigger mailing'],
    [
      'records nobody',
      async () => {
        const id = await service.client.mailings.create({ name: 'Nobody', subject: 'A', type: 'trigger' }).orThrow();
        const anonymous = { tracking_strategy: 'anonymous' } as const;
        await service.db.updateTable('mailing').set(anonymous).where('id', '=', id).execute();
        return id;
      },
      'because a click wakes the contact',
    ],
    [
      'ignores permissions',
      async () => {
        const id = await service.client.mailings.create({ name: 'Everybody', subject: 'B', type: 'trigger' }).orThrow();
        await service.db.updateTable('mailing').set({ ignore_permission: true }).where('id', '=', id).execute();
        return id;
      },
      'ignores permissions',
    ],
  ])('are not asked by a mailing that %s', async (_, make, words) => {
    const mailing_id = await make();
    const { account } = service.client;
    const answers = [
      await account.setSunsetPolicy({ body: { active: true, days: 60, mailing_id } }),
      await account.getSunsetForecast({ days: 60, last_mailing_id: mailing_id }),
    ];
    for (const answer of answers)
      expect([answer.status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(words)]);
  });

  test('get a last mail, rest, are spared a newsletter, and wake by a click or by hand', async () => {
    const { client } = service;
    await client.triggerMailings.createDispatching({ mailingid: last, body: { type: 'EXTERNAL' } }).orThrow();
    await client.mailingActions.activateDispatching({ mailingid: last }).orThrow();
    const body = { active: true, days: 60, mailing_id: last, wait_days: 14 };
    const policy = await client.account.setSunsetPolicy({ body }).orThrow();
    expect(policy).toEqual({ ...body, daily_limit: 1000, next_run: expect.stringMatching(/:00:00$/) });
    await passDays(1);
    for (const name of ['sleeper', 'waker', 'woken'] as const) await eventually(name, 'asked');
    const mails = () => smtp.mails.filter(({ email }) => email.subject === 'Still there?').map(({ to }) => to[0]);
    await vi.waitFor(() => expect(mails().length).toBe(3));
    expect(mails().sort()).toEqual(['sleeper', 'waker', 'woken'].map((name) => address(name as Name)));
    // Whoever was asked gets newsletters until it rests.
    expect(await outcomes(service, await send())).toEqual({ sent: 5 });

    await passDays(15);
    for (const name of ['sleeper', 'waker', 'woken'] as const) await eventually(name, 'resting');
    expect(await restOf('sleeper')).toEqual({
      state: 'resting',
      mailing_id: last,
      asked_at: expect.any(String),
      resting_since: expect.any(String),
    });
    expect(await client.account.getSunsetForecast({ days: 60, last_mailing_id: last }).orThrow()).toMatchObject({
      due: 0,
      resting: 3,
    });

    const link = /href="([^"]+\/c\/[^"]+)"/;
    const { email } = smtp.mails.find(
      ({ email, to }) => email.subject === 'Still there?' && to[0] === address('waker'),
    )!;
    await visit(service, link.exec(email.html!)![1]!);
    await eventually('waker', 'awake');
    await client.contacts.resume({ id: idOf('woken') }).orThrow();
    expect(await stateOf('woken')).toBe('awake');

    const mailingid = await send();
    expect(await outcomes(service, mailingid)).toEqual({ sent: 4 });
    const { left_out } = await client.reports.getMailing({ mailingid }).orThrow();
    expect(left_out).toEqual([{ reason: 'resting', contacts: 1 }]);
    const spared = await client.reports.listSpared({ mailing_id: [mailingid] }).orThrow();
    expect(spared.items).toMatchObject([{ contact: { email: address('sleeper') }, reason: 'resting' }]);

    await client.account.deleteSunsetPolicy().orThrow();
    expect(await stateOf('sleeper')).toBe('awake');
    expect(await outcomes(service, await send())).toEqual({ sent: 5 });
  });

  test('are refused if they do not exist', async () => {
    const { contacts } = service.client;
    const statuses = [await contacts.getRest({ id: 99_999_999 }), await contacts.resume({ id: 99_999_999 })];
    expect(statuses.map(({ status }) => status)).toEqual([404, 404]);
  });
});
