import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

describe.each(databases())('trigger mailings on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  /** A released trigger mailing that is sent for each transaction of the type. */
  async function releaseTrigger(name: string, typeId: number): Promise<number> {
    const mailingid = await client.mailings.create({ name, subject: name, type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'shop@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>Thank you</p>' }).orThrow();
    await service.db
      .insertInto('mailing_dispatching')
      .values({
        account_id: service.accountId,
        mailing_id: mailingid,
        type: 'SINGLE',
        transaction_type_id: typeId,
        speed_level: 'LOW',
      })
      .execute();
    await service.db.updateTable('mailing').set({ state: 'released' }).where('id', '=', mailingid).execute();
    return mailingid;
  }

  test('each transaction that was taken sends one mail to its contact, and the report names it', async () => {
    const type = await client.transactions.createType({ body: { name: 'shop.order' } }).orThrow();
    const mailing = await releaseTrigger('Order', type);
    const ada = await client.contacts.createByEmail({ email: 'ada@example.org', permission: 2, body: {} }).orThrow();
    const { reports } = await client.transactions
      .create({
        generate_transaction_id: true,
        body: [
          { type, contact: { id: ada } },
          { type, contact: { id: ada } },
          { type, contact: { email: 'nobody@example.org' } },
        ],
      })
      .orThrow();
    const first = await smtp.mailTo('ada@example.org');
    expect(first.email.subject).toBe('Order');
    await expect
      .poll(
        async () => {
          const { items } = await client.reports
            .listRecipients({ mailing_id: [mailing], embed_transaction_id: true })
            .orThrow();
          return items.map(({ transaction_id }) => transaction_id).sort();
        },
        { timeout: 20_000 },
      )
      .toEqual(reports.flatMap(({ transaction_id }) => transaction_id ?? []).sort());
  });

  test('a type that only stores starts nothing', async () => {
    const type = await client.transactions.createType({ body: { name: 'shop.visit', storeOnly: true } }).orThrow();
    const mailing = await releaseTrigger('Visit', type);
    const ben = await client.contacts.createByEmail({ email: 'ben@example.org', permission: 2, body: {} }).orThrow();
    await client.transactions.create({ body: [{ type, contact: { id: ben } }] }).orThrow();
    const recipients = service.db.selectFrom('recipient').selectAll().where('mailing_id', '=', mailing);
    expect(await recipients.execute()).toEqual([]);
  });
});
