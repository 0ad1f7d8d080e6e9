import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lockMailing } from '../../src/mailings/index.ts';
import { queueSendout } from '../../src/sending/index.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { Browser } from '../support/users.ts';

describe.each(usualDatabases())('sendouts on $kind', ({ open }) => {
  let service: TestService;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    service = await startTestService(await open(), sink.url);
  });
  afterAll(async () => {
    await service.close();
    await sink.close();
  });

  const send = (mailingid: number) => service.client.mailings.sendNow({ mailingid });
  const mailsOf = (subject: string) => sink.mails.filter(({ email }) => email.subject === subject);

  test('everybody gets a mailing once, and it is written down', async () => {
    const mailingid = await createSendout(service);
    await service.client.mailings.setSubject({ mailingid, body: 'First' }).orThrow();
    await send(mailingid).orThrow();
    await reached(service, mailingid, 'done');
    const mails = mailsOf('First');
    expect(mails.map(({ to }) => to[0]!.split('.')[0]).sort()).toEqual([
      'ada',
      'ben',
      'chiara',
      'dmitri',
      'elif',
      'farah',
    ]);
    expect(mails.find(({ to }) => to[0]!.startsWith('ada'))!.email.html).toContain('<p>Hello Ada</p>');
    expect(new Set(mails.map(({ email }) => email.messageId)).size).toBe(6);
    expect(await outcomes(service, mailingid)).toEqual({ sent: 6 });
    const deliveries = await service.db
      .selectFrom('delivery')
      .select('message_id')
      .where('mailing_id', '=', mailingid)
      .execute();
    expect(deliveries.map(({ message_id }) => message_id).sort()).toEqual(
      mails.map(({ email }) => email.messageId).sort(),
    );
    expect((await send(mailingid)).status).toBe(409);
  });

  test('links are tracked, pages are personal, and one click unsubscribes', async () => {
    const html = '<a href="https://a.example/x?a=1&amp;b=2">x</a><a href="[[LINK|UNSUBSCRIBE]]">unsubscribe</a>';
    const mailingid = await createSendout(service, html);
    await service.client.mailings.setSubject({ mailingid, body: 'Tracked' }).orThrow();
    await send(mailingid).orThrow();
    await reached(service, mailingid, 'done');
    const { email } = mailsOf('Tracked').find(({ to }) => to[0]!.startsWith('ada'))!;
    const [link, page] = Array.from(email.html!.matchAll(/href="([^"]+)"/g), (match) => match[1]!);
    const answer = await service.fetch(link!, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'https://a.example/x?a=1&b=2']);
    const header = email.headers.find(({ key }) => key === 'list-unsubscribe')!.value;
    expect(header).toBe(`<${page}>`);
    expect(email.html).toMatch(/<img src="https:[^"]+\/o\/[\w-]+\.gif"/);
    expect(mailsOf('Tracked').map(({ email }) => email.html)).toHaveLength(
      new Set(mailsOf('Tracked').map(({ email }) => email.html)).size,
    );
  });

  test('those who must not get it are left out, each for a reason', async () => {
    const { client, db, accountId } = service;
    await client.contacts.unsubscribeByEmail({ email: 'farah.haddad@example.com' }).orThrow();
    await db.updateTable('contact').set({ permission: 1 }).where('email', 'like', 'elif%').execute();
    const list = await client.blacklists
      .list({})
      .orThrow()
      .catch(() => undefined);
    expect(list).toBeDefined();
    const mailingid = await createSendout(service);
    await db.updateTable('mailing').set({ contacts_limit: 3 }).where('id', '=', mailingid).execute();
    await send(mailingid).orThrow();
    await reached(service, mailingid, 'done');
    const sendout = await db
      .selectFrom('sendout')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('mailing_id', '=', mailingid)
      .executeTakeFirstOrThrow();
    expect(sendout).toMatchObject({ recipients: 3, removed: { unsubscribed: 1, permission: 1, contacts_limit: 1 } });
    expect(sendout.finished_at).not.toBeNull();
    expect(await outcomes(service, mailingid)).toEqual({ sent: 3 });
  });

  test('a mailing without a link to unsubscribe is refused; if it is queued nevertheless it fails, and can be mended', async () => {
    const mailingid = await createSendout(service, '<p>Hello</p>');
    const refusal = await send(mailingid);
    expect(refusal.ok ? '' : refusal.error.message).toContain('missing: link [[LINK|UNSUBSCRIBE]] in the html.');
    await service.db.transaction().execute(async (transaction) => {
      const mailing = (await lockMailing(transaction, service.accountId, mailingid))!;
      await queueSendout(transaction, mailing, 'user', null);
    });
    service.wakeWorker();
    await reached(service, mailingid, 'failed');
    const { mailings } = service.client;
    const reason = 'The link [[LINK|UNSUBSCRIBE]] in the html is missing.';
    expect(await mailings.getFailure({ mailingid }).orThrow()).toEqual({ reason });
    const browser = new Browser(service);
    await browser.post('/console/sign-in', { key: service.key });
    const page = async () => (await browser.get(`/console/mailings/${mailingid}`)).text();
    expect(await page()).toContain('data-outcome="sendout failed"');
    expect(await page()).toContain('data-reason="unsubscribe_link_missing"');
    await service.client.mailings.setHtml({ mailingid, body: '<a href="[[LINK|UNSUBSCRIBE]]">x</a>' }).orThrow();
    await send(mailingid).orThrow();
    await reached(service, mailingid, 'done');
    expect(await mailings.getFailure({ mailingid }).orThrow()).toEqual({});
    expect(await page()).not.toContain('data-outcome');
  });

  test('a refusal is final, a deferral is tried again later, and one of the two keeps the mailing open', async () => {
    // Not 550, which blocks the contact of an unknown mailbox at once.
    sink.replies.set('ada.moreau@example.com', [554]);
    sink.replies.set('ben.okafor@example.com', [451]);
    const mailingid = await createSendout(service);
    await send(mailingid).orThrow();
    const open = { 'deferred: 451 not now, or never': 1, 'failed: 554 not now, or never': 1, sent: 2 };
    await expect.poll(() => outcomes(service, mailingid)).toEqual(open);
    await expect.poll(() => dueBatches(mailingid)).toHaveLength(1);
    const [due] = await dueBatches(mailingid);
    expect(due!.getTime() - Date.now()).toBeGreaterThan(50_000);
    expect(await service.client.mailings.getState({ mailingid }).orThrow()).toBe('sending');
    await comeDue(mailingid);
    await reached(service, mailingid, 'done');
    expect(await outcomes(service, mailingid)).toEqual({ 'failed: 554 not now, or never': 1, sent: 3 });
  });

  test('a mailing is paused, resumed and canceled while it is sent', async () => {
    const people = ['ada.moreau', 'ben.okafor', 'chiara.rossi', 'dmitri.petrov'];
    for (const name of people) sink.replies.set(`${name}@example.com`, [451]);
    const mailingid = await createSendout(service);
    await send(mailingid).orThrow();
    const deferred = { 'deferred: 451 not now, or never': 4 };
    await expect.poll(() => outcomes(service, mailingid)).toEqual(deferred);
    await expect.poll(() => dueBatches(mailingid)).toHaveLength(1);
    const { mailingActions } = service.client;
    await mailingActions.pause({ mailingid }).orThrow();
    await comeDue(mailingid);
    await mailingActions.pause({ mailingid }).orThrow();
    await reached(service, mailingid, 'paused');
    expect(await outcomes(service, mailingid)).toEqual(deferred);
    for (const name of people.slice(1)) sink.replies.set(`${name}@example.com`, [451]);
    await mailingActions.resume({ mailingid }).orThrow();
    const oneSent = { 'deferred: 451 not now, or never': 3, sent: 1 };
    await expect.poll(() => outcomes(service, mailingid)).toEqual(oneSent);
    await expect.poll(() => dueBatches(mailingid)).toHaveLength(1);
    await mailingActions.cancel({ mailingid }).orThrow();
    await expect.poll(() => outcomes(service, mailingid)).toEqual({ sent: 1, 'skipped: canceled': 3 });
    expect(await dueBatches(mailingid)).toEqual([]);
    expect((await mailingActions.resume({ mailingid })).status).toBe(409);
    expect((await mailingActions.cancel({ mailingid })).status).toBe(200);
  });

  /** When the batches that nobody has are due. */
  async function dueBatches(mailingId: number): Promise<Date[]> {
    const query = service.db.selectFrom('recipient_batch').select('due_at').where('mailing_id', '=', mailingId);
    return (await query.where('owner', 'is', null).execute()).map(({ due_at }) => due_at);
  }

  /** Time passes for those who wait; whoever wakes the worker sees it. */
  async function comeDue(mailingId: number): Promise<void> {
    const past = new Date(Date.now() - 1000);
    const { db, client } = service;
    await db
      .updateTable('recipient')
      .set({ next_at: past })
      .where('mailing_id', '=', mailingId)
      .where('state', '=', 'deferred')
      .execute();
    await db.updateTable('recipient_batch').set({ due_at: past }).where('mailing_id', '=', mailingId).execute();
    const other = await createSendout(service);
    await client.mailings.sendNow({ mailingid: other }).orThrow();
    await reached(service, other, 'done');
  }
});
