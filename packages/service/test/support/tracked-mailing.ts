import {
  bearerOf,
  personalPages,
  registerPlan,
  signingKey,
  trackedAddresses,
  trackingPlan,
} from '../../src/tracking/index.ts';
import { recordDeliveries } from '../../src/tracking/recording/deliveries.ts';
import type { TrackingStrategy } from '../../src/tracking/tables.ts';
import type { TestService } from './service.ts';

export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A mailing with links that was handed over to some contacts a while ago, and the addresses in its mails. */
export async function sendTracked(service: TestService, html: string, contacts: readonly number[]) {
  const { client, db, accountId, origin } = service;
  const name = `Tracked ${crypto.randomUUID()}`;
  const mailingId = await client.mailings.create({ name, subject: 'Spring has come' }).orThrow();
  await client.mailings.setHtml({ mailingid: mailingId, body: html }).orThrow();
  const plan = trackingPlan('single-recipient', { html, text: null });
  const ids = await db.transaction().execute((transaction) => registerPlan(transaction, accountId, mailingId, plan));
  const maker = { publicUrl: origin, key: await signingKey(db, accountId), mailingId };
  const sentAt = new Date(Date.now() - 3_600_000);
  await db.transaction().execute((transaction) =>
    recordDeliveries(
      transaction,
      accountId,
      contacts.map((contactId) => ({
        mailingId,
        contactId,
        messageId: crypto.randomUUID(),
        number: contactId,
        sentAt,
      })),
    ),
  );
  return {
    mailingId,
    links: ids.html,
    /** The addresses in the mail of a contact. */
    mailOf(contactId: number, strategy: TrackingStrategy = 'single-recipient') {
      const recipient = { recipientId: contactId, contactId };
      const bearer = bearerOf(strategy, 1, recipient)!;
      const tracked = trackedAddresses(maker, bearer);
      const pages = personalPages(maker, recipient);
      return {
        links: ids.html.map((_, at) => tracked.link(ids.html, at)),
        pixel: tracked.pixel(),
        unsubscribe: pages.unsubscribe(),
        online: pages.online(),
        profile: pages.profile(),
      };
    },
  };
}

/** Asks for an address as a browser does, without following it. */
export const visit = (service: TestService, url: string, userAgent = browser, method = 'GET') =>
  service.fetch(url, { method, redirect: 'manual', headers: { 'user-agent': userAgent } });
