import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTriggerJob } from '../../src/events/triggers/run-job.ts';
import { createFetcher, type GuardedFetch } from '../../src/platform/fetch/fetch.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { usualDatabases } from '../support/database.ts';
import { outcomes } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

describe.each(usualDatabases())('trigger mailings on $kind', ({ open }) => {
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
  async function releaseTrigger(name: string, typeId: number, html = '<p>Thank you</p>'): Promise<number> {
    const mailingid = await client.mailings.create({ name, subject: name, type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'shop@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: html }).orThrow();
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

  test('of many transactions of a contact, as many send a mail as the limit allows', async () => {
    const type = await client.transactions.createType({ body: { name: 'shop.click' } }).orThrow();
    const mailingid = await client.mailings.create({ name: 'Limited', subject: 'x', type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'shop@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>x</p>' }).orThrow();
    const limit = { delivery_limit: 2, delivery_limit_unit: 'YEAR' } as const;
    const body = { type: 'SINGLE', event: String(type), start_trigger: true, ...limit } as const;
    await client.triggerMailings.createDispatching({ mailingid, body }).orThrow();
    const people = ['often@example.org', 'once@example.org'];
    const buying = (email: string) => ({ type, import: { contact: { email, permission: 2 as const } } });
    const [often, once] = people.map((email) => buying(email));
    await client.transactions.create({ body: [often!, once!, often!, often!, often!] }).orThrow();
    await expect.poll(() => outcomes(service, mailingid)).toEqual({ sent: 3, 'skipped: delivery_limit': 2 });
  });

  test('a mail shows the content of its transaction, nested data by paths with dots, and nothing of it is markup', async () => {
    const attributes = [{ name: 'order', type: 'json' as const }];
    const type = await client.transactions.createType({ body: { name: 'shop.receipt', attributes } }).orThrow();
    await releaseTrigger(
      'Receipt',
      type,
      '<p>[[EVENT|order.no]] of [[EVENT|order.by]], [[EVENT|order.none|nothing]], [[TRANSACTION|"order.lines[1].name"]]</p>',
    );
    const contact = { email: 'receipt@example.org', permission: 2 as const };
    const lines = [{ name: 'Tulips' }, { name: 'Ink & paper' }];
    const content = { order: { no: 'A-1', by: '<b>[[CONTACT|EMAIL]]</b>', lines } };
    await client.transactions.create({ body: [{ type, import: { contact }, content }] }).orThrow();
    const { email } = await smtp.mailTo('receipt@example.org');
    expect(email.html).toContain('A-1 of &lt;b&gt;[[CONTACT|EMAIL]]&lt;/b&gt;, nothing, Ink &amp; paper');
  });

  test('the files of a transaction go with its mail, and with no other', async () => {
    const type = await client.transactions.createType({ body: { name: 'shop.invoice' } }).orThrow();
    await releaseTrigger('Invoice', type);
    const to = (email: string) => ({ type, import: { contact: { email, permission: 2 as const } } });
    const file = { filename: 'Rechnung für "Ada".pdf', mimetype: 'application/pdf', data: 'JVBERi0xLjQK' };
    const body = [{ ...to('files@example.org'), attachments: [file] }, to('no-files@example.org')];
    await client.transactions.create({ body }).orThrow();
    const { email } = await smtp.mailTo('files@example.org');
    const files = email.attachments.map(({ filename, mimeType, content }) => {
      return { filename, mimeType, content: Buffer.from(content as ArrayBuffer).toString() };
    });
    expect(files).toEqual([{ filename: file.filename, mimeType: 'application/pdf', content: '%PDF-1.4\n' }]);
    expect(email.html).toContain('Thank you');
    expect((await smtp.mailTo('no-files@example.org')).email.attachments).toEqual([]);
  });

  describe('at intervals', () => {
    const hour = 3_600_000;
    /** Runs what is due at a time of the clock, as the service would. */
    const runAt = (time: Date) =>
      runDueJobs(
        service.db,
        [runTriggerJob(fetchAnew, service.wakeWorker)],
        () => {},
        () => time,
      );
    /** Not from the memory of the last ten minutes. */
    const fetchAnew: GuardedFetch = async (url, options) => {
      const fetcher = createFetcher({ allows: (address) => address === '127.0.0.1' });
      return fetcher.fetch(url, options).finally(fetcher.close);
    };
    const runsOf = (mailing: number) =>
      service.db
        .selectFrom('trigger_run')
        .select(['planned_at', 'recipients'])
        .where('mailing_id', '=', mailing)
        .orderBy('planned_at')
        .execute();
    const nextOf = async (mailing: number) => {
      const jobs = service.db.selectFrom('job').select('due_at').where('kind', '=', 'run-trigger');
      return (await jobs.where('key', '=', String(mailing)).executeTakeFirst())?.due_at;
    };

    async function release(name: string, body: object): Promise<number> {
      const mailingid = await client.mailings.create({ name, subject: name, type: 'trigger' }).orThrow();
      await client.mailings.setSender({ mailingid, body: 'news@example.org' }).orThrow();
      await client.mailings.setHtml({ mailingid, body: '<p>Hello</p>' }).orThrow();
      await client.triggerMailings
        .createDispatching({ mailingid, body: { type: 'MULTI', start_trigger: true, ...body } as never })
        .orThrow();
      return mailingid;
    }

    test('a run goes to the contacts of the filter, once, and plans the next; a late one is dropped', async () => {
      const filter = await client.contactFilters
        .create({
          body: {
            name: 'Daily readers',
            match: 'all',
            rules: [{ field: 'CITY', is_customfield: false, operator: 'EQUALS', type: 'string', value: 'Bonn' }],
          },
        })
        .orThrow();
      const body = { standard_fields: [{ name: 'CITY', value: 'Bonn' }] };
      await client.contacts.createByEmail({ email: 'daily@example.org', permission: 2, body }).orThrow();
      const mailing = await release('Daily', {
        target: 'CONTACTFILTER',
        contact_filter_id: filter,
        interval: 'DAY',
        hours: 9,
        minutes: 0,
      });
      const first = (await nextOf(mailing))!;
      expect(first.getUTCHours()).toBe(9);
      expect(await runAt(new Date(first.getTime() - 1))).toBe(0);
      expect(await runAt(first)).toBe(1);
      expect(await runAt(first)).toBe(0);
      expect(await runsOf(mailing)).toEqual([{ planned_at: first, recipients: 1 }]);
      expect((await smtp.mailTo('daily@example.org')).email.subject).toBe('Daily');
      const second = (await nextOf(mailing))!;
      expect(second.getTime() - first.getTime()).toBe(24 * hour);
      const tooLate = new Date(second.getTime() + 25 * hour);
      await runAt(tooLate);
      expect((await runsOf(mailing)).slice(1)).toEqual([{ planned_at: second, recipients: null }]);
      expect((await nextOf(mailing))!.getTime()).toBeGreaterThan(tooLate.getTime());
      await client.triggerMailings.deleteDispatching({ mailingid: mailing }).orThrow();
      await runAt(new Date(tooLate.getTime() + 48 * hour));
      expect(await runsOf(mailing)).toHaveLength(2);
    });

    test('a run on events goes to those with a transaction since the last run, and not beyond the limit', async () => {
      const type = await client.transactions.createType({ body: { name: 'shop.basket' } }).orThrow();
      const buyer = await client.contacts
        .createByEmail({ email: 'buyer@example.org', permission: 2, body: {} })
        .orThrow();
      const mailing = await release('Baskets', {
        target: 'EVENT',
        event: String(type),
        interval: 'HOUR',
        minutes: 0,
        delivery_limit: 1,
        delivery_limit_unit: 'YEAR',
      });
      await client.transactions.create({ body: [{ type, contact: { id: buyer } }] }).orThrow();
      const first = (await nextOf(mailing))!;
      await runAt(first);
      await smtp.mailTo('buyer@example.org');
      const second = (await nextOf(mailing))!;
      await runAt(second);
      await service.db.updateTable('transaction').set({ at: second }).where('type_id', '=', type).execute();
      await expect
        .poll(() => service.db.selectFrom('delivery').select('id').where('mailing_id', '=', mailing).execute(), {
          timeout: 20_000,
        })
        .toHaveLength(1);
      await service.db.updateTable('delivery').set({ sent_at: second }).where('mailing_id', '=', mailing).execute();
      await service.db
        .updateTable('transaction')
        .set({ at: new Date(second.getTime() + 1) })
        .execute();
      await runAt((await nextOf(mailing))!);
      expect((await runsOf(mailing)).map(({ recipients }) => recipients)).toEqual([1, 0, 1]);
      await expect.poll(() => outcomes(service, mailing)).toEqual({ sent: 1, 'skipped: delivery_limit': 1 });
    });
  });
});
