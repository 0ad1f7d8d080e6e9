import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findAccount } from '../../src/account/store.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { collectBounces } from '../../src/sending/bounces/mailbox/collector.ts';
import { messageIdOf } from '../../src/sending/mail/identity.ts';
import { notification, quoting } from '../support/bounce-report.ts';
import { dovecotPath, startDovecot } from '../support/dovecot.ts';
import { startTestService } from '../support/service.ts';
import { smallDisk } from '../support/small-disk.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

if (dovecotPath === undefined) console.log('No mailbox is read: the Debian package dovecot-imapd is not installed.');

const patient = { interval: 100 };
const rows = 20_000;

async function startOnSmallDisk() {
  const disk = smallDisk(260);
  if (typeof disk === 'string') {
    console.warn(disk);
    return disk;
  }
  closers.push(disk.remove);
  const service = await startTestService(await openServiceDatabase({ dataDir: join(disk.directory, 'data') }));
  closers.push(service.close);
  return { disk, service };
}

test('a full disk under an import: it waits, and stores each row once when there is room', async ({ skip }) => {
  const started = await startOnSmallDisk();
  if (typeof started === 'string') return skip(started);
  const { disk, service } = started;
  const { imports, contacts } = service.client;
  const lines = Array.from({ length: rows }, (_, n) => (n === 7 ? 'nobody' : `reader${n}@example.org`));
  const { id: importId } = await imports
    .create({
      name: 'readers.csv',
      contentType: 'application/octet-stream',
      body: Buffer.from(`email\n${lines.join('\n')}\n`),
    })
    .orThrow();
  const stored = () => contacts.count({}).orThrow();
  const before = await stored();
  await imports.start({ importId, body: { fields: ['email'], permission: 2 } }).orThrow();
  await vi.waitFor(async () => expect(await stored()).toBeGreaterThan(before), { interval: 10 });
  const makeRoom = disk.fill(20);
  await vi.waitFor(() => expect(service.log.join('\n')).toMatch(/failed: The disk of the database/), patient);
  expect(await stored()).toBeLessThan(before + rows - 1);
  makeRoom();
  await vi.waitFor(async () => {
    service.wakeWorker();
    expect(await imports.get({ importId }).orThrow()).toMatchObject({ state: 'done' });
  }, patient);
  expect(await stored()).toBe(before + rows - 1);
});

test.runIf(dovecotPath)(
  'a full disk under a bounce mailbox: mails stay in it, and count when there is room',
  async ({ skip }) => {
    const started = await startOnSmallDisk();
    if (typeof started === 'string') return skip(started);
    const { disk, service } = started;
    const imap = await startDovecot(mkdtempSync(join(tmpdir(), 'imap-')));
    closers.push(imap.close);
    const mailing_id = await service.client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
    const email = 'reader@example.org';
    const contactId = await service.client.contacts.createByEmail({ email, permission: 2, body: {} }).orThrow();
    const { id } = await service.db
      .insertInto('recipient')
      .values({ account_id: service.accountId, mailing_id, contact_id: contactId, state: 'sent' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const owner = await findAccount(service.db, service.accountId);
    const server = { host: '127.0.0.1', port: imap.port, secure: false, doSTARTTLS: false };
    const connect = () => ({ server: { ...server, auth: { user: 'bounces', pass: 'secret' } }, folder: 'INBOX' });
    const collector = collectBounces(service.db, connect, (line) => service.log.push(line));
    closers.push(collector.close);

    const makeRoom = disk.fill(20);
    const key = { mailingId: mailing_id, contactId, recipientId: id };
    imap.put(quoting(notification('while-full'), `Message-ID: ${messageIdOf(owner, key)}`));
    await vi.waitFor(
      () => expect(service.log.join('\n')).toMatch(/The bounce mailbox cannot be read: The disk of the database/),
      patient,
    );
    expect(imap.count()).toBe(1);
    makeRoom();
    const bounces = async () => (await service.client.reports.listBounces({ ids: [contactId] }).orThrow()).items;
    await expect.poll(bounces, patient).toHaveLength(1);
    await expect.poll(() => imap.count(), patient).toBe(0);
  },
);
