import { createHmac } from 'node:crypto';
import type { Client, MailEvent } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sendMailEventsJob, sendMailEventsTask } from '../../src/events/webhooks/mail-events/index.ts';
import type { GuardedFetch } from '../../src/platform/fetch/fetch.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import { usualDatabases } from '../support/database.ts';
import { createReaders } from '../support/readers.ts';
import { startTestService, type TestService } from '../support/service.ts';

const minute = 60_000;
const url = 'https://warehouse.example.com/events';

describe.each(usualDatabases())('webhooks for events of mails on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let mailing: number;
  let other: number;
  let contacts: number[];
  /** The virtual clock. */
  let now: number;
  /** How the receiver answers; by default it takes everything. */
  let answer: () => number;
  interface Received {
    id: string;
    status: number;
    events: MailEvent[];
    headers: Record<string, string>;
    body: string;
  }
  const received: Received[] = [];
  const fetch: GuardedFetch = async (asked, { headers = {}, body = '' } = {}) => {
    const call = { id: headers['webhook-id']!, status: 0, events: JSON.parse(body).events, headers, body };
    received.push(call);
    call.status = answer();
    return { status: call.status, headers: {}, body: new Uint8Array(), url: asked, redirects: 0, millis: 0 };
  };

  beforeAll(async () => {
    // Without a worker: the test sends by its own clock.
    service = await startTestService(await open(), undefined, {}, { worker: false });
    client = service.client;
    contacts = Object.values(await createReaders(client));
    mailing = await client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
    other = await client.mailings.create({ name: 'Summer', subject: 'Summer' }).orThrow();
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    received.length = 0;
    answer = () => 204;
    // So far ahead that a slow machine does not reach it: jobs are due at the real time.
    now = Date.now() + 10 * minute;
    for (const { id } of await client.webhooks.list().orThrow()) {
      await client.webhooks.delete({ webhookId: id }).orThrow();
    }
    await service.db.deleteFrom('job').execute();
  });

  const create = (mailEvents: object = {}, extra: object = {}) =>
    client.webhooks.create({ body: { url, events: ['mail_events'], mailEvents, ...extra } }).orThrow();
  const get = (webhookId: number) => client.webhooks.get({ webhookId }).orThrow();
  const openMails = (count: number, mailingId = mailing) =>
    service.db.transaction().execute((transaction) =>
      recordOpenings(
        transaction,
        service.accountId,
        Array.from({ length: count }, (_, index) => ({
          ...{ mailingId, contactId: contacts[index % contacts.length]!, at: new Date(now + index) },
          ...({ class: 'human', format: 'html', device: 'MOBILE' } as const),
        })),
      ),
    );
  /** Sends what is due at the virtual time. */
  async function send() {
    do await sendMailEventsTask(() => {}).run(service.db, new AbortController().signal);
    while (
      await runDueJobs(
        service.db,
        [sendMailEventsJob(fetch)],
        () => {},
        () => new Date(now),
      )
    );
  }
  /** Events that were taken, in the order in which they were. */
  const taken = () => received.filter(({ status }) => status === 204).flatMap(({ events }) => events);
  const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id);
  async function listed(from_date: number) {
    const { events } = await client.reports.listEvents({ from_date, limit: 1000 }).orThrow();
    return events;
  }

  test('what happens from now on comes in full requests, as the list has it, signed', async () => {
    await openMails(3);
    const webhook = await create({ batchSize: 100 }, { standardFields: ['FIRSTNAME'] });
    await openMails(230);
    await send();
    expect(received.map(({ events }) => events.length)).toEqual([100, 100, 30]);
    const { begins } = (await get(webhook.id)).progress!;
    const list = await client.reports
      .listEvents({ from_date: begins, limit: 1000, standard_field: ['FIRSTNAME'] })
      .orThrow();
    expect(taken()).toEqual(list.events);
    expect(new Set(idsOf(taken())).size).toBe(230);
    const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64');
    for (const { id, headers, body } of received) {
      const mac = createHmac('sha256', key).update(`${id}.${headers['webhook-timestamp']}.${body}`).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${mac}`);
    }
    expect(new Set(received.map(({ id }) => id)).size).toBe(3);
    await send();
    expect(received, 'nothing is new').toHaveLength(3);
  });

  test('a webhook gets single events unless it asks for more, and only those of its types and mailings', async () => {
    await create({ types: ['opened', 'clicked'], mailings: [other] });
    await create({ types: ['clicked'], batchSize: 100 });
    await openMails(2);
    await openMails(3, other);
    await send();
    expect(received.map(({ events }) => events.map(({ mailing_id }) => mailing_id))).toEqual([
      [other],
      [other],
      [other],
    ]);
  });

  test('a receiver that fails for an hour gets everything once afterwards, in order', async () => {
    const webhook = await create({ batchSize: 4 });
    const start = now;
    answer = () => (now < start + 60 * minute ? 503 : 204);
    for (; now <= start + 70 * minute; now += minute) {
      if (now < start + 62 * minute) await openMails(1 + (((now - start) / minute) % 3));
      await send();
      if (now === start + 10 * minute) {
        expect((await get(webhook.id)).progress).toMatchObject({ attempts: 4, status: 503, gap: false });
      }
    }
    const { begins } = (await get(webhook.id)).progress!;
    expect(taken()).toEqual(await listed(begins));
    expect(new Set(idsOf(taken())).size).toBe(taken().length);
    const failed = received.filter(({ status }) => status === 503);
    expect(failed).toHaveLength(6);
    expect(new Set(failed.map(({ id, body }) => `${id} ${body}`)).size, 'the same request again').toBe(1);
    expect((await get(webhook.id)).progress).toMatchObject({ attempts: 0, status: 204 });
  });

  test('events are sent again since a time, in requests of other ids, and skipped with the present', async () => {
    const webhook = await create({ batchSize: 100 });
    const webhookId = webhook.id;
    await openMails(2);
    await send();
    const { begins } = (await get(webhookId)).progress!;
    await client.webhooks.replay({ webhookId, from_date: begins }).orThrow();
    await send();
    const [first, again] = received as [Received, Received];
    expect(again.events).toEqual(first.events);
    expect(again.id).not.toBe(first.id);
    await openMails(1);
    // The journal has whole milliseconds.
    await sql`select pg_sleep(0.002)`.execute(service.db);
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(service.db);
    await client.webhooks.replay({ webhookId, from_date: rows[0]!.at.getTime() }).orThrow();
    await send();
    await openMails(1);
    await send();
    expect(received.slice(2).flatMap(({ events }) => events)).toHaveLength(1);
  });

  test('a replay ends the wait for the next attempt', async () => {
    const { id: webhookId } = await create({ batchSize: 100 });
    answer = () => 500;
    await openMails(2);
    await send();
    answer = () => 204;
    const { begins } = (await get(webhookId)).progress!;
    await client.webhooks.replay({ webhookId, from_date: begins }).orThrow();
    await send();
    expect(taken()).toHaveLength(2);
  });

  test.each([
    ['says that there is none any more', 410, 0, 1],
    ['takes nothing for 24 hours', 500, 24 * 60, 12],
  ])('a webhook whose receiver %s is inactive, keeps its place, and goes on', async (_, status, minutes, attempts) => {
    const { id: webhookId } = await create({ batchSize: 100 });
    answer = () => status;
    await openMails(2);
    for (const end = now + (minutes + 1) * minute; now < end; now += minute) await send();
    const { active, progress } = await get(webhookId);
    expect({ active, progress }).toMatchObject({ active: false, progress: { attempts, status } });
    expect(progress).not.toHaveProperty('next_attempt');
    await openMails(1);
    answer = () => 204;
    await send();
    expect(taken(), 'it is inactive').toEqual([]);
    const body = { url, events: ['mail_events' as const], mailEvents: { batchSize: 100 } };
    await client.webhooks.update({ webhookId, body }).orThrow();
    await send();
    expect(taken()).toHaveLength(3);
  });

  test('a request that a killed process has sent is sent again with the same id and events', async () => {
    await create({ batchSize: 100 });
    await openMails(2);
    answer = () => {
      throw new Error('killed before the answer is noted');
    };
    await send();
    answer = () => 204;
    now += 2 * minute;
    await send();
    expect(received).toHaveLength(2);
    expect(received[1]).toMatchObject({ id: received[0]!.id, events: received[0]!.events });
  });

  test('two processes that find the same webhook enqueue one job', async () => {
    await create({ batchSize: 100 });
    await openMails(2);
    const look = () => sendMailEventsTask(() => {}).run(service.db, new AbortController().signal);
    await Promise.all([look(), look(), look()]);
    expect(await service.db.selectFrom('job').select('kind').execute()).toEqual([{ kind: 'send-mail-events' }]);
    await service.db.updateTable('job').set({ state: 'running' }).execute();
    await look();
    expect(await service.db.selectFrom('job').select('kind').execute()).toHaveLength(1);
  });

  test('events that were deleted before they were sent are a gap, until it begins anew', async () => {
    const { id: webhookId } = await create({ batchSize: 100 });
    await openMails(1);
    await send();
    await openMails(1);
    await client.reports.listEvents().orThrow();
    const purgeLast = sql`
      with gone as (delete from journal_entry where account_id = ${service.accountId} and id = (
        select max(id) from journal_entry where account_id = ${service.accountId}) returning recorded_at)
      update journal set purged_until = (select max(recorded_at) from gone) where account_id = ${service.accountId}`;
    await purgeLast.execute(service.db);
    await openMails(1);
    await send();
    expect((await get(webhookId)).progress).toMatchObject({ gap: true });
    expect(taken(), 'nothing behind the gap').toHaveLength(1);
    const old = await client.webhooks.replay({ webhookId, from_date: 0 });
    expect([old.status, old.ok ? '' : old.error.message]).toEqual([400, expect.stringContaining('no longer kept')]);
    const { rows } = await sql<{ at: Date }>`
      select purged_until + interval '1 millisecond' as at from journal where account_id = ${service.accountId}`.execute(
      service.db,
    );
    await client.webhooks.replay({ webhookId, from_date: rows[0]!.at.getTime() }).orThrow();
    await send();
    expect((await get(webhookId)).progress).toMatchObject({ gap: false });
    expect(taken()).toHaveLength(2);
    await sql`update journal set purged_until = null where account_id = ${service.accountId}`.execute(service.db);
  });

  test.each([
    ['mailEvents without the event', { events: ['bounce'], mailEvents: {} }, 'mailEvents: only with the event'],
    ['a field in the URL', { urlParams: [{ name: 'city', standard_contact_field: 'CITY' }] }, 'only custom_value'],
    ['an empty request', { mailEvents: { batchSize: 0 } }, 'batchSize'],
    ['101 events in a request', { mailEvents: { batchSize: 101 } }, 'batchSize'],
    ['an unknown type', { mailEvents: { types: ['read'] } }, 'types'],
  ])('%s is refused', async (_, extra, message) => {
    const body = { url, events: ['mail_events'], ...extra } as never;
    const response = await client.webhooks.create({ body });
    expect([response.status, response.ok ? '' : response.error.message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
  });

  test('only a webhook with events of mails can send again', async () => {
    const { id: webhookId } = await client.webhooks.create({ body: { url, events: ['bounce'] } }).orThrow();
    expect(await client.webhooks.replay({ webhookId, from_date: 0 })).toMatchObject({ status: 409 });
    expect(await client.webhooks.replay({ webhookId: 404_404, from_date: 0 })).toMatchObject({ status: 404 });
    expect(await get(webhookId)).not.toHaveProperty('progress');
  });
});
