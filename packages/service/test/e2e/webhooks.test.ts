import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { NewWebhook, WebhookEvent } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { deliverEventsJob } from '../../src/events/index.ts';
import { createFetcher, type Fetcher } from '../../src/platform/fetch/fetch.ts';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const minute = 60_000;

/** A call as the receiver got it. */
interface Received {
  path: string;
  id: string;
  seconds: string;
  signature: string;
  body: string;
}

describe.each(usualDatabases())('webhooks on $kind', ({ open }) => {
  let service: TestService;
  let receiver: Server;
  let url: string;
  let fetcher: Fetcher;
  const received: Received[] = [];
  /** Statuses of the next answers; 204 when there are none. */
  const answers: number[] = [];
  const authorities = getCACertificates('default');

  beforeAll(async () => {
    const { key, cert } = await ownIdentity(join(inject('runDirectory'), 'tls'));
    setDefaultCACertificates([...authorities, cert]);
    receiver = createServer({ key, cert }, async (request, response) => {
      const header = (name: string) => String(request.headers[name]);
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      const [id, seconds, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header);
      received.push({ path: request.url!, id: id!, seconds: seconds!, signature: signature!, body });
      response.writeHead(answers.shift() ?? 204, { location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    url = `https://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    // Without a worker: the test delivers by its own clock.
    service = await startTestService(await open(), undefined, {}, { worker: false });
    fetcher = createFetcher({ allows: (address) => address === '127.0.0.1' });
  });
  afterAll(async () => {
    setDefaultCACertificates(authorities);
    await fetcher?.close();
    await service?.close();
    receiver?.close();
  });
  beforeEach(async () => {
    received.length = 0;
    answers.length = 0;
    for (const { id } of await service.client.webhooks.list().orThrow()) {
      await service.client.webhooks.delete({ webhookId: id }).orThrow();
    }
    await service.db.deleteFrom('job').execute();
  });

  const create = (events: NonNullable<NewWebhook['events']>, extra = {}) =>
    service.client.webhooks.create({ body: { url, events, ...extra } }).orThrow();
  const get = (webhookId: number) => service.client.webhooks.get({ webhookId }).orThrow();
  const deliver = (now = new Date()) =>
    runDueJobs(
      service.db,
      [deliverEventsJob(fetcher.fetch)],
      () => {},
      () => now,
    );
  const bodies = () => received.map(({ body }) => JSON.parse(body) as WebhookEvent);
  const unsubscribe = async (email: string) => {
    const contact = { email, permission: 2 };
    await service.client.contacts.createByEmail({ email, permission: 2, body: contact } as never).orThrow();
    await service.client.contacts.unsubscribeByEmail({ email } as never).orThrow();
  };

  test('an event is posted, signed, and repeated with the same id until it is taken', async () => {
    const webhook = await create(['unsubscription']);
    await unsubscribe('ada@hooks.example');
    const start = Date.now() + 1000;
    answers.push(500, 302);
    expect(await deliver(new Date(start))).toBe(1);
    expect(await get(webhook.id)).toMatchObject({
      last_delivery: { attempts: 1, status: 500, next_attempt: start + minute },
    });
    expect(await deliver(new Date(start + minute - 1))).toBe(0);
    expect(await deliver(new Date(start + minute))).toBe(1);
    expect(await deliver(new Date(start + 3 * minute))).toBe(1);
    expect(await deliver(new Date(start + 100 * minute))).toBe(0);
    expect(received).toHaveLength(3);
    const key = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64');
    for (const { id, seconds, signature, body } of received) {
      expect(id).toBe(received[0]!.id);
      const mac = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
      expect(signature).toBe(`v1,${mac}`);
    }
    expect(received.map(({ seconds }) => Number(seconds) - Math.floor(start / 1000))).toEqual([0, 60, 180]);
    expect(bodies()[0]).toMatchObject({
      type: 'unsubscription',
      contact: { id: expect.any(Number), email: 'ada@hooks.example' },
      source: 'other',
    });
    const { last_delivery } = await get(webhook.id);
    expect(last_delivery).toEqual({ event: bodies()[0], attempts: 3, status: 204 });
  });

  test('a receiver that answers 410 is not called again', async () => {
    const webhook = await create(['unsubscription']);
    await unsubscribe('gone@hooks.example');
    answers.push(410);
    const start = Date.now() + 1000;
    await deliver(new Date(start));
    expect(await get(webhook.id)).toMatchObject({ active: false, last_delivery: { attempts: 1, status: 410 } });
    await unsubscribe('later@hooks.example');
    await deliver(new Date(start + 60 * minute));
    expect(received).toHaveLength(1);
  });

  test('an event that is never taken is given up after 24 hours', async () => {
    const webhook = await create(['unsubscription']);
    await unsubscribe('grace@hooks.example');
    answers.push(...Array.from({ length: 20 }, () => 503));
    const start = Date.now() + 1000;
    for (let passed = 0; passed <= 26 * 60; passed++) await deliver(new Date(start + passed * minute));
    expect(received).toHaveLength(12);
    const { last_delivery } = await get(webhook.id);
    expect(last_delivery).toMatchObject({ attempts: 12, status: 503 });
    expect(last_delivery).not.toHaveProperty('next_attempt');
    const jobs = await service.db.selectFrom('job').select('state').where('kind', '=', 'deliver-events').execute();
    expect(jobs).toEqual([{ state: 'dead' }]);
  });

  test('only wanted events of active webhooks, in the transaction of what happened', async () => {
    await create(['unsubscription'], { active: false });
    await create(['bounce']);
    const states = await create(['mailing_state', 'block']);
    await unsubscribe('alan@hooks.example');
    expect(await deliver(new Date(Date.now() + 1000))).toBe(0);
    const blacklistId = await service.client.blacklists.create({ name: 'hooked' }).orThrow();
    const body = { entries: ['ada@hooks.example'] };
    await service.client.blacklists.addEntries({ blacklistId, body }).orThrow();
    await deliver(new Date(Date.now() + 1000));
    expect(bodies()).toMatchObject([
      {
        type: 'block',
        contact: { email: 'ada@hooks.example' },
        old_status: 'allowed',
        new_status: 'blocked',
        reason: 'blacklist',
      },
    ]);
    expect((await get(states.id)).last_delivery).toMatchObject({ attempts: 1, status: 204 });
  });

  test('the last deliveries are listed, without contacts; of each webhook its newest are kept', async () => {
    const webhook = await create(['unsubscription']);
    const { webhooks } = service.client;
    const list = () => webhooks.listDeliveries({ webhookId: webhook.id }).orThrow();
    expect(await list()).toEqual([]);
    expect((await webhooks.listDeliveries({ webhookId: 404404 })).status).toBe(404);
    await unsubscribe('seen@hooks.example');
    const start = Date.now() + 1000;
    answers.push(503);
    await deliver(new Date(start));
    const created = expect.any(Number);
    const event = { type: 'unsubscription', created };
    expect(await list()).toEqual([{ ...event, attempts: 1, status: 503, next_attempt: expect.any(Number) }]);
    await deliver(new Date(start + minute));
    expect(await list()).toEqual([{ ...event, attempts: 2, status: 204 }]);
    await sql`
      insert into webhook_event (account_id, webhook_id, type, content, next_attempt_at)
      select ${service.accountId}, ${webhook.id}, 'block', '{}', null from generate_series(1, 120)`.execute(service.db);
    await unsubscribe('last@hooks.example');
    await deliver(new Date(Date.now() + 1000));
    expect(await service.db.selectFrom('webhook_event').select('id').execute()).toHaveLength(100);
  });

  test('an erased contact has only its id, also in events that wait', async () => {
    const webhook = await create(['unsubscription']);
    await unsubscribe('erased@hooks.example');
    await service.client.contacts.deleteByEmail({ email: 'erased@hooks.example' } as never).orThrow();
    await deliver(new Date(Date.now() + 1000));
    expect(bodies()).toEqual([
      { type: 'unsubscription', timestamp: expect.any(Number), contact: { id: expect.any(Number) }, source: 'other' },
    ]);
    expect(JSON.stringify(await get(webhook.id))).not.toContain('erased@');
  });

  test('events that wait go to the new address, and are dropped with the webhook', async () => {
    const webhook = await create(['unsubscription']);
    await unsubscribe('new@hooks.example');
    const body = { url: `${url}?new`, events: ['unsubscription' as const] };
    const changed = await service.client.webhooks.update({ webhookId: webhook.id, body }).orThrow();
    expect(changed).toMatchObject({ id: webhook.id, url: `${url}?new`, active: true });
    expect(changed).not.toHaveProperty('secret');
    await service.client.webhooks.delete({ webhookId: webhook.id }).orThrow();
    await deliver(new Date(Date.now() + 1000));
    expect(received).toEqual([]);
  });

  test.each([
    ['GET', '/webhooks/404404', undefined, 404],
    ['PUT', '/webhooks/404404', { url: 'https://shop.example.com/', events: ['bounce'] }, 404],
    ['DELETE', '/webhooks/404404', undefined, 404],
    ['POST', '/webhooks', { url: 'http://shop.example.com/', events: ['bounce'] }, 400],
    ['POST', '/webhooks', { url: 'https://10.0.0.1/', events: ['bounce'] }, 400],
    ['POST', '/webhooks', { url: 'https://[::1]/', events: ['bounce'] }, 400],
    ['POST', '/webhooks', { url: 'https://user:secret@shop.example.com/', events: ['bounce'] }, 400],
    ['POST', '/webhooks', { url: 'https://shop.example.com/', events: ['opened'] }, 400],
    ['POST', '/webhooks', { url: 'https://shop.example.com/', events: [] }, 400],
    ['POST', '/webhooks', { url: 'https://shop.example.com/' }, 400],
    ['POST', '/webhooks', { url: 'https://shop.example.com/', event: 'doi', events: ['bounce'] }, 400],
    ['POST', '/webhooks', { url: 'https://shop.example.com/', event: 'doi', standardFields: ['NONE'] }, 400],
    ['POST', '/webhooks', { url: 'https://shop.example.com/', event: 'doi', customFields: ['NONE'] }, 400],
    ['POST', '/webhooks', { url: 'https://shop.example.com/', event: 'doi', urlParams: [{ name: 'a' }] }, 400],
    ['POST', '/webhooks', { url: 'https://shop.example.com/', events: ['bounce'] }, 201],
    ['POST', '/webhooks', { url: 'https://shop.example.com/', event: 'doi', events: ['doi'] }, 201],
  ])('%s %s %j: %i', async (method, path, body, status) => {
    const headers = { 'content-type': 'application/vnd.service.api+json' };
    const call = body ? { method, path, headers, body: JSON.stringify(body) } : { method, path };
    expect((await callRaw(service, call)).status).toBe(status);
  });

  test('fields of the contact and parameters of the URL are sent, and of the event what is wanted', async () => {
    await service.client.contacts.createCustomField({ field: 'SHOE SIZE', type: 'integer' }).orThrow();
    const webhook = await create(['unsubscription'], {
      urlParams: [
        { name: 'city', standard_contact_field: 'CITY' },
        { name: 'size', custom_contact_field: 'SHOE SIZE' },
        { name: 'title', standard_contact_field: 'TITLE' },
        { name: 'from', custom_value: 'A & B' },
      ],
      standardFields: ['CITY', 'TITLE'],
      customFields: ['SHOE SIZE'],
      eventFields: ['mailing_id', 'nothing'],
    });
    const body = {
      standard_fields: [{ name: 'CITY', value: 'Évry' }],
      custom_fields: [{ name: 'SHOE SIZE', value: '38' }],
    };
    await service.client.contacts.createByEmail({ email: 'fields@hooks.example', permission: 2, body }).orThrow();
    await service.client.contacts.renameCustomField({ oldname: 'SHOE SIZE', newname: 'SIZE' }).orThrow();
    await service.client.contacts.unsubscribeByEmail({ email: 'fields@hooks.example' }).orThrow();
    await deliver(new Date(Date.now() + 1000));
    expect(received.map(({ path }) => path)).toEqual(['/hook?city=%C3%89vry&size=38&title=&from=A+%26+B']);
    expect(bodies()).toEqual([
      {
        type: 'unsubscription',
        timestamp: expect.any(Number),
        contact: {
          id: expect.any(Number),
          email: 'fields@hooks.example',
          standard_fields: { CITY: 'Évry' },
          custom_fields: { SIZE: 38 },
        },
      },
    ]);
    const shown = await get(webhook.id);
    expect(shown).toMatchObject({
      event: 'unsubscription',
      customFields: ['SIZE'],
      last_delivery: { event: { source: 'other' } },
    });
    expect(shown.urlParams?.[1]).toEqual({ name: 'size', custom_contact_field: 'SIZE' });
    // Programs send back all that they have read, with members that a draft does not have.
    const sentBack = await service.fetch(`${service.origin}/1.0/webhooks/${webhook.id}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(shown),
    });
    expect(await sentBack.json()).toEqual(JSON.parse(JSON.stringify(shown)));
  });

  test('a change of fields is told by their names, and what stays as it was is none', async () => {
    await service.client.contacts.createCustomField({ field: 'HOBBY', type: 'string' }).orThrow();
    await create(['contact_field_change']);
    const write = (FIRSTNAME: string, HOBBY: string) => {
      const standard_fields = [
        { name: 'FIRSTNAME', value: FIRSTNAME },
        { name: 'ZIP', value: '1' },
      ];
      const body = { standard_fields, custom_fields: [{ name: 'HOBBY', value: HOBBY }] };
      return service.client.contacts.createByEmail({ email: 'changes@hooks.example', sync_mode: 1, body }).orThrow();
    };
    await write('Ada', 'chess');
    await write('Ada', 'chess');
    await write('Grace', 'go');
    await write('', 'go');
    await deliver(new Date(Date.now() + 1000));
    expect(bodies().map((event) => ({ ...event, contact: undefined, timestamp: undefined }))).toEqual([
      { type: 'contact_field_change', standard_fields: ['FIRSTNAME'], custom_fields: ['HOBBY'] },
      { type: 'contact_field_change', standard_fields: ['FIRSTNAME'], custom_fields: [] },
    ]);
  });

  test('an account has at most 100', async () => {
    const body = { url: 'https://shop.example.com/', events: ['bounce' as const] };
    for (let count = 0; count < 100; count++) await service.client.webhooks.create({ body }).orThrow();
    expect(await service.client.webhooks.create({ body })).toMatchObject({ status: 409 });
    expect(await service.client.webhooks.list().orThrow()).toHaveLength(100);
  });
});
