import type { Client } from '@mailwright/client';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** One value for each content, so that a mix of two clients' values can be told. */
type Write = (client: Client, mailingid: number, value: string) => PromiseLike<{ status: number }>;
const writes: Record<string, Write> = {
  subject: (client, mailingid, body) => client.mailings.setSubject({ mailingid, body }),
  html: (client, mailingid, value) => client.mailings.setHtml({ mailingid, body: `<p>${value}</p>`.repeat(500) }),
  text: (client, mailingid, value) => client.mailings.setText({ mailingid, body: `${value}\n`.repeat(500) }),
  replyTo: (client, mailingid, value) =>
    client.mailings.setReplyTo({ mailingid, active: true, auto: false, customEmail: `${value}@shop.example` }),
  properties: (client, mailingid, value) => {
    const body = ['a', 'b', 'c'].map((key) => ({ key, value }));
    return client.mailingProperties.add({ mailingid, body });
  },
};

describe.each(usualDatabases())('two clients change one mailing at once on $kind', ({ open }) => {
  let service: TestService;
  let clients: [Client, Client];
  beforeAll(async () => {
    service = await startTestService(await open());
    clients = [service.client, await service.clientWith(['get', 'post', 'put', 'delete'])];
  });
  afterAll(() => service?.close());

  /** All that a mailing has of the values, each once. */
  async function valuesOf(mailingid: number, what: string): Promise<string[]> {
    const { client, db } = service;
    const row = await db
      .selectFrom('mailing_content')
      .selectAll()
      .where('mailing_id', '=', mailingid)
      .executeTakeFirstOrThrow();
    const properties = (await client.mailingProperties.getAll({ mailingid }).orThrow()).map(({ value }) => value);
    const texts: Record<string, string> = {
      subject: row.subject,
      html: row.html ?? '',
      text: row.text_body ?? '',
      replyTo: row.reply_to_email ?? '',
      properties: properties.join(' '),
    };
    return [...new Set(texts[what]!.match(/(?:one|two)/g))];
  }

  const version = async (id: number) =>
    (await service.db.selectFrom('mailing').select('content_version').where('id', '=', id).executeTakeFirstOrThrow())
      .content_version;

  test.each(Object.entries(writes))('%s: one value is there in the end, whole', async (what, write) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(['one', 'two'], ['two', 'one']), async (values) => {
        const name = `Race of ${crypto.randomUUID()}`;
        const mailingid = await service.client.mailings.create({ name, subject: 'start' }).orThrow();
        const before = await version(mailingid);
        const answers = await Promise.all(clients.map((client, at) => write(client, mailingid, values[at]!)));
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        expect(await valuesOf(mailingid, what)).toHaveLength(1);
        expect(await version(mailingid)).toBe(before + 2);
      }),
      { numRuns: 15 },
    );
  });

  /** A schedule, and one thing of it that no other has. */
  const plan = (hours: number) => ({ date: '2099-03-01', hours: String(hours), minutes: String(hours) });

  test('schedule: of two updates one is there in the end, whole, and the mailing is sent by it', async () => {
    for (let round = 0; round < 10; round++) {
      const mailingid = await createSendout(service);
      await service.client.regularMailings.createSchedule({ mailingid, ...plan(1) }).orThrow();
      const answers = await Promise.all(
        clients.map((client, at) => client.regularMailings.updateSchedule({ mailingid, ...plan(10 + at) })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      await expectOneSchedule(mailingid, [10, 11]);
    }
  });

  /** The schedule is one of these, and what is sent by it is due at its time; without one nothing is. */
  async function expectOneSchedule(mailingid: number, hours: readonly number[]): Promise<void> {
    const { client, db } = service;
    const schedule = await client.regularMailings.getSchedule({ mailingid });
    const { state, schedule_time } = await db
      .selectFrom('mailing')
      .select(['state', 'schedule_time'])
      .where('id', '=', mailingid)
      .executeTakeFirstOrThrow();
    const jobs = await db.selectFrom('job').select('due_at').where('key', '=', String(mailingid)).execute();
    if (!schedule.ok) {
      expect([schedule.status, state, schedule_time, jobs]).toEqual([404, 'draft', null, []]);
      return;
    }
    expect(state).toBe('scheduled');
    expect(hours).toContain(Number(schedule.data.hours));
    expect(Number(schedule.data.minutes)).toBe(Number(schedule.data.hours));
    expect(jobs).toEqual([{ due_at: schedule_time }]);
    expect(schedule_time!.getUTCMinutes()).toBe(Number(schedule.data.minutes));
  }

  test('schedule: whatever two clients do at once, there is one whole schedule or none', async () => {
    const step = fc.constantFrom('create', 'update', 'delete', 'change');
    const hours = [1, 2, 3, 4, 5, 6];
    const history = fc.array(step, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(history, history, async (first, second) => {
        const mailingid = await createSendout(service);
        const act = async ({ regularMailings, mailings }: Client, steps: string[], from: number) => {
          const statuses: number[] = [];
          for (const [at, what] of steps.entries()) {
            const schedule = { mailingid, ...plan(from + at) };
            if (what === 'create') statuses.push((await regularMailings.createSchedule(schedule)).status);
            if (what === 'update') statuses.push((await regularMailings.updateSchedule(schedule)).status);
            if (what === 'delete') statuses.push((await regularMailings.deleteSchedule({ mailingid })).status);
            if (what === 'change') statuses.push((await mailings.setSubject({ mailingid, body: `S${from}` })).status);
          }
          return statuses;
        };
        const told = await Promise.all([act(clients[0], first, 1), act(clients[1], second, 4)]);
        for (const status of told.flat()) expect([200, 404, 409]).toContain(status);
        await expectOneSchedule(mailingid, hours);
      }),
      { numRuns: 25 },
    );
  });

  test('one sends it while the other changes it: the change is in it, or it is refused with 409', async () => {
    const seen = new Set<number>();
    for (let round = 0; round < 25; round++) {
      const mailingid = await createSendout(service, '<p>one</p><a href="[[LINK|UNSUBSCRIBE]]">x</a>');
      const html = '<p>two</p><a href="[[LINK|UNSUBSCRIBE]]">x</a>';
      const [sent, changed] = await Promise.all([
        service.client.mailings.sendNow({ mailingid }),
        service.client.mailings.setHtml({ mailingid, body: html }),
      ]);
      seen.add(changed.status);
      expect([200, 409]).toContain(changed.status);
      expect([200, 409]).toContain(sent.status);
      const stored = await service.client.mailings.getHtml({ mailingid }).orThrow();
      expect(stored.includes('two')).toBe(changed.status === 200);
    }
    expect(seen.size).toBeGreaterThan(0);
  });
});
