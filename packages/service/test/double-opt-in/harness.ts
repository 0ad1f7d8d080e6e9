import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { insertAccount } from '../../src/account/store.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { type OptInRequest, requestOptIn } from '../../src/events/double-opt-in/request.ts';
import { changeContent, changeSettings } from '../../src/mailings/change.ts';
import { moveMailing } from '../../src/mailings/move.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import { registerOptInRoutes } from '../../src/pages/double-opt-in/routes.ts';
import { createContact } from '../../src/people/changes/single.ts';
import { lockContacts } from '../../src/people/contacts/store.ts';
import type { Permission } from '../../src/people/tables.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { parseEmail } from '../../src/platform/text/email.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import type { MailRefusal, MailTransport, OutgoingMail } from '../../src/sending/mail/transport.ts';

export interface SentMail extends OutgoingMail {
  /** Token of the link. */
  token: string;
}

/** Double opt-in without a network: requests, the worker and the pages, one after the other. */
export interface Harness {
  accountId: number;
  /** Mails that the transport took, the oldest first. */
  sent: SentMail[];
  /** What the transport says to a mail; it takes those that this says nothing to. It may throw, as a process that ends. */
  answer: (mail: SentMail) => MailRefusal | undefined;
  /** Happens while a mail is on its way. */
  whileSending: () => Promise<void>;
  contact(email: string, permission?: Permission): Promise<number>;
  ask(contactId: number, request?: Partial<OptInRequest>): Promise<void>;
  /** A worker sends until nothing is due. */
  deliver(): Promise<void>;
  /** Time passes for the mails. */
  later(millis: number): Promise<void>;
  page(method: 'GET' | 'POST' | 'HEAD', token: string): Promise<{ status: number; body: string }>;
}

export async function startHarness(db: Db): Promise<Harness> {
  const accountId = await insertAccount(db, { name: 'Herald & Sons', domain: 'example.com' });
  for (const key of ['default', 'other']) await releaseMailing(db, accountId, key);
  const sent: SentMail[] = [];
  const transport: MailTransport = {
    connections: 5,
    async send(mail) {
      const token = /\/doi\/([\w-]{22})"/.exec(mail.body.replaceAll('=\r\n', ''))![1]!;
      await harness.whileSending();
      const refusal = harness.answer({ ...mail, token });
      if (refusal === undefined) sent.push({ ...mail, token });
      return refusal;
    },
    async close() {},
  };
  const environment = { transport, publicUrl: 'https://news.example.com' };
  const app = Fastify() as FastifyInstance;
  registerOptInRoutes(app, db, () => {});
  const context = { accountId, remoteAddress: '192.0.2.7', wakeWorker: () => {} };
  const harness: Harness = {
    accountId,
    sent,
    answer: () => undefined,
    whileSending: async () => {},
    contact: (email, permission = 1) => {
      const change = { email: parseEmail(email)!, permission, standardFields: {}, customFields: {}, preferences: [] };
      return createContact(db, accountId, change, { source: undefined, subscriptionPage: undefined });
    },
    ask: (contactId, request) =>
      db.transaction().execute(async (transaction) => {
        await lockContacts(transaction, accountId, { id: contactId });
        await requestOptIn({ ...context, db: transaction }, contactId, {
          permission: 4,
          key: undefined,
          source: undefined,
          page: undefined,
          ...request,
        });
      }),
    later: async (millis) => {
      const passed = sql`make_interval(secs => ${millis / 1000})`;
      await sql`update recipient set next_at = next_at - ${passed}, first_tried_at = first_tried_at - ${passed}`.execute(
        db,
      );
      await sql`update recipient_batch set due_at = due_at - ${passed}, lease_until = lease_until - ${passed}`.execute(
        db,
      );
    },
    deliver: async () => {
      const engine = new DeliveryEngine(environment, mailSources(environment));
      while (await engine.run(db, new AbortController().signal));
    },
    page: async (method, token) => {
      const { statusCode, body } = await app.inject({ method, url: `/doi/${token}` });
      return { status: statusCode, body };
    },
  };
  return harness;
}

async function releaseMailing(db: Db, accountId: number, key: string): Promise<void> {
  const id = await insertMailing(db, accountId, { name: key, subject: 'Yes?', type: 'doi', creator: 'test' });
  const mailing = (await findMailing(db, accountId, id!))!;
  await changeSettings(db, mailing, { doi_key: key });
  await changeContent(db, mailing, {
    sender: 'news@example.com',
    html: '<a href="[[LINK|DOI_CONFIRM]]">Yes</a>',
  });
  await moveMailing(db, mailing, 'release', 'user');
}
