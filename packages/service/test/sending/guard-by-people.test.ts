import { createClient } from '@mailwright/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findAccount } from '../../src/account/index.ts';
import { findSessionKey } from '../../src/account/sessions/store.ts';
import { readName } from '../../src/pages/console/session.ts';
import { unsubscribeRecipient } from '../../src/sending/bounces/record.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Browser, mailsOf, signedIn } from '../support/users.ts';

describe.each(usualDatabases())('who is told of a sendout that pauses by itself, on $kind', ({ open }) => {
  let service: TestService;
  let starter: { browser: Browser; email: string; client: ReturnType<typeof createClient> };
  beforeAll(async () => {
    service = await startTestService(await open());
    const { browser, email } = await signedIn(service, 'sender');
    const apiKey = (await findSessionKey(service.db, readName(browser.cookie.split('=')[1]!)!))!;
    starter = {
      browser,
      email,
      client: createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch }),
    };
    const body = Array.from({ length: 20 }, (_, number) => ({ email: `person-${number}@example.org` }));
    await service.client.contacts.synchronize({ body, permission: 5 }).orThrow();
  });
  afterAll(() => service?.close());

  /** A mailing that is being sent, of which nothing waits any more, so that it stays so. */
  async function sending(client = starter.client): Promise<number> {
    const mailingid = await createSendout(service);
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    await service.db.updateTable('mailing').set({ state: 'sending' }).where('id', '=', mailingid).execute();
    return mailingid;
  }

  async function complain(mailingId: number, people: number): Promise<void> {
    const account = await findAccount(service.db, service.accountId);
    await service.db.updateTable('contact').set({ unsubscribed_at: null, permission: 5 }).execute();
    const { rows } = await sql<{ id: number; contact_id: number }>`
      select id, contact_id from recipient where mailing_id = ${mailingId} order by id limit ${people}`.execute(
      service.db,
    );
    for (const { id, contact_id: contactId } of rows)
      await service.db
        .transaction()
        .execute((db) =>
          unsubscribeRecipient(db, { account, mail: { mailingId, contactId, recipientId: id } }, 'complaint'),
        );
  }

  const page = async (path: string) => (await starter.browser.get(path)).text();
  const alarms = async (mailingid: number) =>
    (await service.client.account.getStatus().orThrow()).sendouts.find(({ mailing_id }) => mailing_id === mailingid)
      ?.alarms;

  test('the starter gets a mail; the page of the mailing says why and what to do, and there it is resumed', async () => {
    const mailingid = await sending();
    await complain(mailingid, 4);
    expect(await service.client.mailings.getState({ mailingid }).orThrow()).toBe('sending');
    await complain(mailingid, 5);
    expect(await service.client.mailings.getState({ mailingid }).orThrow()).toBe('paused');
    const found = await alarms(mailingid);
    expect(found?.[0]).toEqual({ cause: 'complaints', level: 'paused', events: 5, mails: expect.any(Number) });
    const { items } = await service.client.account
      .listOutcomes({ unseen: true, kind: 'sendout', object_id: mailingid })
      .orThrow();
    expect(items).toMatchObject([{ result: 'paused', reasons: [{ code: 'complaints_high', count: 5 }] }]);

    const [mail] = await vi.waitFor(async () => {
      const mails = (await mailsOf(service, starter.email)).filter(({ subject }) => subject?.includes('is paused'));
      expect(mails).toHaveLength(1);
      return mails;
    });
    expect(mail!.text).toContain('5 recipients reported it as spam');
    expect(mail!.text).toContain(`/console/mailings/${mailingid}`);

    const own = `/console/mailings/${mailingid}`;
    const [shown, overview] = [await page(own), await page('/console')];
    for (const text of [shown, overview]) {
      expect(text).toContain('has paused by itself');
      expect(text).toContain('5 recipients reported it as spam');
    }
    expect(shown).toContain('data-alarm="complaints paused"');
    expect(overview.match(/is paused/g)).toBeNull();
    expect((await starter.browser.submit(`${own}/resume`, {}, own)).status).toBe(303);
    expect(await service.client.mailings.getState({ mailingid }).orThrow()).not.toBe('paused');
    const after = await service.client.account
      .listOutcomes({ unseen: true, kind: 'sendout', object_id: mailingid })
      .orThrow();
    expect(after.items.filter(({ result }) => result === 'paused')).toEqual([]);
  });

  test('who may send is told of one that a program has started', async () => {
    const told = async () =>
      (await mailsOf(service, starter.email)).filter(({ subject }) => subject?.includes('is paused')).length;
    const before = await told();
    const mailingid = await sending(service.client);
    await complain(mailingid, 5);
    await reached(service, mailingid, 'paused');
    await vi.waitFor(async () => expect(await told()).toBe(before + 1));
  });

  test('the limits are those of the account, and a warning comes before its pause', async () => {
    const { client } = service;
    const limits = { complaint_warning: 0.1, complaint_pause: 0.3, bounce_warning: 2, bounce_pause: 5 };
    expect((await client.account.getInfo().orThrow()).sendout_limits).toEqual({
      ...limits,
      block_warning: 2,
      block_pause: 5,
    });
    const wrong = await client.account.update({ body: { sendout_limits: { complaint_warning: 0.4 } } });
    expect(wrong).toMatchObject({
      status: 400,
      error: { message: 'complaint_warning must be at most complaint_pause (0.3) but was 0.4.' },
    });
    expect((await client.account.update({ body: { sendout_limits: { complaint_pause: 0 } } })).status).toBe(400);
    expect((await client.account.update({ body: { sendout_limits: { complaint_pause: 101 } } })).status).toBe(400);
    await client.account.update({ body: { sendout_limits: { complaint_pause: 100 } } }).orThrow();
    const mailingid = await sending();
    await complain(mailingid, 6);
    expect(await client.mailings.getState({ mailingid }).orThrow()).toBe('sending');
    expect((await alarms(mailingid))?.[0]).toMatchObject({ cause: 'complaints', level: 'warned' });
    expect(await page(`/console/mailings/${mailingid}`)).toContain('It pauses by itself if this grows.');
  });
});
