// More than 400 lines: one table of providers, whose events all tests below send to the same service.
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { BodiesUnderWay } from '@mailwright/server-runtime/web';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findAccount } from '../../src/account/store.ts';
import { registerBounceEventRoutes } from '../../src/pages/bounce-events/routes.ts';
import { FetchFailure } from '../../src/platform/fetch/failure.ts';
import type { GuardedFetch } from '../../src/platform/fetch/fetch.ts';
import { mailIdOf, messageIdOf } from '../../src/sending/mail/identity.ts';
import type { MailKey } from '../../src/tracking/index.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import {
  amazon,
  certificate,
  eventKeys,
  type Kind,
  now,
  requests,
  type Signed,
  signedBySns,
  strangers,
  topic,
  withPassword,
} from '../support/provider-events.ts';
import { startTestService, type TestService } from '../support/service.ts';

/* One file beyond 400 lines, because all of it sends the requests of the same providers to one service. */

/** Providers that sign the whole body; the others prove themselves by a password, or sign their time only. */
const signsBody = new Set(['neutral', 'sendgrid', 'ses']);

/** Replaces one character, at a place that the number says. */
function alter(text: string, n: number): string {
  const at = n % text.length;
  return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
}

/** Alters the signature or password of a request, wherever it is. */
function alterProof({ body, headers }: Signed, n: number): Signed {
  const [name] = Object.keys(headers).filter((header) => /signature|authorization/i.test(header));
  if (name === undefined)
    return {
      headers,
      body: body.replace(/("signature":")([^"]+)/i, (_, key, text) => key + alter(text, n % (text.length - 4))),
    };
  const [, prefix = '', text = ''] = /^(Basic )?(.*)$/.exec(headers[name]!)!;
  // The name of the user counts for nothing, and the last characters of Base64 may say nothing.
  const place = prefix === '' ? n % (text.length - 3) : 16 + (n % (text.length - 20));
  return { body, headers: { ...headers, [name]: prefix + alter(text, place) } };
}

describe.each(usualDatabases())('events of providers on $kind', ({ open }) => {
  let service: TestService;
  let mailing: number;
  /** Addresses of providers that the service has asked. */
  const asked: string[] = [];
  const ask: GuardedFetch = async (url) => {
    asked.push(url);
    const isThere = !url.includes('SimpleNotificationService') || url.endsWith('-f3ecfb.pem');
    const body = Buffer.from(certificate.cert);
    return { status: isThere ? 200 : 404, headers: {}, body, url, redirects: 0, millis: 0 };
  };
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { eventKeys, ask });
    mailing = await service.client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
  });
  afterAll(() => service?.close());

  let contacts = 0;
  async function sent(): Promise<{ mail: MailKey; id: string }> {
    const email = `reader${++contacts}@example.org`;
    const contact = await service.client.contacts.createByEmail({ email, permission: 2, body: {} }).orThrow();
    const of = { account_id: service.accountId, mailing_id: mailing, contact_id: contact };
    const row = { ...of, state: 'sent' as const };
    const { id } = await service.db.insertInto('recipient').values(row).returning('id').executeTakeFirstOrThrow();
    const mail = { mailingId: mailing, contactId: contact, recipientId: id };
    return { mail, id: messageIdOf(await findAccount(service.db, service.accountId), mail) };
  }
  const post = async (provider: string, { body, headers }: Signed) => {
    const type = { 'Content-Type': 'application/json', ...headers };
    return (await service.fetch(`${service.origin}/bounce-events/${provider}`, { method: 'POST', body, headers: type }))
      .status;
  };
  const bounces = async ({ contactId }: MailKey) =>
    (await service.client.reports.listBounces({ ids: [contactId] }).orThrow()).items;
  const leavers = ({ contactId }: MailKey) =>
    service.client.reportCounts.unsubscriptions({ ids: [contactId] }).orThrow();

  describe.each(Object.keys(requests))('%s', (provider) => {
    const request = requests[provider]!;

    test('a bounce counts once, however often it is told, and a complaint unsubscribes', async () => {
      const [bounced, annoyed] = [await sent(), await sent()];
      const event = request('bounce', bounced.id);
      expect([await post(provider, event), await post(provider, event)]).toEqual([204, 204]);
      expect(await bounces(bounced.mail)).toMatchObject([
        { status_code: '5.1.1', reason: 'mailbox-unknown', source: 'reply' },
      ]);
      expect(await post(provider, request('complaint', annoyed.id))).toBe(204);
      expect(await leavers(annoyed.mail)).toBe(1);
    });

    test('what is forged, altered or old is refused, changes nothing and is logged', async () => {
      const { mail, id } = await sent();
      const other = await sent();
      const altered = request('bounce', id);
      const before = service.log.length;
      const refused = [
        request('bounce', id, now(), strangers[provider]!),
        { ...altered, headers: {}, body: altered.body.replace(/"(signature)":"\w/i, '"$1":"') },
        { ...altered, body: 'x' },
        // A password has no time.
        ...(withPassword.has(provider) ? [] : [request('bounce', id, now() - 2 * 86_400)]),
      ];
      for (const forged of refused) expect(await post(provider, forged)).toBe(403);
      expect(await bounces(mail)).toEqual([]);
      expect(service.log.slice(before).filter((line) => line.includes('were refused'))).toHaveLength(refused.length);
      // Nobody but the service makes Message-IDs.
      const forged = id.replace(/[0-9a-f](?=@)/, (last) => (last === '0' ? '1' : '0'));
      expect(await post(provider, request('bounce', forged))).toBe(204);
      expect(await post(provider, request('bounce', `<${mailIdOf(id, other.mail.contactId)}@x>`))).toBe(204);
      expect([...(await bounces(mail)), ...(await bounces(other.mail))]).toEqual([]);
    });
  });

  test('a topic is confirmed at SNS only, and no other address is asked, whatever a message names', async () => {
    const confirmation = (fields: Record<string, string>, key: string | KeyObject = certificate.private) =>
      signedBySns(
        {
          Type: 'SubscriptionConfirmation',
          Message: 'You have chosen to subscribe to the topic.',
          Timestamp: new Date().toISOString(),
          Token: '2336412f37fb687f5d51e6e241d09c805a5a57b30d712f794cc5f6a988666d92768dd60a',
          SubscribeURL: `${amazon}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=2336412f37`,
          ...fields,
        },
        key,
      );
    const elsewhere = [
      'https://127.0.0.1/SimpleNotificationService-f3ecfb.pem',
      'https://sns.us-east-1.amazonaws.com.example.org/SimpleNotificationService-f3ecfb.pem',
      'https://example.org@sns.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb.pem',
      'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-f3ecfb.pem',
      'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb.pem',
      'https://s3.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb.pem',
      `${amazon}/?Action=GetSomething&name=SimpleNotificationService-f3ecfb.pem`,
    ];
    asked.length = 0;
    for (const SigningCertURL of elsewhere) expect(await post('ses', confirmation({ SigningCertURL }))).toBe(403);
    expect(await post('ses', confirmation({ TopicArn: `${topic}2` }))).toBe(403);
    expect(asked).toEqual([]);
    for (const SubscribeURL of ['https://127.0.0.1/', `${amazon}/?Action=Unsubscribe&TopicArn=${topic}`])
      expect(await post('ses', confirmation({ SubscribeURL }))).toBe(403);
    expect(await post('ses', confirmation({}, strangers.ses!))).toBe(403);
    expect(new Set(asked)).toEqual(new Set([`${amazon}/SimpleNotificationService-f3ecfb.pem`]));
    expect(await post('ses', confirmation({}))).toBe(204);
    expect(asked.at(-1)).toContain('Action=ConfirmSubscription');
  });

  test('what was accepted and refused last is known to doctor', async () => {
    const { id } = await sent();
    // Each source is noted once a minute, so that the tests before may have done it.
    await post('neutral', requests.neutral!('bounce', id));
    await post('neutral', requests.neutral!('bounce', id, now(), strangers.neutral!));
    const { bounceSources } = await administer(service.db).diagnosis(undefined);
    expect(bounceSources.find(({ name }) => name === 'neutral')).toEqual({
      name: 'neutral',
      readAt: expect.any(String),
      failedAt: expect.any(String),
      failure: expect.any(String),
    });
  });

  test('a provider without a key is not there', async () => {
    for (const provider of ['other', 'constructor', '__proto__'])
      expect(await post(provider, { body: '{}', headers: {} })).toBe(404);
  });

  test('a body is counted before it is read, by what it announces', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    const bodies = new BodiesUnderWay({ all: 10_000, client: 2000 });
    registerBounceEventRoutes(app, { db: service.db, keys: eventKeys, fetch: ask }, () => {}, bodies);
    const statusOf = async (length: number) => {
      const headers = { ...requests.brevo!('bounce', 'x').headers, 'content-type': 'application/json' };
      const request = { method: 'POST', url: '/bounce-events/brevo', headers, payload: 'x'.repeat(length) } as const;
      const { statusCode, headers: answered } = await app.inject(request);
      return [statusCode, answered['retry-after']];
    };
    expect(await statusOf(2001)).toEqual([503, '2']);
    // Each is released when it is answered.
    for (let sent = 0; sent < 12; sent++) expect((await statusOf(1900))[0]).toBe(403);
  });

  test('a message whose certificate cannot be fetched is put off, and recorded when it comes again', async () => {
    const app = Fastify();
    onTestFinished(() => app.close());
    let isReachable = false;
    const fetch: GuardedFetch = (...given) => {
      if (!isReachable) throw new FetchFailure('timeout', 'no answer');
      return ask(...given);
    };
    registerBounceEventRoutes(app, { db: service.db, keys: eventKeys, fetch }, () => {}, new BodiesUnderWay());
    const { body, headers } = requests.ses!('bounce', (await sent()).id);
    const again = async () => {
      const type = { ...headers, 'content-type': 'text/plain' };
      const answer = await app.inject({ method: 'POST', url: '/bounce-events/ses', headers: type, payload: body });
      return [answer.statusCode, answer.headers['retry-after']];
    };
    expect(await again()).toEqual([503, '60']);
    isReachable = true;
    expect(await again()).toEqual([204, undefined]);
  });

  test('whatever of a request is forged, altered, old or repeated changes nothing, and each refusal is logged', async () => {
    const [told, spared] = [await sent(), await sent()];
    const lines: string[] = [];
    const app = Fastify();
    registerBounceEventRoutes(
      app,
      { db: service.db, keys: eventKeys, fetch: ask },
      (line) => lines.push(line),
      new BodiesUnderWay(),
    );
    onTestFinished(() => app.close());
    let clients = 0;
    // Each comes from another address, because one that sends many is slowed down.
    const send = async (provider: string, { body, headers }: Signed) => {
      const remoteAddress = `10.${++clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`;
      const type = { 'Content-Type': 'application/json', ...headers };
      const request = { method: 'POST', url: `/bounce-events/${provider}`, payload: body, headers: type } as const;
      return (await app.inject({ ...request, remoteAddress })).statusCode;
    };
    const state = async () => {
      const { rows } = await sql<object>`
        select (select count(*) from bounce) as bounces, (select count(*) from unsubscription) as unsubscriptions,
          (select count(*) from contact where blocked_at is not null) as blocked`.execute(service.db);
      return rows;
    };
    const authentic = Object.entries(requests).map(
      ([provider, request]) => [provider, request('bounce', told.id)] as const,
    );
    for (const [provider, request] of authentic) expect(await send(provider, request)).toBe(204);
    const before = await state();

    const attacks: Record<string, (provider: string, kind: Kind, n: number) => Signed> = {
      'another key': (provider, kind) => requests[provider]!(kind, spared.id, now(), strangers[provider]!),
      'too old or of the future': (provider, kind, n) =>
        withPassword.has(provider)
          ? { ...requests[provider]!(kind, spared.id), headers: {} }
          : requests[provider]!(kind, spared.id, now() + (n % 2 === 0 ? 1 : -1) * (90_000 + n)),
      'an altered proof': (provider, kind, n) => alterProof(requests[provider]!(kind, spared.id), n),
      'an altered body': (provider, kind, n) => {
        const request = requests[provider]!(kind, spared.id);
        return signsBody.has(provider)
          ? { ...request, body: alter(request.body, n % (request.body.length - 8)) }
          : alterProof(request, n);
      },
      'a certificate of another host': (provider, kind, n) => {
        const request = requests[provider]!(kind, spared.id);
        if (provider !== 'ses') return alterProof(request, n);
        return {
          ...request,
          body: request.body.replace(amazon, `${amazon}${n % 2 === 0 ? `.h${n}.example` : `:${n + 1024}`}`),
        };
      },
      'a body without its end': (provider, kind, n) => {
        const { body, headers } = requests[provider]!(kind, spared.id);
        return { headers, body: body.slice(0, n % body.length) };
      },
    };
    const attack = fc.record({
      provider: fc.constantFrom(...Object.keys(requests)),
      kind: fc.constantFrom<Kind[]>('bounce', 'complaint'),
      name: fc.constantFrom(...Object.keys(attacks)),
      n: fc.nat({ max: 5000 }),
    });
    await fc.assert(
      fc.asyncProperty(attack, async ({ provider, kind, name, n }) => {
        lines.length = 0;
        expect(await send(provider, attacks[name]!(provider, kind, n))).toBe(403);
        expect(lines).toEqual([expect.stringMatching(`^Events of "${provider}" were refused: `)]);
      }),
      { numRuns: 900 },
    );
    // Nobody but the service makes the token of a mail: a provider passes others on, and they are about nothing.
    const token = fc.record({ provider: attack.map(({ provider }) => provider), n: fc.nat({ max: 5000 }) });
    await fc.assert(
      fc.asyncProperty(token, async ({ provider, n }) => {
        const [id, rest] = spared.id.slice(1).split('@') as [string, string];
        const request = requests[provider]!('bounce', `<${alter(id, n)}@${rest}`);
        expect(await send(provider, request)).toBe(204);
      }),
      { numRuns: 100 },
    );
    // What is repeated is authentic: it is accepted and does not count again.
    for (let n = 0; n < 100; n++) {
      const [provider, request] = authentic[n % authentic.length]!;
      expect(await send(provider, request)).toBe(204);
    }
    expect(await state()).toEqual(before);
    expect(await bounces(spared.mail)).toEqual([]);
  });

  /** Until the end of the test no second passes, after which a sender would be heard once more. */
  function stopClock(): void {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
  }

  test('1,000 forged events change nothing, and their sender is slowed down', async () => {
    const { mail, id } = await sent();
    const foreign = id.replace(/^<\w+/, '<zz');
    const forgeries = Object.entries(requests).flatMap(([provider, request]): [string, Signed][] => [
      [provider, request('bounce', id, now(), strangers[provider]!)],
      [provider, request('complaint', id, now(), strangers[provider]!)],
      [provider, request('bounce', foreign)],
      [provider, request('bounce', '<unknown@example.org>')],
      [provider, { ...request('bounce', id), body: request('bounce', foreign).body, headers: {} }],
      [provider, { ...request('bounce', id), body: 'x'.repeat(2 * 1024 * 1024) }],
      ...(withPassword.has(provider) ? [] : [[provider, request('bounce', id, now() - 90_000)] as [string, Signed]]),
    ]);
    const before = service.log.length;
    const statuses: number[] = [];
    while (statuses.length < 1000) {
      const round = forgeries.slice(0, 1000 - statuses.length);
      statuses.push(...(await Promise.all(round.map(([provider, forged]) => post(provider, forged)))));
    }
    // Right requests about mails of nobody are taken; the others are refused, and after a while with 429.
    expect(new Set(statuses)).toEqual(new Set([204, 403, 413, 429]));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(500);
    expect(service.log.length - before).toBeLessThan(200);
    expect([await bounces(mail), await leavers(mail)]).toEqual([[], 0]);
    stopClock();
    while ((await post('neutral', requests.neutral!('bounce', id, now(), strangers.neutral!))) !== 429);
    // Others at the same address send again what is signed, and are heard if they know a password.
    expect(await post('neutral', requests.neutral!('bounce', id))).toBe(429);
    expect(await post('brevo', requests.brevo!('bounce', id))).toBe(204);
    expect(await bounces(mail)).toHaveLength(1);
  });

  describe('before a body is read', () => {
    /** Sends the head of a request, and returns the status that comes although no body follows. */
    const statusOfHead = async (app: FastifyInstance, provider: string, headers: Record<string, string>) => {
      const { port } = app.server.address() as AddressInfo;
      const socket = connect(port, '127.0.0.1');
      onTestFinished(() => void socket.destroy());
      const lines = Object.entries({ Host: 'a', 'Content-Length': '60000', ...headers }).map((each) => each.join(': '));
      socket.write(`POST /bounce-events/${provider} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      return Number(/^HTTP\/1.1 (\d+)/.exec(answer.toString())![1]);
    };
    const listening = async () => {
      const app = Fastify();
      registerBounceEventRoutes(app, { db: service.db, keys: eventKeys, fetch: ask }, () => {}, new BodiesUnderWay());
      onTestFinished(() => app.close());
      await app.listen({ port: 0, host: '127.0.0.1' });
      return app;
    };

    test('unknown providers, wrong passwords and old signatures are refused', async () => {
      const app = await listening();
      const wrong = Object.keys(requests)
        .filter((provider) => !['mailgun', 'ses'].includes(provider))
        .map(
          (provider) => [provider, requests[provider]!('bounce', 'x', now() - 100_000, strangers[provider]!)] as const,
        );
      for (const [provider, { headers }] of wrong)
        expect(await statusOfHead(app, provider, headers), provider).toBe(403);
      expect(await statusOfHead(app, 'other', {})).toBe(404);
    });

    test.each(Object.keys(requests))('%s: an address that was refused often waits', async (provider) => {
      const app = await listening();
      stopClock();
      for (let n = 0; n < 60; n++) await app.inject({ method: 'POST', url: '/bounce-events/other' });
      expect(await statusOfHead(app, provider, {})).toBe(429);
    });
  });

  test.each(Object.keys(requests))(
    '%s: a request has at most 64 KB if it has one event, else 1 MB',
    async (provider) => {
      const padded = (bytes: number) => ({ ...requests[provider]!('bounce', 'x'), body: 'x'.repeat(bytes) });
      const lists = ['mailjet', 'neutral', 'sendgrid', 'sparkpost'].includes(provider);
      const app = Fastify();
      registerBounceEventRoutes(app, { db: service.db, keys: eventKeys, fetch: ask }, () => {}, new BodiesUnderWay());
      onTestFinished(() => app.close());
      const most = (lists ? 1024 : 64) * 1024;
      const statuses = [];
      for (const bytes of [most, most + 1]) {
        const { headers, body } = padded(bytes);
        const request = { method: 'POST', url: `/bounce-events/${provider}`, payload: body, headers } as const;
        statuses.push((await app.inject({ ...request, headers: { 'Content-Type': 'a/b', ...headers } })).statusCode);
      }
      expect(statuses).toEqual([403, 413]);
    },
  );

  test('a signature of Mailgun counts for one event, which may be sent again', async () => {
    const [seen, spared] = [await sent(), await sent()];
    const event = requests.mailgun!('bounce', seen.id);
    const other = JSON.parse(requests.mailgun!('bounce', spared.id).body);
    const forged = JSON.stringify({ ...other, signature: JSON.parse(event.body).signature });
    // A provider's address is not slowed down by other tests.
    const app = Fastify();
    registerBounceEventRoutes(app, { db: service.db, keys: eventKeys, fetch: ask }, () => {}, new BodiesUnderWay());
    onTestFinished(() => app.close());
    const statuses = [];
    for (const payload of [event.body, forged, event.body]) {
      const headers = { 'Content-Type': 'application/json' };
      statuses.push((await app.inject({ method: 'POST', url: '/bounce-events/mailgun', payload, headers })).statusCode);
    }
    expect(statuses).toEqual([204, 403, 204]);
    expect([await bounces(seen.mail), await bounces(spared.mail)]).toEqual([[expect.anything()], []]);
  });
});
