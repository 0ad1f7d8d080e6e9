import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { listOutcomes, recordOutcome } from '../../src/outcomes/index.ts';
import { aggregateReport, tlsReport } from '../support/domain-reports.ts';
import type { TestService } from '../support/service.ts';

/** Stands in everything that the first account has. */
export const secret = /zebra/i;

/** Fills the account of the service, and tells by which values of parameters others would reach what it has. */
export async function fillAccount({ client, db, accountId }: TestService): Promise<Record<string, string | number>> {
  await db.insertInto('custom_field').values({ account_id: accountId, name: 'ZEBRA', type: 'string' }).execute();
  const email = 'zebra@zebra.example';
  const contact = await client.contacts
    .createByEmail({
      email,
      permission: 5,
      body: {
        external_id: 'zebra-7',
        standard_fields: [{ name: 'CITY', value: 'Zebratown' }],
        custom_fields: [{ name: 'ZEBRA', value: 'zebra' }],
      },
    })
    .orThrow();
  const contactFilterId = await client.contactFilters
    .create({ body: { name: 'Zebra filter', rules: [{ field: 'CITY', operator: 'NOTEMPTY' }] } })
    .orThrow();
  const groupId = await client.targetGroups
    .create({ body: { name: 'Zebra group', type: 'regular', contact_filter_id: contactFilterId } })
    .orThrow();
  const test = await client.targetGroups
    .create({ body: { name: 'Zebra tests', type: 'test', contact_filter_id: contactFilterId } })
    .orThrow();
  const blacklistId = await client.blacklists.create({ name: 'Zebra list' }).orThrow();
  await client.blacklists.addEntries({ blacklistId, body: { entries: ['*@blocked-zebra.example'] } }).orThrow();
  const mailingBlacklist = await client.mailingBlacklists.create({ name: 'Zebra mailing list' }).orThrow();
  await client.mailingBlacklists
    .addExpressions({ id: mailingBlacklist, body: { expressions: ['*@rival-zebra.example'] } })
    .orThrow();
  await client.account.setPlaceholders({ body: [{ key: 'ZEBRA', value: 'zebra' }] }).orThrow();
  const { id: templateId } = await client.media
    .addTemplate({ path: 'zebra/base', tags: [], body: '<p>zebra</p><a href="[[LINK|UNSUBSCRIBE]]">leave</a>' })
    .orThrow();
  const [templateRevision] = await client.media.listTemplateRevisions({ templateId }).orThrow();
  const mailing = await client.mailings.create({ name: 'Zebra mailing', subject: 'zebra' }).orThrow();
  await client.mailings
    .setHtml({ mailingid: mailing, body: '<p>zebra</p><a href="[[LINK|UNSUBSCRIBE]]">leave</a>' })
    .orThrow();
  await client.mailings.setSender({ mailingid: mailing, body: 'zebra@zebra.example' }).orThrow();
  await client.mailings.setTemplate({ mailingId: mailing, body: 'zebra/base' }).orThrow();
  await client.mailings.addBlacklist({ mailingid: mailing, blacklistid: mailingBlacklist }).orThrow();
  await client.mailingProperties.add({ mailingid: mailing, body: [{ key: 'zebra', value: 'zebra' }] }).orThrow();
  await client.regularMailings.setTargetGroup({ mailingid: mailing, body: groupId }).orThrow();
  await client.mailings.setContents({ mailingid: mailing, body: { text: 'zebra [[LINK|UNSUBSCRIBE]]' } }).orThrow();
  const variants: number[] = [];
  for (const name of ['Zebra variant', 'Zebra variant too']) {
    const variant = await client.mailings.create({ name, subject: 'zebra' }).orThrow();
    await client.regularMailings.setTargetGroup({ mailingid: variant, body: groupId }).orThrow();
    variants.push(variant);
  }
  const tried = { name: 'Zebra experiment', share: 100, criterion: 'by_hand', mailing_ids: variants } as const;
  const experimentId = await client.experiments.create({ body: tried }).orThrow();
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const about = { domain: 'zebra.example', id: 'zebra', day, reporter: 'Zebra receiver' };
  const report = aggregateReport(about, [{ address: '192.0.2.99', count: 3, provenBy: 'mailer-zebra.example' }]);
  const type = { contentType: 'application/octet-stream' };
  await client.reputation.addReports({ ...type, body: Buffer.from(report) }).orThrow();
  await client.reputation.addReports({ ...type, body: Buffer.from(tlsReport(about, 3, 1)) }).orThrow();
  const [revision] = await client.mailings.listRevisions({ mailingid: mailing }).orThrow();
  const attribute = { name: 'transaction_id', type: 'string' } as const;
  const transactionTypeId = await client.transactions
    .createType({ body: { name: 'zebra.sold', attributes: [attribute] } })
    .orThrow();
  const transactionId = 'zebra-1';
  await client.transactions
    .create({ body: [{ type: transactionTypeId, contact: { email }, content: { transaction_id: transactionId } }] })
    .orThrow();
  await client.contacts.setUnsubscriptionMarker({ email }).orThrow();
  const attachmentid = await client.mailingAttachments
    .add({ mailingid: mailing, filename: 'zebra.txt', contentType: 'text/plain', body: Buffer.from('zebra') })
    .orThrow();
  const program = await client.marketingAutomation
    .create({ body: { name: 'Zebra program', state: 'released', steps: [{ kind: 'wait', duration: 'P1D' }] } })
    .orThrow();
  await client.marketingAutomation.start({ programId: program.id, body: { emails: [email] } }).orThrow();
  const siteId = await client.conversions.createSite({ name: 'Zebra shop', domain: 'zebra.example' }).orThrow();
  await client.conversions.createGoal({ siteId, name: 'Zebra order' }).orThrow();
  const events = ['bounce' as const, 'mail_events' as const];
  // Nothing is sent that would change how far it is.
  const hook = { url: 'https://zebra.example/hook', events, active: false };
  const webhook = await client.webhooks.create({ body: hook }).orThrow();
  const form = await client.signUpForms
    .create({
      body: { name: 'Zebra form', consent: 'Zebra news', values: [{ field: 'ZEBRA', text: 'zebra' }] },
    })
    .orThrow();
  const [mail] = await client.transactionalMails
    .send({
      body: {
        to: [{ email: 'zebra@example.org' }],
        from: { email: 'zoo@example.org' },
        subject: 'Zebra',
        text: 'Zebra',
      },
    })
    .orThrow();
  const { id: importId } = await client.imports
    .create({ name: 'zebra.csv', contentType: 'text/csv', body: Buffer.from('email,Zebra\nzebra@zebra.example,zebra') })
    .orThrow();
  const zebraBlock = { name: 'Zebra block', mjml: '<mj-text>zebra</mj-text>' };
  const { id: savedBlockId } = await client.media.addBlock({ body: zebraBlock }).orThrow();
  const { id: imageId } = await client.media
    .addImage({ name: 'zebra.gif', contentType: 'image/gif', body: Buffer.from('GIF89a-zebra') })
    .orThrow();
  const { id: changeId } = await client.contacts
    .updateFound({ action: 'tag', change_tag: 'Zebra', count: 1, ids: [contact] })
    .orThrow();
  const { id: userId } = await client.users
    .invite({ body: { email: 'zebra@zebra.example', name: 'Zebra', role: 'reader' } })
    .orThrow();
  const { id: keyId } = await client.apiKeys.create({ body: { label: 'Zebra', rights: ['get'] } }).orThrow();
  const outcomeId = await db.transaction().execute(async (transaction) => {
    const ended = { kind: 'test', objectId: mailing, startedBy: userId, result: 'failed' } as const;
    await recordOutcome(transaction, accountId, ended);
    return (await listOutcomes(transaction, accountId, { page_size: 1, page_index: 1 }))[0]!.id;
  });
  const date = `${new Date().getUTCFullYear() + 1}-06-01`;
  await client.contacts.createCustomField({ field: 'TIME_ZONE', type: 'string' }).orThrow();
  const byClocks = { dispatchOption: 'localtime', dispatchTimeZoneField: 'TIME_ZONE' } as const;
  await client.regularMailings
    .createSchedule({ mailingid: mailing, date, hours: '12', minutes: '00', ...byClocks })
    .orThrow();
  await vi.waitFor(async () => {
    expect((await client.contacts.getChange({ changeId }).orThrow()).state).toBe('done');
    const filter = await client.contactFilters.get({ contactFilterId }).orThrow();
    expect(filter.state).not.toBe('updating');
    const mails = (await client.transactionalMails.list({}).orThrow()).items;
    expect(mails.map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });
  return {
    contactFilterId,
    contact_filter_id: contactFilterId,
    groupId,
    test_targetgroup_id: test,
    blacklistId,
    entry: '*@blocked-zebra.example',
    templateId,
    blacklistid: mailingBlacklist,
    id: mailingBlacklist,
    contact,
    email,
    value: 'zebra-7',
    oldname: 'ZEBRA',
    newname: 'ZEBRA_2',
    field: 'ZEBRA',
    mailingName: 'Zebra mailing',
    mailingid: mailing,
    mailingId: mailing,
    attachmentid,
    revisionId: revision!.id,
    templateRevisionId: templateRevision!.id,
    transactionTypeId,
    transactionId,
    programId: program.id,
    webhookId: webhook.id,
    formId: form.id,
    experimentId,
    chosen: variants[0]!,
    importId,
    outcomeId,
    object_id: mailing,
    contact_id: contact,
    imageId,
    savedBlockId,
    changeId,
    userId,
    keyId,
    mailId: mail!.id,
    siteId,
  };
}

/** Every row of the account in every table, and its key. */
export async function dump({ db, accountId }: TestService): Promise<Record<string, unknown[]>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'account_id' order by 1`.execute(db);
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables.rows) {
    const found = await sql<{ row: unknown }>`
      select to_jsonb(t) as row from ${sql.table(name)} as t where account_id = ${accountId}
      order by to_jsonb(t)::text collate "C"`.execute(db);
    rows[name] = found.rows.map(({ row }) => row);
  }
  return rows;
}
