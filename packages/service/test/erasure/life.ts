import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { registerLinks } from '../../src/tracking/links/store.ts';
import { recordClicks } from '../../src/tracking/recording/clicks.ts';
import { recordDeliveries } from '../../src/tracking/recording/deliveries.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import { administer } from '../support/administration.ts';
import { confirmLink, endsOfMails, releaseOptInMailing } from '../support/opt-in.ts';
import type { TestService } from '../support/service.ts';
import { parseMails } from './mails.ts';

/** A contact whose name stands in everything that can be known of it goes through everything that there is. */
export async function live(service: TestService, name: string): Promise<number> {
  const { client, db, accountId } = service;
  const email = `${name}@traces.example.org`;
  await client.contacts.createCustomField({ field: 'NICK', type: 'string' }).orThrow();
  await releaseOptInMailing(service, 'default');
  const person = {
    external_id: `id-of-${name}`,
    standard_fields: [
      { name: 'ORGANIZATION' as const, value: 'Demo team' },
      { name: 'FULLNAME' as const, value: `${name} moreau` },
    ],
    custom_fields: [{ name: 'NICK', value: `${name}-nick` }],
    preferences: [{ name: 'Pet', category: 'Names', value: `${name}-cat`, source: `${name}-source` }],
  };
  const page = { src: `page of ${name}`, subscription_page: `${name}-page` };
  const id = await client.contacts.createByEmail({ email, ...page, doi: true, doiplus: true, body: person }).orThrow();
  await vi.waitFor(() => endsOfMails(service), { timeout: 20_000 });
  await confirm(service, email);
  await synchronize(service, name);
  await sendInvoice(service, name);

  const { mailings, mailingChecks, contactFilters, blacklists } = client;
  const rules = [{ field: 'ORGANIZATION', operator: 'EQUALS' as const, value: 'Demo team' }];
  const contactFilterId = await contactFilters.create({ body: { name: 'Team', rules } }).orThrow();
  await vi.waitFor(async () =>
    expect(await contactFilters.get({ contactFilterId }).orThrow()).toMatchObject({
      state: 'uptodate',
      count_contacts: 3,
    }),
  );

  const mailingid = await mailings.create({ name: 'For approval', subject: 'x' }).orThrow();
  await mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
  await mailings.setHtml({ mailingid, body: '<p>[[CONTACT|FULLNAME]] [[CONTACT|NICK]]</p>' }).orThrow();
  await mailingChecks.startApproval({ mailingid, test_targetgroup_id: await service.groupId('test') }).orThrow();
  await approve(service, email, name);
  const failures = [{ contactId: id, message: `550 <${email}>: no such user` }];
  await sql`update mailing_check set result = result || jsonb_build_object('failures', ${JSON.stringify(failures)}::jsonb)`.execute(
    db,
  );

  await db.transaction().execute(async (transaction) => {
    const mail = { contactId: id, mailingId: mailingid, messageId: '1@example.org', sentAt: new Date() };
    const link = { url: 'https://example.org', type: 'STANDARD' as const, tags: [] };
    const [linkId] = await registerLinks(transaction, accountId, mailingid, [link]);
    const how = {
      class: 'human',
      format: 'html',
      device: 'MOBILE',
      userAgent: `Phone of ${name}`,
      at: new Date(),
    } as const;
    await recordDeliveries(transaction, accountId, [mail]);
    await recordOpenings(transaction, accountId, [{ ...how, contactId: id, mailingId: mailingid }]);
    await recordClicks(transaction, accountId, [{ ...how, contactId: id, linkId: linkId! }]);
  });

  const blacklistId = await blacklists.create({ name: 'Rivals' }).orThrow();
  await blacklists.addEntries({ blacklistId, body: { entries: ['*@traces.example.org'] } }).orThrow();
  await client.contacts.unsubscribe({ id, reason: [`other|i am ${name}`, 'no_demand'] }).orThrow();
  return id;
}

async function confirm(service: TestService, email: string): Promise<void> {
  const mail = (await parseMails(service)).find(({ to }) => to?.[0]?.address === email)!;
  const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' };
  expect((await service.fetch(confirmLink(mail), form)).status).toBe(200);
}

/** A transactional mail whose file, in base64, is about the person. */
async function sendInvoice({ client }: TestService, name: string): Promise<void> {
  const data = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><text>For ${name}</text></svg>`).toString('base64');
  const [receipt] = await client.transactionalMails
    .send({
      body: {
        to: [{ email: `${name}@traces.example.org` }],
        from: { email: 'shop@example.com' },
        subject: 'Your invoice',
        text: 'Thank you.',
        attachments: [{ filename: 'invoice.svg', mimetype: 'image/svg+xml', data }],
      },
    })
    .orThrow();
  await vi.waitFor(
    async () =>
      expect((await client.transactionalMails.get({ mailId: receipt!.id }).orThrow()).state).toBe('delivered'),
    { timeout: 20_000 },
  );
}

/** By the interface, whose answer is kept under an Idempotency-Key, and by an import. */
async function synchronize(service: TestService, name: string): Promise<void> {
  const email = `${name}@traces.example.org`;
  const body = [{ email, standard_fields: [{ name: 'CITY' as const, value: `${name}ville` }] }, { email }];
  await service.client.contacts.synchronize({ ignore_invalid_contacts: true, body }).orThrow();
  const options = { knownBy: 'email', permission: 3, overwrite: true, overridePermission: true } as const;
  const { importContacts } = administer(service.db);
  await importContacts({
    contacts: [{ email, standard_fields: [{ name: 'TITLE', value: `${name} the great` }] }],
    options: { ...options, reimportUnsubscribed: false, updateOnly: false },
    dryRun: false,
  });
}

async function approve(service: TestService, email: string, name: string): Promise<void> {
  const mails = await parseMails(service);
  const mail = mails.find(({ to, subject }) => to?.[0]?.address === email && subject === 'x')!;
  const link = /https:\/\/[^\s"]+\/approve\/[^\s"<]+/.exec(mail.html!)![0];
  const body = new URLSearchParams({ decision: 'approved', comment: `fine for ${name}` });
  expect((await service.fetch(link, { method: 'POST', body })).status).toBe(200);
}
