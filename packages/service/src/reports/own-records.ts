import { showSubject } from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { transactionalOccasions } from '../tracking/index.ts';

/** More of a kind than one person has. */
const most = 10_000;

/** What is recorded about a contact: mails, what it did with them, and when it subscribed and unsubscribed. The oldest first. */
export async function ownRecords(db: Db, accountId: number, contactId: number) {
  const mails = await db
    .selectFrom('delivery')
    .innerJoin('mailing_content as content', (join) =>
      join
        .onRef('content.account_id', '=', 'delivery.account_id')
        .onRef('content.mailing_id', '=', 'delivery.mailing_id'),
    )
    .select(['delivery.mailing_id as mailing', 'content.subject', 'sent_at as sent'])
    .where('delivery.account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    // Mails that programs sent in one call have no content of their mailing.
    .where('occasion', 'not like', transactionalOccasions)
    .orderBy('delivery.id')
    .limit(most)
    .execute();
  const readers = db
    .selectFrom('reader')
    .select('id')
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId);
  const openings = await db
    .selectFrom('opening')
    .select(['mailing_id as mailing', 'at', 'device_type as device', 'user_agent'])
    .where('account_id', '=', accountId)
    .where('reader_id', 'in', readers)
    .orderBy('id')
    .limit(most)
    .execute();
  const clicks = await db
    .selectFrom('click')
    .innerJoin('link', (join) =>
      join.onRef('link.account_id', '=', 'click.account_id').onRef('link.id', '=', 'click.link_id'),
    )
    .select(['click.mailing_id as mailing', 'at', 'url', 'device_type as device', 'user_agent'])
    .where('click.account_id', '=', accountId)
    .where('reader_id', 'in', readers)
    .orderBy('click.id')
    .limit(most)
    .execute();
  const subscriptions = await db
    .selectFrom('subscription')
    .select(['at', 'ip'])
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .limit(most)
    .execute();
  const unsubscriptions = await db
    .selectFrom('unsubscription')
    .select(['at', 'mailing_id as mailing', 'source'])
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .limit(most)
    .execute();
  const answers = await db
    .selectFrom('answer')
    .select(['at', 'mailing_id as mailing', 'kind'])
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .orderBy('id')
    .limit(most)
    .execute();
  const rests = await db
    .selectFrom('sunset_contact')
    .select(['asked_at as asked', 'mailing_id as mailing', 'rests_at as rests', 'woken_at as woken'])
    .where('account_id', '=', accountId)
    .where('contact_id', '=', contactId)
    .execute();
  const subjects = new Map(mails.map(({ mailing, subject }) => [mailing, subject]));
  for (const [id, subject] of subjects) subjects.set(id, await showSubject(db, { account_id: accountId, id }, subject));
  const shown = mails.map((mail) => ({ ...mail, subject: subjects.get(mail.mailing)! }));
  return { mails: shown, openings, clicks, subscriptions, unsubscriptions, answers, rests };
}
