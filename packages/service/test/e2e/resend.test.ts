import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { visit } from '../support/tracked-mailing.ts';

const html = '<p>Spring</p><a href="https://shop.example/tulips">tulips</a> <a href="[[LINK|UNSUBSCRIBE]]">leave</a>';
const names = ['opener', 'clicker', 'machine', 'leaver', 'returned', 'refused', 'late', 'silent', 'answerer'] as const;
type Name = (typeof names)[number];

describe.each(usualDatabases())('a mailing that is sent again, on $kind', ({ open }) => {
  let service: TestService;
  let smtp: SmtpSink;
  let origin: number;
  const address = (name: Name) => `${name}@reader.example`;
  const urlIn = async (name: Name, pattern: RegExp) =>
    pattern.exec((await smtp.mailTo(address(name))).email.html!)![1]!;
  const pixel = /<img[^>]* src="([^"]+)"/;
  const response = (name: Name) =>
    service.db
      .selectFrom('reader')
      .innerJoin('contact', 'contact.id', 'reader.contact_id')
      .select('last_opened_at')
      .where('email', '=', address(name))
      .where('mailing_id', '=', origin)
      .executeTakeFirst();
  const isRecorded = (name: Name) =>
    vi.waitFor(async () => expect((await response(name))?.last_opened_at).toBeTruthy());

  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    const { client, db } = service;
    await db.deleteFrom('contact').execute();
    for (const name of names)
      await client.contacts.createByEmail({ email: address(name), permission: 5, body: {} }).orThrow();
    smtp.refused.set(address('refused'), '550 5.1.1 No such user');
    origin = await createSendout(service, html);
    await client.mailings.sendNow({ mailingid: origin }).orThrow();
    await reached(service, origin, 'done');
    smtp.refused.clear();
    // What comes within seconds is a machine.
    await sql`update delivery set sent_at = sent_at - interval '1 hour'`.execute(db);
    await visit(service, await urlIn('opener', pixel));
    await visit(service, await urlIn('clicker', /href="([^"]+\/c\/[^"]+)"/));
    await visit(service, await urlIn('machine', pixel), 'GoogleImageProxy bot');
    for (const name of ['opener', 'clicker'] as const) await isRecorded(name);
    const { items } = await client.contacts.list({}).orThrow();
    const id = items.find(({ email }) => email === address('returned'))!.id;
    const bounce = { status_code: '4.2.2', source: 'reply', fingerprint: 'x', type: 'transient' } as const;
    await db
      .insertInto('bounce')
      .values({ account_id: service.accountId, mailing_id: origin, contact_id: id, at: new Date(), ...bounce })
      .execute();
    const answerer = items.find(({ email }) => email === address('answerer'))!.id;
    const answer = { occasion: '', kind: 'human', forwarded: false, fingerprint: 'x' } as const;
    await db
      .insertInto('answer')
      .values({ account_id: service.accountId, mailing_id: origin, contact_id: answerer, at: new Date(), ...answer })
      .execute();
    // Who comes later has not got it, and so is nobody who has not opened it.
    await client.contacts.createByEmail({ email: 'new@reader.example', permission: 5, body: {} }).orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  test('goes once, to those alone who got it and did nothing, asked again before each mail', async () => {
    const { client, db } = service;
    const mailingid = await client.mailings
      .resend({ mailingid: origin, body: { name: 'Spring: again!', subject: 'Last days' } })
      .orThrow();
    expect(await client.mailings.getState({ mailingid }).orThrow()).toBe('draft');
    expect(await client.mailings.getSubject({ mailingid }).orThrow()).toBe('Last days');
    const { audience } = await client.mailings.getReadiness({ mailingid }).orThrow();
    expect(audience).toMatchObject({ contacts: 6, recipients: 4 });
    expect(audience!.left_out).toEqual(
      expect.arrayContaining(['not_reached', 'responded'].map((reason) => ({ reason, contacts: 1 }))),
    );

    await client.contacts.unsubscribeByEmail({ email: address('leaver') }).orThrow();
    smtp.refused.set(address('late'), '451 4.3.0 Later');
    await client.mailings.sendNow({ mailingid }).orThrow();
    await vi.waitFor(
      async () => expect(await outcomes(service, mailingid)).toEqual({ 'deferred: 451 4.3.0 Later': 1, sent: 2 }),
      { timeout: 20_000 },
    );
    smtp.refused.clear();
    await visit(service, await urlIn('late', pixel));
    await isRecorded('late');
    await sql`update recipient set next_at = now() where state = 'deferred'`.execute(db);
    await sql`update recipient_batch set due_at = now()`.execute(db);
    service.wakeWorker();
    await reached(service, mailingid, 'done');
    expect(await outcomes(service, mailingid)).toEqual({ sent: 2, 'skipped: responded': 1 });
    const again = smtp.mails.filter(({ email }) => email.subject === 'Last days').map(({ to }) => to[0]);
    expect(again.sort()).toEqual([address('machine'), address('silent')]);

    const report = await client.reports.getMailing({ mailingid }).orThrow();
    expect(report).toMatchObject({ resend_of: origin, recipients: 2 });
    expect(report.left_out.sort((one, other) => one.reason.localeCompare(other.reason))).toEqual(
      [
        ['not_reached', 1],
        ['responded', 2],
        ['unsubscribed', 1],
      ].map(([reason, contacts]) => ({ reason, contacts })),
    );
    const spared = await client.reports.listSpared({ mailing_id: [mailingid] }).orThrow();
    expect(spared.items).toMatchObject([
      { contact: { email: address('answerer') }, reason: 'responded', mailing_id: mailingid },
      { contact: { email: address('late') }, reason: 'responded', mailing_id: mailingid },
    ]);
    expect(await client.reportCounts.spared({ mailing_id: [mailingid] }).orThrow()).toBe(2);
    expect(await client.reports.getMailing({ mailingid: origin }).orThrow()).toMatchObject({ resent_by: mailingid });
    for (const [id, words] of [
      [origin, `is sent again by mailing ${mailingid} already`],
      [mailingid, `sends mailing ${origin} again and cannot be sent again itself`],
    ] as const) {
      const refused = await client.mailings.resend({ mailingid: id, body: {} });
      expect([refused.status, JSON.stringify(refused)]).toEqual([409, expect.stringContaining(words)]);
    }
  });

  test.each([
    ['a draft', 409, 'is draft and cannot be sent again', async () => createSendout(service)],
    [
      'one whose opens nobody knows',
      400,
      'tracking strategy anonymous',
      async () => {
        const mailingid = await createSendout(service);
        const done = { state: 'done', tracking_strategy: 'anonymous' } as const;
        await service.db.updateTable('mailing').set(done).where('id', '=', mailingid).execute();
        return mailingid;
      },
    ],
  ])('is not %s', async (_what, status, words, make) => {
    const refused = await service.client.mailings.resend({ mailingid: await make(), body: {} });
    expect([refused.status, JSON.stringify(refused)]).toEqual([status, expect.stringContaining(words)]);
  });

  test('of requests at the same time, one makes a draft, and another can follow when it is deleted', async () => {
    const { client, db } = service;
    const mailingid = await createSendout(service);
    await db.updateTable('mailing').set({ state: 'done' }).where('id', '=', mailingid).execute();
    const asked = await Promise.all(Array.from({ length: 4 }, () => client.mailings.resend({ mailingid, body: {} })));
    expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const made = asked.find(({ ok }) => ok)!;
    await client.mailings.delete({ mailingId: made.ok ? made.data : 0 }).orThrow();
    expect((await client.mailings.resend({ mailingid, body: {} })).status).toBe(201);
  });
});
