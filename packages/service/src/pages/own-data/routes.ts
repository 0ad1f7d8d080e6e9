import type { FastifyInstance } from 'fastify';
import { type Account, branding, findAccount } from '../../account/index.ts';
import { type Contact, eraseContacts, findContacts, lockContacts, unsubscribe } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formOf } from '../../platform/http/forms.ts';
import { type Brand, pageHeaders } from '../../platform/http/page.ts';
import type { Language } from '../../platform/text/language.ts';
import { signingKey } from '../../tracking/index.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';
import { copyOfData } from './copy.ts';
import { readOwnDataLink } from './link.ts';
import { erasedPage, ownDataPage } from './pages.ts';

type Link = { Params: { link: string } };

interface Found {
  account: Account;
  contact: Contact & { email: string };
  brand: Brand;
  language: Language;
}

/**
 * `/own-data/{link}`: a contact gets a copy of its data or erases it, with a link that was sent to its address. The link of
 * the page of preferences is not enough: mails are forwarded. GET changes nothing.
 */
export function registerOwnDataRoutes(app: FastifyInstance, db: Db, unknown: AnswerUnknown): void {
  app.get<Link>('/own-data/:link', async (request, reply) => {
    const found = await find(db, request.params.link);
    if (found === undefined) return unknown(request, reply);
    return reply.headers(pageHeaders).send(ownDataPage(found, request.params.link, false));
  });

  app.get<Link>('/own-data/:link/data.json', async (request, reply) => {
    const found = await find(db, request.params.link);
    if (found === undefined) return unknown(request, reply);
    const copy = await copyOfData(db, found.account, found.contact);
    return reply
      .headers({ ...pageHeaders, 'content-type': 'application/json; charset=utf-8' })
      .header('content-disposition', 'attachment; filename="my-data.json"')
      .send(`${JSON.stringify(copy, null, 2)}\n`);
  });

  app.post<Link>('/own-data/:link', async (request, reply) => {
    const { link } = request.params;
    const found = await find(db, link);
    if (found === undefined) return unknown(request, reply);
    reply.headers(pageHeaders);
    const form = formOf(request);
    if (form.get('sure') !== 'true') return reply.code(400).send(ownDataPage(found, link, true));
    await erase(db, found);
    return reply.send(erasedPage(found));
  });
}

async function find(db: Db, link: string): Promise<Found | undefined> {
  const read = readOwnDataLink(link, Math.floor(Date.now() / 1000));
  if (read === undefined) return undefined;
  const [contact] = await findContacts(db, read.accountId, { id: read.contactId });
  if (contact?.email == null || contact.email_folded === null) return undefined;
  const { secret } = await signingKey(db, read.accountId);
  if (!read.isFor(contact.email_folded, secret)) return undefined;
  const account = await findAccount(db, read.accountId);
  const { language } = read;
  return { account, contact: { ...contact, email: contact.email }, brand: branding.brandOf(account), language };
}

/** Reports count a contact that erases itself as one that has unsubscribed. */
async function erase(db: Db, { account, contact: { id } }: Found): Promise<void> {
  await retrying(() =>
    db.transaction().execute(async (transaction) => {
      const [contact] = await lockContacts(transaction, account.id, { id });
      if (contact === undefined) return;
      await unsubscribe(transaction, account, [id], { source: 'link', mailingId: undefined, reasons: [] });
      await eraseContacts(transaction, account.id, [id]);
    }),
  );
}
