import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/account/index.ts';
import { endHoldsTask } from '../../src/people/blocks/end-holds-task.ts';
import { blockContacts } from '../../src/people/index.ts';
import { recordBounce } from '../../src/sending/bounces/record.ts';
import type { MailKey } from '../../src/tracking/index.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { queueTriggerMail } from '../support/trigger-mail.ts';

const day = 86_400_000;

describe.each(databases())('addresses that are held back after a bounce on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  let mails = 0;
  const email = (name: string) => `${name}@held.example`;
  const contactOf = (name: string) =>
    service.client.contacts.createByEmail({ email: email(name), permission: 5, body: {} }).orThrow();

  /** A mail to a contact that was sent now, or days ago. */
  async function sentTo(contact: number): Promise<MailKey> {
    const mailingId = await service.client.mailings.create({ name: `Old ${++mails}`, subject: 'Old' }).orThrow();
    const row = { account_id: service.accountId, mailing_id: mailingId, contact_id: contact, state: 'sent' as const };
    const { id } = await service.db.insertInto('recipient').values(row).returning('id').executeTakeFirstOrThrow();
    return { mailingId, contactId: contact, recipientId: id };
  }

  /** A mail comes back, because the address has moved; by default now. */
  async function comesBack(contact: number, daysAgo = 0): Promise<void> {
    const account = await findAccount(service.db, service.accountId);
    const mail = await sentTo(contact);
    const recipients = [{ status: '5.1.6', reason: 'moved' as const, hard: true }];
    const at = new Date(Date.now() - daysAgo * day);
    await service.db
      .transaction()
      .execute((db) => recordBounce(db, { account, mail }, { recipients, at, source: 'mta-listener' }));
  }

  const stateFields = ['CONTACT_STATE', 'CONTACT_STATE_REASON', 'CONTACT_STATE_UNTIL', 'SENDOUT_STATUS'] as const;
  async function stateOf(contact: number) {
    const { standard_fields } = await service.client.contacts
      .get({ id: contact, ignore_checksum: true, standard_field: [...stateFields] })
      .orThrow();
    return Object.fromEntries(standard_fields!.map(({ name, value }) => [name, value]));
  }

  async function passHold(contact: number): Promise<void> {
    const past = { blocked_until: new Date(Date.now() - 1000) };
    await service.db.updateTable('contact').set(past).where('id', '=', contact).execute();
    await endHoldsTask.run(service.db, new AbortController().signal);
  }

  const sendTo = (name: string) =>
    service.client.transactionalMails
      .send({ body: { to: [{ email: email(name) }], from: { email: 'shop@example.org' }, subject: 'Hi', text: 'Hi' } })
      .orThrow();

  test('the first bounce holds an address back, everybody sees it, and it gets mail again after its days', async () => {
    const contact = await contactOf('ada');
    await comesBack(contact);
    const until = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await stateOf(contact)).toEqual({
      CONTACT_STATE: 'held',
      CONTACT_STATE_REASON: 'bounce_policy',
      CONTACT_STATE_UNTIL: until,
      SENDOUT_STATUS: 'blocked',
    });
    const { items } = await service.client.suppressions.list({ email: email('ada') }).orThrow();
    expect(items).toMatchObject([
      {
        reason: 'bounce',
        until: (await stateOf(contact)).CONTACT_STATE_UNTIL,
        explanation: expect.stringMatching(/^Held back until .* UTC.*moved, 5\.1\.6\.$/),
      },
    ]);

    await passHold(contact);
    expect(await stateOf(contact)).toMatchObject({ CONTACT_STATE: 'subscribed', CONTACT_STATE_UNTIL: null });
    await sendTo('ada');
    await smtp.mailTo(email('ada'));
  });

  test('nothing of any kind is sent to it, and each mail says why', async () => {
    const contact = await contactOf('bo');
    await comesBack(contact);
    const [mail] = await sendTo('bo');
    const { id: mailId } = mail!;
    await expect
      .poll(async () => (await service.client.transactionalMails.get({ mailId }).orThrow()).events.at(-1), {
        timeout: 20_000,
      })
      .toMatchObject({ step: 'skipped', reason: 'held: bounce_policy' });

    const trigger = await queueTriggerMail(service, contact);
    const outcome = service.db.selectFrom('recipient').select(['state', 'reason']).where('mailing_id', '=', trigger);
    await expect.poll(() => outcome.executeTakeFirst()).toEqual({ state: 'skipped', reason: 'held' });
    expect(smtp.mails.filter(({ to }) => to.includes(email('bo')))).toEqual([]);
  });

  test('each hold that passes by itself leaves its day; the third one blocks', async () => {
    const contact = await contactOf('cleo');
    for (const daysAgo of [2.2, 1.1]) {
      await comesBack(contact, daysAgo);
      await passHold(contact);
    }
    expect(await stateOf(contact)).toMatchObject({ CONTACT_STATE: 'subscribed' });
    await comesBack(contact);
    expect(await stateOf(contact)).toMatchObject({ CONTACT_STATE: 'blocked', CONTACT_STATE_UNTIL: null });
  });

  test('who allows an address by hand ends the hold, and its days count no more', async () => {
    const contact = await contactOf('dan');
    await comesBack(contact, 2.2);
    await comesBack(contact, 1.1);
    await comesBack(contact, 0.1);
    expect(await stateOf(contact)).toMatchObject({ CONTACT_STATE: 'blocked' });
    await service.client.suppressions.remove({ entry: email('dan') }).orThrow();
    expect(await stateOf(contact)).toMatchObject({ CONTACT_STATE: 'subscribed' });
    await comesBack(contact);
    expect(await stateOf(contact)).toMatchObject({ CONTACT_STATE: 'held' });
    await service.client.suppressions.remove({ entry: email('dan') }).orThrow();
    expect(await stateOf(contact)).toMatchObject({ CONTACT_STATE: 'subscribed' });
  });

  test('a blacklist outlasts a hold', async () => {
    const contact = await contactOf('eve');
    await comesBack(contact);
    await service.db
      .transaction()
      .execute((db) => blockContacts(db, service.accountId, (each) => each('contact.id', '=', contact), 'blacklist'));
    await endHoldsTask.run(service.db, new AbortController().signal);
    expect(await stateOf(contact)).toMatchObject({ CONTACT_STATE: 'blocked', CONTACT_STATE_REASON: 'blacklist' });
    const { items } = await service.client.reports.listBlocks({ ids: [contact] }).orThrow();
    expect(items).toMatchObject([
      { old_status: 'allowed', new_status: 'blocked', reason: 'bounce_policy' },
      { old_status: 'blocked', new_status: 'blocked', reason: 'blacklist' },
    ]);
  });

  test('an account may hold back for longer, or not at all', async () => {
    const hold = (hold_days: number) => service.db.updateTable('account').set({ hold_days }).execute();
    const [fay, gus] = [await contactOf('fay'), await contactOf('gus')];
    await hold(0);
    await comesBack(fay);
    expect(await stateOf(fay)).toMatchObject({ CONTACT_STATE: 'subscribed' });
    await hold(7);
    await comesBack(gus, 6);
    expect(await stateOf(gus)).toMatchObject({ CONTACT_STATE: 'held' });
    await hold(1);
  });
});
