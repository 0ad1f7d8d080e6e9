import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/account/store.ts';
import { endHoldsTask } from '../../src/people/blocks/end-holds-task.ts';
import type { MailServer } from '../../src/platform/mail-server/mail-server.ts';
import { returnPathOf, unsubscribeMailboxOf } from '../../src/sending/mail/identity.ts';
import type { MailKey, OccasionKey } from '../../src/tracking/index.ts';
import { openBouncePort } from '../support/bounce-port.ts';
import { notification } from '../support/bounce-report.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { queueTriggerMail } from '../support/trigger-mail.ts';

const domain = 'bounces.example.org';

describe.each(usualDatabases())('bounces on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let receiver: MailServer;
  let mailing: number;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    receiver = await openBouncePort(service);
    mailing = await service.client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
  });
  afterAll(async () => {
    await receiver?.close();
    await service?.close();
    await smtp?.close();
  });

  let contacts = 0;
  /** A contact who got the mailing, and which mail that was. */
  async function sent(): Promise<{ contact: number; recipient: MailKey }> {
    const email = `reader${++contacts}@example.org`;
    const contact = await service.client.contacts.createByEmail({ email, permission: 2, body: {} }).orThrow();
    return { contact, recipient: await sentTo(contact) };
  }
  async function sentTo(contact: number, occasion: OccasionKey = ''): Promise<MailKey> {
    const of = { account_id: service.accountId, mailing_id: mailing, contact_id: contact };
    const row = { ...of, occasion, state: 'sent' as const };
    const { id } = await service.db.insertInto('recipient').values(row).returning('id').executeTakeFirstOrThrow();
    return { mailingId: mailing, contactId: contact, recipientId: id };
  }
  const account = () => findAccount(service.db, service.accountId);
  const deliver = async (to: string | string[], raw: string) => {
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, tls: { rejectUnauthorized: false } });
    try {
      return await transport.sendMail({ envelope: { from: '', to }, raw });
    } finally {
      transport.close();
    }
  };
  const bounce = async (recipient: MailKey, id: string, status?: string) =>
    deliver(returnPathOf(await account(), recipient, domain), notification(id, status));

  test('a mail has one bounce of each status, however many notifications come', async () => {
    const { contact, recipient } = await sent();
    await bounce(recipient, 'n-1', '5.2.2');
    await bounce(recipient, 'n-1', '5.2.2');
    await bounce(recipient, 'n-2', '5.2.2');
    await bounce(recipient, 'n-3', '4.2.2');
    const { items } = await service.client.reports.listBounces({ ids: [contact] }).orThrow();
    expect(items.map(({ mailing_id, type, status_code, source }) => [mailing_id, type, status_code, source])).toEqual([
      [mailing, 'permanent', '5.2.2', 'mta-listener'],
      [mailing, 'transient', '4.2.2', 'mta-listener'],
    ]);
  });

  test('a recipient cannot fill the table, and takes nothing from another one', async () => {
    const { contact, recipient } = await sent();
    const other = await sent();
    for (let n = 0; n < 8; n++) await bounce(recipient, `f-${n}`, `5.7.${n}`);
    await bounce(other.recipient, 'o-1', '5.7.1');
    expect(await service.client.reportCounts.bounces({ ids: [contact] }).orThrow()).toBe(5);
    expect(await service.client.reportCounts.bounces({ ids: [other.contact] }).orThrow()).toBe(1);
  });

  test('a recipient cannot keep the service busy: beyond 20 an hour, mails to the same mailbox are put off unread', async () => {
    const { recipient } = await sent();
    const other = await sent();
    const mailbox = returnPathOf(await account(), recipient, domain);
    for (let n = 0; n < 20; n++) await deliver(mailbox, 'Subject: hello');
    await expect(deliver(mailbox, 'Subject: hello')).rejects.toMatchObject({ responseCode: 450 });
    await bounce(other.recipient, 'other-1');
  });

  test('a bounce that says that the mailbox is unknown blocks the contact at once, unless it may pass', async () => {
    const [gone, later] = [await sent(), await sent()];
    const blocks = async (id: number) => (await service.client.reports.listBlocks({ ids: [id] }).orThrow()).items;
    await bounce(later.recipient, 'unknown-later', '4.1.1');
    expect(await blocks(later.contact)).toEqual([]);
    await bounce(gone.recipient, 'unknown-now', '5.1.1');
    expect(await blocks(gone.contact)).toMatchObject([
      {
        new_status: 'blocked',
        reason: 'bounce_policy',
        explanation:
          'Bounces on 1 day without a sign of life in between, which say that the mailbox is unknown. The last one: mailbox-unknown, 5.1.1.',
      },
    ]);
  });

  test('hard bounces on three days in a row block the contact', async () => {
    const { contact, recipient } = await sent();
    for (const day of [3, 2]) {
      const earlier = await sentTo(contact, `doi:${day}`);
      await bounce(earlier, `day-${day}-${contact}`, '5.1.2');
      const at = new Date(Date.now() - day * 86_400_000);
      const latest = service.db.selectFrom('bounce').select('id').orderBy('id', 'desc').limit(1);
      await service.db.updateTable('bounce').set({ at }).where('id', '=', latest).execute();
    }
    const blocks = () => service.client.reports.listBlocks({ ids: [contact] }).orThrow();
    await passHold(contact);
    const held = ['blocked', 'allowed'].map((new_status) => ({ new_status, reason: 'bounce_policy' }));
    expect((await blocks()).items).toMatchObject(held);
    await bounce(recipient, `day-1-${contact}`, '5.1.2');
    const why = { explanation: expect.stringMatching(/3 different days.*does not exist.*host-unknown, 5\.1\.2/) };
    expect((await blocks()).items).toMatchObject([...held, { new_status: 'blocked', reason: 'bounce_policy', ...why }]);
    const { items: blocked } = await service.client.contacts.listBlocked().orThrow();
    expect(blocked.find(({ id }) => id === contact)).toMatchObject({ blocking_explanation: why.explanation });
  });

  /** Lets the days pass for which a contact is held back. */
  async function passHold(contact: number): Promise<void> {
    await service.db
      .updateTable('contact')
      .set({ blocked_until: new Date(Date.now() - 1000) })
      .where('id', '=', contact)
      .where('blocked_until', 'is not', null)
      .execute();
    await endHoldsTask.run(service.db, new AbortController().signal);
  }

  test('an account may block after the first bounce, or never after those that may pass', async () => {
    const limits = (
      unknown_mailbox_days: number,
      hard_bounce_days: number,
      soft_bounce_days: number | null,
      hold_days = 0,
    ) =>
      service.db
        .updateTable('account')
        .set({ unknown_mailbox_days, hard_bounce_days, soft_bounce_days, hold_days })
        .execute();
    const { contact, recipient } = await sent();
    const blocks = async () => (await service.client.reports.listBlocks({ ids: [contact] }).orThrow()).items.length;
    await limits(2, 2, 1);
    await bounce(recipient, 'limits-1', '5.2.2');
    expect(await blocks()).toBe(0);
    await limits(2, 2, null);
    await bounce(recipient, 'limits-2', '4.4.7');
    expect(await blocks()).toBe(0);
    await bounce(recipient, 'limits-3', '5.1.1');
    expect(await blocks()).toBe(0);
    await limits(2, 1, null);
    await bounce(recipient, 'limits-4', '5.1.2');
    expect(await blocks()).toBe(1);
    await limits(1, 3, 10, 1);
  });

  test('of several recipients of a notification the own one counts', async () => {
    const { contact, recipient } = await sent();
    const { email } = await service.client.contacts.get({ id: contact, ignore_checksum: true }).orThrow();
    const about = (address: string, status: string) =>
      `Final-Recipient: rfc822; ${address}\r\nAction: failed\r\nStatus: ${status}\r\n\r\n`;
    const head = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n';
    const part = `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n`;
    const report = `${head}${part}${about('other@example.org', '5.1.1')}${about(email!, '5.2.2')}--b--\r\n`;
    await deliver(returnPathOf(await account(), recipient, domain), report);
    const { items } = await service.client.reports.listBounces({ ids: [contact] }).orThrow();
    expect(items).toMatchObject([{ status_code: '5.2.2', reason: 'mailbox-full' }]);
  });

  test('a notification about addresses behind the own one holds back, and blocks nobody', async () => {
    const head = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n--b\r\n';
    const part = `Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n`;
    const group = (address: string, action: string, status: string) =>
      `Final-Recipient: rfc822; ${address}\r\nAction: ${action}\r\nStatus: ${status}\r\n\r\n`;
    const member = group('member@list.example', 'failed', '5.1.1');
    for (const isExpanded of [false, true]) {
      const { contact, recipient } = await sent();
      const { email } = await service.client.contacts.get({ id: contact, ignore_checksum: true }).orThrow();
      const own = isExpanded ? group(email!, 'expanded', '2.0.0') : '';
      await deliver(returnPathOf(await account(), recipient, domain), `${head}${part}${own}${member}--b--\r\n`);
      const { items } = await service.client.reports.listBounces({ ids: [contact] }).orThrow();
      expect(items.map(({ status_code }) => status_code)).toEqual(isExpanded ? [] : ['4.1.1']);
      const blocks = service.db.selectFrom('contact_block').select('until').where('contact_id', '=', contact);
      expect(await blocks.execute()).toEqual(isExpanded ? [] : [{ until: expect.any(Date) }]);
    }
  });

  test.each([
    ['5.7.1', 'policy', []],
    ['5.2.2', 'mailbox-full', []],
    ['5.1.8', 'sender-rejected', []],
    ['4.4.7', 'expired', [{ new_status: 'blocked', reason: 'bounce_policy' }]],
  ] as const)(
    'after ten days of %s, %s, a contact is blocked if that is about the address',
    async (status, reason, wanted) => {
      const { contact, recipient } = await sent();
      const rows = Array.from({ length: 9 }, (_, day) => ({
        account_id: service.accountId,
        mailing_id: mailing,
        contact_id: contact,
        at: new Date(Date.now() - (day + 1) * 86_400_000),
        type: 'transient' as const,
        status_code: status,
        reason,
        source: 'mta-listener' as const,
        fingerprint: `day ${day} ${contact}`,
      }));
      await service.db.insertInto('bounce').values(rows).execute();
      await bounce(recipient, 'tenth', status);
      const { items } = await service.client.reports.listBlocks({ ids: [contact] }).orThrow();
      expect(items).toMatchObject(wanted);
    },
  );

  test('a mail to several of our addresses counts for each of them', async () => {
    const all = [await sent(), await sent(), await sent()];
    const owner = await account();
    const to = all.map(({ recipient }) => returnPathOf(owner, recipient, domain));
    await deliver([...to, ...to], notification('several'));
    const count = (id: number) => service.client.reportCounts.bounces({ ids: [id] }).orThrow();
    for (const { contact } of all) expect(await count(contact)).toBe(1);
  });

  test('a mail that nobody can read is refused for good', async () => {
    const { recipient } = await sent();
    const nested = Array.from(
      { length: 20 },
      (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    await expect(deliver(returnPathOf(await account(), recipient, domain), nested.join(''))).rejects.toThrow(
      /554 5\.6\.0/,
    );
  });

  test('a mail to the address for it unsubscribes', async () => {
    const { contact, recipient } = await sent();
    await deliver(unsubscribeMailboxOf(await account(), recipient, domain), 'Subject: unsubscribe\r\n\r\n');
    const { items } = await service.client.reports.listUnsubscriptions({ ids: [contact] }).orThrow();
    expect(items).toMatchObject([{ source: 'reply', mailing_id: mailing }]);
  });

  test('mail for others is refused at RCPT: it is no relay', async () => {
    const { recipient } = await sent();
    const path = returnPathOf(await account(), recipient, domain);
    const forged = path.replace(/[0-9a-f](?=@)/, (last) => (last === '0' ? '1' : '0'));
    for (const to of ['somebody@example.com', `postmaster@${domain}`, forged]) {
      await expect(deliver(to, notification('x'))).rejects.toThrow(/550 5\.1\.1|no such mailbox/);
    }
  });

  test('a mail that the server refuses for good is a bounce with its status, and none that it puts off', async () => {
    const { client } = service;
    smtp.replies.set('refused@example.org', [550]);
    const contact = await client.contacts
      .createByEmail({ email: 'refused@example.org', permission: 2, body: {} })
      .orThrow();
    const trigger = await queueTriggerMail(service, contact);
    await expect
      .poll(async () => (await client.reports.listBounces({ mailing_id: [trigger] }).orThrow()).items, {
        timeout: 20_000,
      })
      .toMatchObject([{ type: 'permanent', status_code: '5.1.1', source: 'mta-listener' }]);
    expect(await client.reportCounts.recipients({ mailing_id: [trigger] }).orThrow()).toBe(0);
  });
});
