import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { findAccount } from '../../src/account/store.ts';
import { type BounceCollector, collectBounces } from '../../src/sending/bounces/mailbox/collector.ts';
import { BounceSources } from '../../src/sending/bounces/sources.ts';
import { mailIdOf, messageIdOf, returnPathOf, unsubscribeMailboxOf } from '../../src/sending/mail/identity.ts';
import type { MailKey } from '../../src/tracking/index.ts';
import { complaint, notification, quoting } from '../support/bounce-report.ts';
import { usualDatabases } from '../support/database.ts';
import { dovecotPath, type ImapServer, startCuttable, startDovecot } from '../support/dovecot.ts';
import { startTestService, type TestService } from '../support/service.ts';

if (dovecotPath === undefined) console.log('No mailbox is read: the Debian package dovecot-imapd is not installed.');

const patient = { timeout: 60_000, interval: 50 };

describe.runIf(dovecotPath).each(usualDatabases())('a bounce mailbox on $kind', ({ open }) => {
  let service: TestService;
  let imap: ImapServer;
  let line: Awaited<ReturnType<typeof startCuttable>>;
  let collector: BounceCollector;
  let mailing: number;
  const server = () => ({ host: '127.0.0.1', port: line.port, secure: false, doSTARTTLS: false });
  const collect = () =>
    collectBounces(
      service.db,
      () => ({ server: { ...server(), auth: { user: 'bounces', pass: 'secret' } }, folder: 'INBOX' }),
      (text) => service.log.push(text),
    );
  beforeAll(async () => {
    service = await startTestService(await open());
    // Dovecot's sockets need a short path.
    imap = await startDovecot(mkdtempSync(join(tmpdir(), 'imap-')));
    line = await startCuttable(imap.port);
    mailing = await service.client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
    collector = collect();
  });
  afterAll(async () => {
    await collector?.close();
    await line?.close();
    await imap?.close();
    await service?.close();
  });

  let contacts = 0;
  async function sent(): Promise<MailKey> {
    const email = `reader${++contacts}@example.org`;
    const contact = await service.client.contacts.createByEmail({ email, permission: 2, body: {} }).orThrow();
    const of = { account_id: service.accountId, mailing_id: mailing, contact_id: contact };
    const row = { ...of, state: 'sent' as const };
    const { id } = await service.db.insertInto('recipient').values(row).returning('id').executeTakeFirstOrThrow();
    return { mailingId: mailing, contactId: contact, recipientId: id };
  }
  const account = () => findAccount(service.db, service.accountId);
  const bouncesOf = async ({ contactId }: MailKey) =>
    (await service.client.reports.listBounces({ ids: [contactId] }).orThrow()).items;
  const personal = (subject: string) => `From: ada@example.org\r\nSubject: ${subject}\r\n\r\nHello`;

  test.each<[string, (mail: MailKey) => Promise<string>]>([
    ['its Message-ID', async (mail) => `Message-ID: ${messageIdOf(await account(), mail)}`],
    [
      'its field, when a provider has changed the Message-ID',
      async (mail) => {
        const id = mailIdOf(messageIdOf(await account(), mail), mail.contactId);
        return `Message-ID: <0100@provider.example>\r\nX-Mailwright-Mail: ${id}`;
      },
    ],
  ])('a notification that quotes a mail counts by %s, and is deleted', async (_, fields) => {
    const mail = await sent();
    imap.put(quoting(notification(`quoted-${mail.contactId}`), await fields(mail)));
    await expect.poll(() => bouncesOf(mail), patient).toMatchObject([{ status_code: '5.1.1', source: 'reply' }]);
    await expect.poll(() => imap.count(), patient).toBe(0);
  });

  test('doctor knows when the mailbox was read, and why it could not be read', async () => {
    const state = async () => (await new BounceSources(service.db).list()).find(({ name }) => name === 'mailbox');
    await expect.poll(state, patient).toMatchObject({ readAt: expect.any(Date) });
    const refused = collectBounces(
      service.db,
      () => ({ server: { ...server(), auth: { user: 'bounces', pass: 'wrong' } }, folder: 'INBOX' }),
      () => {},
    );
    await expect.poll(state, patient).toMatchObject({ failedAt: expect.any(Date), failure: expect.any(String) });
    await refused.close();
  });

  test('a mail to a return path counts, and one to an address for it unsubscribes', async () => {
    const [bounced, leaving] = [await sent(), await sent()];
    imap.put(`Delivered-To: ${returnPathOf(await account(), bounced, 'b.example')}\r\n${notification('to-path')}`);
    imap.put(`To: ${unsubscribeMailboxOf(await account(), leaving, 'b.example')}\r\n${personal('unsubscribe')}`);
    await expect.poll(() => bouncesOf(bounced), patient).toHaveLength(1);
    const leavers = () => service.client.reportCounts.unsubscriptions({ ids: [leaving.contactId] }).orThrow();
    await expect.poll(leavers, patient).toBe(1);
    await expect.poll(() => imap.count(), patient).toBe(0);
  });

  test('a complaint that quotes a mail unsubscribes', async () => {
    const mail = await sent();
    imap.put(quoting(complaint('c-1'), `Message-ID: ${messageIdOf(await account(), mail)}`));
    const leavers = () => service.client.reportCounts.unsubscriptions({ ids: [mail.contactId] }).orThrow();
    await expect.poll(leavers, patient).toBe(1);
    await expect.poll(() => imap.count(), patient).toBe(0);
  });

  test('answers of persons and forged notifications change nothing and stay', async () => {
    const [mail, other] = [await sent(), await sent()];
    const id = messageIdOf(await account(), mail);
    const forged = id.replace(/[0-9a-f](?=@)/, (last) => (last === '0' ? '1' : '0'));
    const stranger = mailIdOf(id, other.contactId);
    imap.put(`In-Reply-To: ${id}\r\n${personal('Re: Spring')}`);
    imap.put(quoting(notification('forged'), `Message-ID: ${forged}`));
    imap.put(quoting(notification('stranger'), `X-Mailwright-Mail: ${stranger}`));
    imap.put(notification('of others'));
    const last = await sent();
    imap.put(quoting(notification('last'), `Message-ID: ${messageIdOf(await account(), last)}`));
    await expect.poll(() => bouncesOf(last), patient).toHaveLength(1);
    expect(await bouncesOf(mail)).toEqual([]);
    expect(await bouncesOf(other)).toEqual([]);
    await expect.poll(() => imap.count(), patient).toBe(3);
  });

  test.runIf(deep)(
    `of many mails each counts once, although the connection is cut and the collector is started anew${leftToDeep}`,
    async () => {
      const mails = await Promise.all(Array.from({ length: 100 }, sent));
      const owner = await account();
      const before = imap.count();
      for (const [n, mail] of mails.entries()) {
        imap.put(quoting(notification(`many-${n}`), `Message-ID: ${messageIdOf(owner, mail)}`));
        imap.put(personal(`Hello ${n}`));
      }
      const counted = async () => {
        const contactIds = mails.map(({ contactId }) => contactId);
        return (await service.client.reports.listBounces({ ids: contactIds, page_size: 1000 }).orThrow()).items.length;
      };
      let seen = 0;
      for (let cuts = 0; cuts < 10; cuts++) {
        await expect.poll(counted, patient).toBeGreaterThan(Math.min(seen, mails.length - 1));
        seen = await counted();
        line.cut();
        if (cuts % 5 === 4) {
          await collector.close();
          collector = collect();
        }
      }
      await expect.poll(() => imap.count(), patient).toBe(before + 100);
      expect(await counted()).toBe(100);
    },
  );
});
