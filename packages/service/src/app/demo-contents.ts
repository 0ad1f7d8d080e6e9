import { letter } from '@mailwright/console/letter';
import { findAccountById } from '../account/index.ts';
import { refreshFilterJob } from '../audiences/index.ts';
import { changeContent, findMailing } from '../mailings/index.ts';
import type { Context } from '../operations/context.ts';
import type { Db } from '../platform/database/schema.ts';
import { runDueJobs } from '../platform/queue/run-queue.ts';
import { handlers } from './operations.ts';

type Handlers = typeof handlers;
export type Call = <Id extends keyof Handlers>(id: Id, input: object) => ReturnType<Handlers[Id]>;

/** Checks that ask nobody about a mailing without links and images. */
const offlineChecks = ['Attention', 'Display', 'Image', 'Link', 'MessageSize', 'Personalization'] as const;

const stationery = {
  language: 'en',
  sender: { name: 'Example Garden' },
  footer: 'Example Garden, 1 Long Lane',
  colors: { light: '#1b6e43', dark: '#7ddba3' },
};
/** A mail of the invented sender: a greeting, a text, a way out, and a button if there is one. */
export const sample = (title: string, text: string, action?: { label: string; address: string }) =>
  letter({
    ...stationery,
    ...(action && { action }),
    title,
    paragraphs: ['Hello [[CONTACT|FIRSTNAME|friend]],', text],
    leave: { label: 'Unsubscribe', address: '[[LINK|UNSUBSCRIBE]]' },
  });
const question = letter({
  ...stationery,
  title: 'One more click',
  paragraphs: ['Please confirm that you want our newsletter.'],
  action: { label: 'Yes, I want the newsletter', address: '[[LINK|DOI_CONFIRM]]' },
});

/**
 * Gives the demo account one of each thing, by the operations of the API, so that the snippets of the documentation work in
 * it: `spec/docs/samples.yaml` has their ids. Nothing of it sends by itself.
 */
export async function fillDemoAccount(db: Db, accountId: number): Promise<void> {
  await callAsDemo(db, accountId, async (call, context) => {
    await fillContacts(call);
    await fillMailings(context, call);
    await fillEvents(call);
  });
  await runDueJobs(db, [refreshFilterJob], () => {});
}

/** Calls operations of the API for the demo account, in one transaction. */
export async function callAsDemo<Result>(
  db: Db,
  accountId: number,
  use: (call: Call, context: Context) => Promise<Result>,
): Promise<Result> {
  const account = (await findAccountById(db, accountId))!;
  return db.transaction().execute((transaction) => {
    const shared = { account, accountId, creator: 'demo', publicUrl: '', withoutChecks: new Set<string>() };
    const context = { db: transaction, ...shared, wakeWorker: () => {} } as Partial<Context> as Context;
    // Inputs are what the API takes, in the form that handlers get them in.
    const call: Call = (id, input) => (handlers[id] as (input: object, context: Context) => never)(input, context);
    return use(call, context);
  });
}

async function fillContacts(call: Call): Promise<void> {
  await call('createCustomField', { field: 'SHOE_SIZE', type: 'integer' });
  const custom_fields = [{ name: 'SHOE_SIZE', value: '39' }];
  await call('updateContact', { id: 1, ignore_checksum: true, body: { external_id: 'cust-0001', custom_fields } });
  const readers = { field: 'ORGANIZATION', operator: 'EQUALS', value: 'Readers' };
  const filter = await call('createContactFilter', { body: { name: 'Readers', rules: [readers] } });
  await call('createTargetGroup', { body: { name: 'Readers', type: 'regular', contact_filter_id: filter } });
  const inParis = { field: 'CITY', operator: 'EQUALS', value: 'Paris' };
  await call('createContactFilter', { body: { name: 'In Paris', rules: [inParis] } });
  const blacklistId = await call('createBlacklist', { name: 'Complaints' });
  await call('addBlacklistEntries', { blacklistId, body: { entries: ['*@rival.example'] } });
  const id = await call('createMailingBlacklist', { name: 'Competitors' });
  await call('addMailingBlacklistExpressions', { id, body: { expressions: ['*@rival.example'] } });
}

async function fillMailings({ db, accountId }: Context, call: Call): Promise<void> {
  const newsletter = await mailing('regular', 'Spring in the garden', sample('Spring', 'The first bulbs are here.'));
  const everybody = 2;
  await call('setMailingTargetGroup', { mailingid: newsletter, body: everybody });
  await call('addMailingProperties', { mailingid: newsletter, body: [{ key: 'campaign', value: 'spring' }] });
  const bulbs = { filename: 'bulbs.txt', contentType: 'text/plain', body: new TextEncoder().encode('Tulips\n') };
  await call('addMailingAttachment', { mailingid: newsletter, ...bulbs });
  for (const check of offlineChecks) await call(`startMailing${check}Check`, { mailingid: newsletter });
  await mailing('trigger', 'Thanks for your order', sample('Thank you', 'Your order is on its way.'));
  const draft = await mailing('doi', 'Please confirm', question);
  await call('setMailingDoiKey', { mailingid: draft, body: 'shop' });
  const active = await mailing('doi', 'Confirm the newsletter', question);
  await call('setMailingDoiKey', { mailingid: active, body: 'newsletter' });
  await call('sendMailingNow', { mailingid: active });

  async function mailing(type: 'regular' | 'trigger' | 'doi', name: string, html: string): Promise<number> {
    const mailingid = await call('createMailing', { name, subject: name, type });
    await call('setMailingSender', { mailingid, body: 'news@example.com' });
    await changeContent(db, (await findMailing(db, accountId, mailingid))!, { html });
    return mailingid;
  }
}

async function fillEvents(call: Call): Promise<void> {
  const attributes = [{ name: 'order_no', type: 'string', required: true }];
  await call('createTransactionType', { body: { name: 'shop.order.placed', attributes } });
  await call('createAutomationProgram', { body: { name: 'Welcome', state: 'released', steps: [{ kind: 'end' }] } });
  const template = sample('Spring', 'Write here what is new.');
  await call('addMailingTemplate', { path: 'newsletter/spring-base', name: 'Spring base', tags: [], body: template });
  await call('updateAccountPlaceholders', { body: [{ key: 'IMPRINT', value: 'Example Garden, 1 Long Lane' }] });
}
