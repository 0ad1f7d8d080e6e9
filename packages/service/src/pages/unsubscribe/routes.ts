import type { FastifyInstance } from 'fastify';
import { type Account, branding, findAccount } from '../../account/index.ts';
import { findMailing, type Mailing } from '../../mailings/index.ts';
import { addReasons, type Contact, findContacts, parseReasons, unsubscribe } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { formOf, type TextForm } from '../../platform/http/forms.ts';
import { pageHeaders } from '../../platform/http/page.ts';
import { languageOf } from '../../platform/text/language.ts';
import { xmlText } from '../../platform/text/xml.ts';
import { pagesOf, recordReturn } from '../../sending/index.ts';
import { ensureReaders, type MailKey, signingKey, type VerifyToken } from '../../tracking/index.ts';
import type { AnswerUnknown } from '../tracking/unknown.ts';
import { askPage, donePage, samplePage } from './pages.ts';
import { reasons } from './words.ts';

const maxMessage = 500;

type Link = { Params: { token: string } };

interface Found {
  account: Account;
  mailing: Mailing;
  /** Undefined when the contact is not there any more. */
  contact: Contact | undefined;
  preferences: string | undefined;
  /** The mail was sent as a test. */
  sample: boolean;
  mail: MailKey;
}

/**
 * `/u/{token}`: GET asks and changes nothing; POST unsubscribes, from then on, and may be repeated. What mail programs
 * send for a click on their own button (RFC 8058) is answered with 200 and no redirect.
 */
export function registerUnsubscribeRoutes(
  app: FastifyInstance,
  db: Db,
  verify: VerifyToken,
  unknown: AnswerUnknown,
  publicUrl: () => string,
): void {
  app.get<Link>('/u/:token', async (request, reply) => {
    const found = await find(db, verify, publicUrl(), request.params.token);
    if (found === undefined) return unknown(request, reply);
    reply.headers(pageHeaders);
    if (found.sample) return samplePage(subjectOf(found));
    return isDone(found) ? donePage(subjectOf(found), false) : askPage(subjectOf(found));
  });

  app.post<Link>('/u/:token', async (request, reply) => {
    const found = await find(db, verify, publicUrl(), request.params.token);
    if (found === undefined) return unknown(request, reply);
    reply.headers(pageHeaders);
    const form = formOf(request);
    const oneClick = form.get('List-Unsubscribe') === 'One-Click';
    const given = reasonsOf(form);
    if (found.sample) return samplePage(subjectOf(found));
    await leave(db, found, oneClick, given);
    return donePage(subjectOf(found), oneClick || given.length > 0);
  });
}

async function leave(
  db: Db,
  { account, mailing, contact, mail }: Found,
  oneClick: boolean,
  given: string[],
): Promise<void> {
  const source = oneClick ? 'list-unsubscribe-header' : 'link';
  const how = { source, mailingId: mailing.id, reasons: parseReasons(given) } as const;
  await retrying(() =>
    db.transaction().execute(async (transaction) => {
      if (contact?.unsubscribed_at) await addReasons(transaction, account.id, contact.id, how.reasons);
      else if (contact) {
        await ensureReaders(transaction, account.id, mailing.id, [contact.id]);
        await unsubscribe(transaction, account, [contact.id], how);
      }
      await recordReturn(transaction, account.id, mail, 'unsubscribed');
    }),
  );
}

async function find(db: Db, verify: VerifyToken, publicUrl: string, token: string): Promise<Found | undefined> {
  const content = await verify(token);
  if (content?.purpose !== 'unsubscribe' || 'alias' in content.bearer) return undefined;
  const { accountId, mailingId, bearer } = content;
  const mailing = await findMailing(db, accountId, mailingId);
  if (mailing === undefined) return undefined;
  const [contact] = await findContacts(db, accountId, { id: bearer.contactId });
  const { PROFILE } = pagesOf({ publicUrl, key: await signingKey(db, accountId), mailing }, bearer);
  const preferences = contact && PROFILE!();
  const account = await findAccount(db, accountId);
  const mail = { mailingId, ...bearer };
  return { account, mailing, contact, preferences, sample: bearer.recipientId === 0, mail };
}

/** Recipients of transactional mails need not be contacts: they are asked, and their answer is a step of the mail. */
const isDone = ({ contact, mail }: Found) =>
  contact === undefined ? mail.contactId !== 0 : contact.unsubscribed_at !== null;

function subjectOf({ account, mailing, contact, preferences }: Found) {
  return {
    brand: branding.brandOf(account),
    email: contact?.email ?? undefined,
    language: languageOf(mailing.locale),
    preferences,
  };
}

/** Reasons as parameters have them, `type` or `type|message`; a message without a reason has the reason `other`. */
function reasonsOf(form: TextForm): string[] {
  const chosen = reasons.filter((reason) => form.getAll('reason').includes(reason));
  const message = xmlText(form.get('message') ?? '', maxMessage).trim();
  if (message === '') return chosen;
  return [...chosen.filter((reason) => reason !== 'other'), `other|${message}`];
}
