import type { TransactionalMail, TransactionalMailDraft } from '@mailwright/client';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findAccount } from '../../src/account/store.ts';
import type { MailServer } from '../../src/platform/mail-server/mail-server.ts';
import { returnPathOf } from '../../src/sending/mail/identity.ts';
import { purgeTransactionalMailsTask } from '../../src/transactional/mails/erase.ts';
import { openBouncePort } from '../support/bounce-port.ts';
import { notification } from '../support/bounce-report.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const from = { email: 'service@example.com', name: 'Zoë & Co' };

describe.each(usualDatabases())('transactional mails on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    const hook = { url: 'https://hooks.example.com/mail', events: ['transactional_mail' as const] };
    await service.client.webhooks.create({ body: hook }).orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const send = async (draft: Partial<TransactionalMailDraft>) =>
    service.client.transactionalMails
      .send({ body: { to: [{ email: 'ada@example.org' }], from, subject: 'Hello', text: 'Hello', ...draft } })
      .orThrow();
  const story = (mailId: string) => service.client.transactionalMails.get({ mailId }).orThrow();
  const storyWith = (mailId: string, state: TransactionalMail['state']) =>
    vi.waitFor(async () => {
      const mail = await story(mailId);
      expect(mail.state).toBe(state);
      return mail;
    });
  const steps = ({ events }: TransactionalMail) => events.map(({ step }) => step);
  const contentsLeft = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from transactional_content`.execute(
      service.db,
    );
    return rows[0]!.count;
  };

  test('a mail arrives as it was given, without anything of a newsletter', async () => {
    const [receipt] = await send({
      to: [{ email: 'plain@example.org', name: '{{ 7 | times: 6 }} [[CONTACT|EMAIL]]' }],
      subject: 'Keep [[CONTACT|EMAIL]] and {{ event.x }}',
      html: '<p>Keep [[CONTACT|EMAIL]] and {{ event.x }} <a href="https://shop.example.com/">shop</a></p>',
      text: 'Keep {{ this }}',
      reply_to: 'office@example.com',
      attachments: [{ filename: 'a.txt', mimetype: 'text/plain', data: Buffer.from('file').toString('base64') }],
    });
    const { email, raw } = await smtp.mailTo('plain@example.org');
    expect(email.from).toEqual({ address: from.email, name: from.name });
    expect(email.to).toEqual([{ address: 'plain@example.org', name: '{{ 7 | times: 6 }} [[CONTACT|EMAIL]]' }]);
    expect(email.subject).toBe('Keep [[CONTACT|EMAIL]] and {{ event.x }}');
    expect(email.html?.trim()).toBe(
      '<p>Keep [[CONTACT|EMAIL]] and {{ event.x }} <a href="https://shop.example.com/">shop</a></p>',
    );
    expect(email.text?.trim()).toBe('Keep {{ this }}');
    expect(email.replyTo).toEqual([{ address: 'office@example.com', name: '' }]);
    expect(email.attachments.map(({ filename }) => filename)).toEqual(['a.txt']);
    expect(raw.toString()).not.toMatch(/^(List-|Precedence|Feedback-ID)/im);
    const mail = await storyWith(receipt!.id, 'delivered');
    expect(steps(mail)).toEqual(['accepted', 'delivered']);
    expect(mail.events[1]).toMatchObject({ code: 250, reason: expect.stringMatching(/^127\.0\.0\.1: 250 /) });
    expect(mail.message_id).toBe(email.messageId);
    expect(await contentsLeft()).toBe(0);
  });

  test('data fills the subject and the texts as Liquid, and HTML is escaped', async () => {
    await send({
      to: [{ email: 'liquid@example.org' }],
      subject: 'Hello {{ event.name }}',
      html: '<p>{{ event.name }}</p>',
      text: '{% for item in event.items %}{{ item }};{% endfor %}',
      data: { name: 'A <b>', items: [1, 2] },
    });
    const { email } = await smtp.mailTo('liquid@example.org');
    expect([email.subject, email.html?.trim(), email.text?.trim()]).toEqual([
      'Hello A <b>',
      '<p>A &lt;b&gt;</p>',
      '1;2;',
    ]);
  });

  test('no list of mailings has the one that they are counted in', async () => {
    const { mailings } = service.client;
    const { items } = await mailings.listByTypes({ types: ['trigger'], fields: ['name'], page_size: 100 }).orThrow();
    const carrier = await service.db.selectFrom('transactional_carrier').select('mailing_id').executeTakeFirstOrThrow();
    expect(items.map(({ id }) => id)).not.toContain(carrier.mailing_id);
    expect((await mailings.getName({ mailingid: carrier.mailing_id })).status, 'reports can still name it').toBe(200);
  });

  test('a value that the data does not have is refused; null, a condition and a default are not', async () => {
    const mail = (text: string) =>
      service.client.transactionalMails.send({
        body: {
          to: [{ email: 'gap@example.org' }],
          from: { email: 'shop@example.com' },
          subject: 'Order',
          text,
          data: { name: 'Ada', note: null },
        },
      });
    const refused = await mail('Hello {{ event.nam }}');
    expect(refused.status).toBe(400);
    expect(refused.ok ? '' : refused.error.message).toContain('text: data has no nam; did you mean name?');
    const whole = '{{ event.note }}{{ event.x | default: event.name }}{% if event.y %}{{ event.y }}{% endif %}';
    expect((await mail(whole)).status).toBe(202);
  });

  test('each recipient gets a mail of their own', async () => {
    const receipts = await send({ to: [{ email: 'one@example.org' }, { email: 'two@example.org' }] });
    expect(receipts.map(({ email }) => email)).toEqual(['one@example.org', 'two@example.org']);
    for (const { email } of receipts) expect((await smtp.mailTo(email)).email.to).toHaveLength(1);
  });

  const faults: [what: string, draft: Partial<TransactionalMailDraft>][] = [
    ['an address twice', { to: [{ email: 'a@example.org' }, { email: 'A@example.org' }] }],
    ['an address that is none', { to: [{ email: 'a@b' }] }],
    ['no content', { text: undefined }],
    ['no sender', { from: undefined }],
    ['no subject', { subject: undefined }],
    ['a template that is not there', { template: 987_654, text: undefined }],
    ['a template and a text', { template: 1 }],
    ['text that is no Liquid', { text: '{% if %}', data: {} }],
    ['a file that is no base64', { attachments: [{ filename: 'a', mimetype: 'a/b', data: '?' }] }],
  ];
  test.each(faults)('%s is refused', async (_what, draft) => {
    const body = { to: [{ email: 'ada@example.org' }], from, subject: 'Hello', text: 'Hello', ...draft };
    const given = JSON.parse(JSON.stringify(body)) as TransactionalMailDraft;
    const { response } = await service.client.transactionalMails.send({ body: given });
    expect(response?.status).toBe(400);
  });

  test('the same Idempotency-Key sends one mail', async () => {
    const body = { to: [{ email: 'once@example.org' }], from, subject: 'Once', text: 'Once' };
    const sendOnce = () =>
      service.client.transactionalMails.send({ body }, { idempotencyKey: 'reset-of-ada-0001' }).orThrow();
    expect(await sendOnce()).toEqual(await sendOnce());
    await smtp.mailTo('once@example.org');
    const { items } = await service.client.transactionalMails.list({ email: 'ONCE@example.org' }).orThrow();
    expect(items).toHaveLength(1);
  });

  test('a deferred mail tells why, and when it is tried again', async () => {
    smtp.replies.set('later@example.org', [451]);
    const [receipt] = await send({ to: [{ email: 'later@example.org' }] });
    const mail = await storyWith(receipt!.id, 'deferred');
    expect(mail.events[1]).toMatchObject({ step: 'deferred', code: 451 });
    expect(mail.next_attempt).toBeGreaterThan(Date.now());
  });

  test('mails that are worked on together come to ends of their own', async () => {
    smtp.replies.set('beside-later@example.org', [451]);
    smtp.refused.set('beside-unknown@example.org', '550 5.1.1 No such user');
    const states = { 'beside-one': 'delivered', 'beside-later': 'deferred', 'beside-unknown': 'failed' } as const;
    const to = Object.keys(states).map((local) => ({ email: `${local}@example.org` }));
    const others = Array.from({ length: 30 }, (_, at) => send({ to: [{ email: `beside-${at}@example.org` }] }));
    const receipts = await send({ to });
    for (const [at, state] of Object.values(states).entries()) await storyWith(receipts[at]!.id, state);
    for (const [receipt] of await Promise.all(others)) await storyWith(receipt!.id, 'delivered');
  });

  test('a mail that a server refuses for good has failed', async () => {
    smtp.refused.set('unknown@example.org', '550 5.1.1 No such user');
    const [receipt] = await send({ to: [{ email: 'unknown@example.org' }] });
    const mail = await storyWith(receipt!.id, 'failed');
    expect(mail.events.at(-1)).toMatchObject({ step: 'failed', code: 550, reason: expect.stringContaining('5.1.1') });
    expect(mail.next_attempt).toBeUndefined();
  });

  test('blocked contacts and addresses on a blacklist get no mail, and unsubscribed contacts do', async () => {
    const { client } = service;
    const blacklistId = await client.blacklists.create({ name: 'Nobody' }).orThrow();
    const entries = ['*@listed.example.org', 'listed@example.org'];
    await client.blacklists.addEntries({ blacklistId, body: { entries } }).orThrow();
    await client.contacts.createByEmail({ email: 'listed@example.org', permission: 2, body: {} }).orThrow();
    const refused = await send({ to: [{ email: 'listed@example.org' }, { email: 'x@listed.example.org' }] });
    for (const { id } of refused) {
      const mail = await storyWith(id, 'skipped');
      expect(mail.events.at(-1)).toMatchObject({ step: 'skipped', reason: 'blocked: blacklist' });
    }
    await client.contacts.createByEmail({ email: 'gone@example.org', permission: 2, body: {} }).orThrow();
    await client.contacts.unsubscribeByEmail({ email: 'gone@example.org' }).orThrow();
    const [gone] = await send({ to: [{ email: 'gone@example.org' }] });
    await storyWith(gone!.id, 'delivered');
  });

  test('lists find mails by tag, state and time', async () => {
    const before = Date.now() - 60_000;
    const [receipt] = await send({ to: [{ email: 'tagged@example.org' }], tags: ['reset', 'de'] });
    await storyWith(receipt!.id, 'delivered');
    const found = async (input: object) =>
      (await service.client.transactionalMails.list({ email: 'tagged@example.org', ...input }).orThrow()).items.length;
    expect([
      await found({ tag: 'reset' }),
      await found({ tag: 'other' }),
      await found({ state: 'delivered' }),
      await found({ state: 'waiting' }),
      await found({ from_date: before }),
      await found({ to_date: before }),
    ]).toEqual([1, 0, 1, 0, 1, 0]);
  });

  test('webhooks are told of each step', async () => {
    const [receipt] = await send({ to: [{ email: 'hook@example.org' }], tags: ['hooked'] });
    await storyWith(receipt!.id, 'delivered');
    const events = await service.db
      .selectFrom('webhook_event')
      .select('content')
      .where(sql<boolean>`content ->> 'mail_id' = ${receipt!.id}`)
      .orderBy('id')
      .execute();
    expect(events.map(({ content }) => content)).toEqual([
      { mail_id: receipt!.id, step: 'accepted', tags: ['hooked'] },
      { mail_id: receipt!.id, step: 'delivered', code: 250, tags: ['hooked'] },
    ]);
  });

  test('a mail that comes back is bounced', async () => {
    const receiver: MailServer = await openBouncePort(service);
    try {
      const [receipt] = await send({ to: [{ email: 'back@example.org' }] });
      await storyWith(receipt!.id, 'delivered');
      const row = await service.db
        .selectFrom('recipient')
        .select(['id', 'mailing_id', 'contact_id'])
        .where('occasion', '=', `mail:${receipt!.id}`)
        .executeTakeFirstOrThrow();
      const sent = { mailingId: row.mailing_id, contactId: row.contact_id, recipientId: row.id };
      const to = returnPathOf(await findAccount(service.db, service.accountId), sent, 'bounces.example.org');
      const transport = createTransport({ host: '127.0.0.1', port: receiver.port, tls: { rejectUnauthorized: false } });
      await transport.sendMail({ envelope: { from: '', to }, raw: notification('n-1', '5.1.1') });
      transport.close();
      const mail = await storyWith(receipt!.id, 'bounced');
      expect(mail.events.at(-1)).toMatchObject({ step: 'bounced', reason: '5.1.1' });
    } finally {
      await receiver.close();
    }
  });

  test('the erasure of a contact deletes the mails to it', async () => {
    const { client } = service;
    const [before] = await send({ to: [{ email: 'erased@example.org' }] });
    await client.contacts.createByEmail({ email: 'erased@example.org', permission: 2, body: {} }).orThrow();
    const [after] = await send({ to: [{ email: 'Erased@example.org' }] });
    for (const receipt of [before!, after!]) await storyWith(receipt.id, 'delivered');
    await client.contacts.deleteByEmail({ email: 'erased@example.org' }).orThrow();
    for (const { id } of [before!, after!]) {
      expect((await client.transactionalMails.get({ mailId: id })).response?.status).toBe(404);
    }
    const left = await service.db
      .selectFrom('recipient')
      .select('id')
      .where(sql<boolean>`address ilike 'erased@%'`)
      .execute();
    expect(left).toEqual([]);
  });

  test('mails are deleted after 30 days', async () => {
    const [receipt] = await send({ to: [{ email: 'old@example.org' }] });
    await storyWith(receipt!.id, 'delivered');
    await sql`update transactional_mail set created_at = now() - interval '31 days' where id = ${receipt!.id}`.execute(
      service.db,
    );
    await purgeTransactionalMailsTask.run(service.db, new AbortController().signal);
    expect((await service.client.transactionalMails.get({ mailId: receipt!.id })).response?.status).toBe(404);
  });
});
