import { generateKeyPairSync } from 'node:crypto';
import { type Client, createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { senderStanding } from '../../src/account/sender-domains/store.ts';
import { findAccount, insertAccount } from '../../src/account/store.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { changeContent } from '../../src/mailings/change.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import { startTestMail } from '../../src/quality/index.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { signingTransport } from '../../src/sending/dkim/transport.ts';
import { mailQueue } from '../../src/sending/index.ts';
import type { OutgoingMail } from '../../src/sending/mail/transport.ts';
import type { MailPurpose } from '../../src/sending/tables.ts';
import type { Occasion } from '../../src/tracking/index.ts';
import { submitMessage } from '../../src/transactional/submission/submit.ts';
import { administer } from '../support/administration.ts';
import { databases, usualDatabases } from '../support/database.ts';
import { releaseOptInMailing } from '../support/opt-in.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { dnsOfTexts } from '../support/texts-dns.ts';
import { runToEnd } from './harness.ts';

const foreign = 'ceo@bank.example';
const refusal = /ceo@bank\.example cannot be the sender: the domain bank\.example belongs to another account.*operator/;
const keyOf = (domain: string) => ({ domain, selector: 's', privateKey: generateKeyPairSync('ed25519').privateKey });
const keys = [keyOf('bank.example'), keyOf('example.com')];

/** Sends what waits, and returns it with the domains that signed it. */
async function sendAll(service: TestService): Promise<{ to: string; signers: string[] }[]> {
  const sent: OutgoingMail[] = [];
  const send = async (mail: OutgoingMail) => void sent.push(mail);
  const transport = signingTransport({ connections: 2, send, close: async () => {} }, () => keys);
  const environment = { transport, publicUrl: 'https://x.example' };
  await runToEnd(service.db, new DeliveryEngine(environment, mailSources(environment)));
  return sent.map(({ head, envelope }) => ({
    to: envelope.to,
    signers: Array.from(head.matchAll(/\bd=([\w.]+)/g), ([, domain]) => domain!),
  }));
}

describe.each(usualDatabases())('the sender of another account on $kind', ({ open }) => {
  let service: TestService;
  let bank: number;
  let mailingId: number;
  let readTexts: (name: string) => string[];
  beforeAll(async () => {
    const texts = async (name: string) => readTexts(name);
    const tools = { dkim: { keys: () => keys, dns: dnsOfTexts(texts) } };
    service = await startTestService(await open(), undefined, tools, { worker: false, dns: dnsOfTexts(texts) });
    await releaseOptInMailing(service, 'default');
    mailingId = await createSendout(service);
    bank = await insertAccount(service.db, { name: 'Bank', domain: 'bank.example' });
  });
  afterAll(() => service?.close());

  const contact = (email: string) =>
    service.client.contacts.createByEmail({ email, permission: 5, body: {} }).orThrow();
  const queue = async (email: string, occasion: Occasion) =>
    mailQueue.queueMails(service.db, service.accountId, mailingId, [{ contactId: await contact(email), occasion }]);
  /** Plants the sender beside all checks, and has a mail made. */
  const plant = (sender: string) => service.db.updateTable('mailing_content').set({ sender }).execute();
  const ways: Record<Exclude<MailPurpose, 'campaign' | 'approval'>, (email: string) => Promise<unknown>> = {
    'opt-in': (email) => service.client.contacts.createByEmail({ email, doi: true, body: {} }).orThrow(),
    trigger: (email) => queue(email, { kind: 'transaction', key: email }),
    automation: (email) => queue(email, { kind: 'step', programId: 1, runId: 2, taken: 3 }),
    async test(email) {
      await startTestMail(service.db, (await findMailing(service.db, service.accountId, mailingId))!, { email });
    },
    async transactional(email) {
      const body = { to: [{ email }], from: { email: 'news@example.com' }, subject: 'Reset', text: 'Reset' };
      await service.client.transactionalMails.send({ body }).orThrow();
      await service.db
        .updateTable('transactional_content')
        .set({ sender: foreign })
        .where('sender', '=', 'news@example.com')
        .execute();
    },
  };

  test.each(Object.keys(ways) as (keyof typeof ways)[])('is in no mail of the purpose %s', async (purpose) => {
    await service.db
      .updateTable('mailing')
      .set({ type: 'trigger', state: 'released' })
      .where('id', '=', mailingId)
      .execute();
    await plant(foreign);
    try {
      await ways[purpose](`${purpose}@receiver.example`);
      expect(await sendAll(service)).toEqual([]);
    } finally {
      await plant('news@example.com');
    }
    const { reason, state } = await service.db
      .selectFrom('recipient')
      .select(['reason', 'state'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect({ state, reason }).toEqual({ state: 'skipped', reason: expect.stringMatching(refusal) });
  });

  test('is refused where it is given: in a mailing, in one call, by SMTP', async () => {
    const { client, db, accountId } = service;
    const mailingid = await client.mailings.create({ name: 'Spring', subject: 'Hi' }).orThrow();
    const bodyOf = (from: string) => ({
      to: [{ email: 'a@b.example' }],
      from: { email: from },
      subject: 'x',
      text: 'x',
    });
    for (const sender of [foreign, 'ceo@Mail.Bank.example']) {
      const set = await client.mailings.setSender({ mailingid, body: sender });
      expect([set.status, JSON.stringify(set.error)]).toEqual([400, expect.stringContaining('another account')]);
      const sent = await client.transactionalMails.send({ body: bodyOf(sender) });
      expect([sent.status, JSON.stringify(sent.error)]).toEqual([400, expect.stringContaining('another account')]);
      const account = await findAccount(db, accountId);
      const message = Buffer.from(`From: ${sender}\r\nTo: a@b.example\r\nSubject: x\r\n\r\nx\r\n`);
      const to = [{ address: 'a@b.example', folded: 'a@b.example' }];
      await expect(submitMessage(db, account, to, message)).rejects.toThrow(/5\.7\.1 From: .*another account/);
    }
    await client.mailings.setSender({ mailingid, body: 'news@free.example' }).orThrow();
    expect((await client.transactionalMails.send({ body: bodyOf('x@free.example') })).status).toBe(202);
  });

  test('stops a sendout with the reason', async () => {
    const id = await createSendout(service);
    await service.db.updateTable('mailing_content').set({ sender: foreign }).where('mailing_id', '=', id).execute();
    const mailing = (await findMailing(service.db, service.accountId, id))!;
    const account = await findAccount(service.db, service.accountId);
    const { mandatoryObstacles } = await import('../../src/quality/index.ts');
    const found = await mandatoryObstacles(service.db, account, mailing);
    expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(refusal)]);
  });

  test('keys sign for the account of their domain only, and for nobody where it is nobody’s', async () => {
    const { client, db, accountId } = service;
    await sendAll(service);
    const send = async (by: Client, from: string, to: string) => {
      const body = { to: [{ email: to }], from: { email: from }, subject: 'x', text: 'x' };
      await by.transactionalMails.send({ body }).orThrow();
      return sendAll(service);
    };
    const apiKey = generateKey();
    await insertKey(db, bank, apiKey, { label: 'x', rights: ['post'], creator: 'x', expires_at: null });
    const bankClient = createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch });
    expect(await send(bankClient, foreign, 'a@b.example')).toEqual([{ to: 'a@b.example', signers: ['bank.example'] }]);
    const operator = administer(db);
    await operator.giveSenderDomain({ account: accountId, domain: 'Example.com' });
    expect(await send(client, 'x@example.com', 'b@b.example')).toEqual([
      { to: 'b@b.example', signers: ['example.com'] },
    ]);
    await operator.removeSenderDomain({ account: accountId, domain: 'example.com' });
    await db.deleteFrom('sender_domain').where('domain', '=', 'example.com').execute();
    expect(await send(client, 'x@example.com', 'c@b.example')).toEqual([{ to: 'c@b.example', signers: [] }]);
    await expect(operator.removeSenderDomain({ account: accountId, domain: 'example.com' })).rejects.toThrow(
      'does not belong',
    );
    await operator.giveSenderDomain({ account: accountId, domain: 'example.com' });
  });

  test('a domain is proven by a record that only this account can know', async () => {
    const { client } = service;
    readTexts = () => [];
    const denied = await client.account.proveSenderDomain({ domain: 'Shop.example' });
    const message = JSON.stringify(denied.error);
    expect(denied.status).toBe(400);
    const [, value] = /TXT \\"(mailwright-account=[\w-]{27})\\" at _mailwright\.shop\.example/.exec(message)!;
    readTexts = (name) => (name === '_mailwright.other.example' ? [value!] : []);
    expect((await client.account.proveSenderDomain({ domain: 'other.example' })).status).toBe(400);
    readTexts = (name) => (name === '_mailwright.shop.example' ? ['v=spf1 -all', value!] : []);
    await client.account.proveSenderDomain({ domain: 'shop.example' }).orThrow();
    expect(await senderStanding(service.db, bank, 'x@shop.example')).toMatchObject({ foreign: 'shop.example' });
    expect(await administer(service.db).listSenderDomains({ account: service.accountId })).toContainEqual(
      expect.objectContaining({ domain: 'shop.example', proof: 'dns', others: [] }),
    );
  });
});

describe.each(databases())('an account that is alone on $kind', ({ open }) => {
  test('keeps the domains that it uses when a second one is created', async () => {
    const { kysely: db } = await open();
    const first = await insertAccount(db, { name: 'First', domain: 'first.example' });
    expect(await senderStanding(db, first, 'x@any.example')).toEqual({ signable: ['any.example'] });
    const draft = { name: 'News', subject: 'News', type: 'regular', creator: 'test' } as const;
    const mailing = (await findMailing(db, first, (await insertMailing(db, first, draft))!))!;
    await changeContent(db, mailing, { sender: 'x@Used.example' });
    const { id: second } = await administer(db).createAccount({ name: 'Two', domain: 'two.example', timeZone: 'UTC' });
    expect(await senderStanding(db, first, 'x@used.example')).toEqual({ signable: ['used.example'] });
    expect(await senderStanding(db, second, 'x@used.example')).toMatchObject({ foreign: 'used.example' });
    expect(await senderStanding(db, second, 'x@any.example')).toEqual({ signable: [] });
    await administer(db).closeAccount({ id: first });
    expect(await senderStanding(db, second, 'x@used.example')).toEqual({ signable: ['used.example'] });
  });
});
