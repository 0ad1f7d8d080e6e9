import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailSources } from '../../src/app/mail-sources.ts';
import { deleteMailing, findMailing } from '../../src/mailings/store.ts';
import { eraseContacts } from '../../src/people/erasure/erase.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { startTestMail, startTestSendout } from '../../src/quality/index.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { deleteRecipients } from '../../src/sending/deliveries/recipients.ts';
import { mailQueue, wakePostponed } from '../../src/sending/index.ts';
import type { OutgoingMail } from '../../src/sending/mail/transport.ts';
import { countRecipients } from '../../src/sending/sendouts/progress.ts';
import { administer } from '../support/administration.ts';
import { databases } from '../support/database.ts';
import { connections, engineOf, people, runToEnd, startedSendout } from './harness.ts';

describe.each(databases())('one way for mails of all purposes on $kind', ({ open }) => {
  let db: Db;
  let accountId: number;
  let mailingId: number;
  beforeEach(async () => {
    db = (await open()).kysely;
    ({ accountId, mailingId } = await startedSendout(db));
  });

  const mailing = async () => (await findMailing(db, accountId, mailingId))!;
  const contacts = async (count: number) => {
    const rows = await db.selectFrom('contact').selectAll().orderBy('id').limit(count).execute();
    return rows.map((contact) => ({ ...contact, email: contact.email! }));
  };
  /** Only what a test has queued is to be sent. */
  const forgetSendout = async () => {
    await db.deleteFrom('recipient_batch').execute();
    await db.deleteFrom('recipient').execute();
  };
  const trials = () =>
    db
      .selectFrom('recipient')
      .select(['contact_id', 'address', 'state', 'next_at'])
      .where('purpose', 'in', ['test', 'approval'])
      .orderBy('id')
      .execute();
  const sendAll = async () => {
    const sent: OutgoingMail[] = [];
    await runToEnd(
      db,
      engineOf(async (mail) => {
        sent.push(mail);
        return undefined;
      }),
    );
    return sent.map(({ envelope }) => envelope.to);
  };

  test('a test mail waits for the limit of its domain, and for none else', async () => {
    await forgetSendout();
    const limits = administer(db);
    await limits.setLimit({ domain: 'slow.example', perDay: 1 });
    await limits.setLimit({ perDay: 1 });
    for (const email of ['a@slow.example', 'b@slow.example', 'a@other.example', 'b@other.example'])
      await startTestMail(db, await mailing(), { email });
    expect((await sendAll()).sort()).toEqual(['a@other.example', 'a@slow.example', 'b@other.example']);
    expect(await trials()).toMatchObject([
      { state: 'sent' },
      { address: 'b@slow.example', state: 'pending', next_at: expect.any(Date) },
      { state: 'sent' },
      { state: 'sent' },
    ]);
  });

  test.each<[string, (relayId: number) => Promise<unknown>]>([
    [
      'a warm-up that is used up',
      () =>
        db
          .updateTable('relay')
          .set({ warm_up: [1], sent_on_day: 1 })
          .execute(),
    ],
    [
      'a receiver that has asked for fewer mails',
      (relay_id) => {
        const values = { relay_id, receiver: 'example.com', ceiling: 2, tokens: -5, reason: '450 4.7.1 slower' };
        const now = new Date();
        return db
          .insertInto('receiver_pace')
          .values({ ...values, slowed_at: now, filled_at: now, asked_at: now })
          .execute();
      },
    ],
  ])('%s holds up mails of triggers and no test mails; those of triggers go when it is over', async (_, hold) => {
    await forgetSendout();
    const [contact] = await contacts(1);
    const { id } = await db.selectFrom('relay').select('id').executeTakeFirstOrThrow();
    await db
      .updateTable('relay')
      .set({ day: new Date().toISOString().slice(0, 10) })
      .execute();
    await hold(id);
    await db.updateTable('mailing').set({ type: 'trigger', state: 'released' }).execute();
    await mailQueue.queueMails(db, accountId, mailingId, [
      { contactId: contact!.id, occasion: { kind: 'transaction', key: 'order-1' } },
    ]);
    await startTestMail(db, await mailing(), { email: 'tester@example.com' });
    expect(await sendAll()).toEqual(['tester@example.com']);
    expect(await sendAll()).toEqual([]);
    await db.updateTable('relay').set({ warm_up: null }).execute();
    await db.deleteFrom('receiver_pace').execute();
    await wakePostponed(db, accountId);
    expect(await sendAll()).toEqual([contact!.email]);
  });

  test('whoever deletes a mailing while its mails are made does not stop those of others', async () => {
    await forgetSendout();
    await startTestMail(db, await mailing(), { email: 'tester@team.example' });
    const transport = { connections, send: async () => undefined, close: async () => {} };
    const environment = { transport, publicUrl: 'https://x.example' };
    const open = async () => {
      const deleted = await mailing();
      await deleteRecipients(db, deleted);
      await deleteMailing(db, deleted);
      throw new Error('no result');
    };
    const test = { open, end: async () => () => {} };
    await runToEnd(db, new DeliveryEngine(environment, { ...mailSources(environment), test }));
    expect(await trials()).toEqual([]);
  });

  test('a test mail overtakes a sendout that keeps all of its connections busy, and is none of its recipients', async () => {
    const arrived = Promise.withResolvers<void>();
    let started = false;
    const engine = engineOf(async ({ envelope }) => {
      if (envelope.to === 'tester@team.example') arrived.resolve();
      if (!started) {
        started = true;
        await startTestMail(db, await mailing(), { email: 'tester@team.example' });
      }
      await arrived.promise;
      return undefined;
    });
    await runToEnd(db, engine);
    const [open, missing] = await Promise.all([
      db.selectFrom('recipient').select('id').where('state', '<>', 'sent').execute(),
      countRecipients(db),
    ]);
    expect(open).toEqual([]);
    expect(missing).toEqual([
      { account: accountId, state: 'missing', recipients: 0 },
      { account: accountId, state: 'sent', recipients: people },
    ]);
    expect(await db.selectFrom('delivery').select('id').execute()).toHaveLength(people);
  });

  test('whoever is erased gets no mail of any purpose, and stands in no row of one', async () => {
    await forgetSendout();
    const [ann, bob] = (await contacts(2)) as [Awaited<ReturnType<typeof contacts>>[number], never];
    await startTestMail(db, await mailing(), { email: ann.email, contact: ann });
    await db.updateTable('mailing').set({ state: 'draft' }).execute();
    await startTestSendout(db, await mailing(), 'approval', [ann, bob]);
    await eraseContacts(db, accountId, [ann.id]);
    const { rows } = await sql`
      select recipient.id from recipient where address is not null or reason is not null or contact_id = ${ann.id}`.execute(
      db,
    );
    expect(rows).toEqual([]);
    expect(await sendAll()).toHaveLength(1);
    const check = await db.selectFrom('mailing_check').select(['state', 'result']).executeTakeFirstOrThrow();
    expect(check).toEqual({ state: 'warning', result: { sent: 1, failures: [] } });
  });

  test('a start for a target group takes the place of an earlier one', async () => {
    await forgetSendout();
    const [ann, bob] = (await contacts(2)) as [Awaited<ReturnType<typeof contacts>>[number], never];
    await startTestSendout(db, await mailing(), 'testsendout', [ann, bob]);
    expect(await startTestSendout(db, await mailing(), 'testsendout', [ann]), 'it is under way').toBeUndefined();
    await db.updateTable('mailing').set({ content_version: sql`content_version + 1` }).execute();
    await startTestSendout(db, await mailing(), 'testsendout', [ann]);
    expect(await sendAll()).toEqual([ann.email]);
    const check = await db.selectFrom('mailing_check').select(['state', 'result']).executeTakeFirstOrThrow();
    expect(check).toEqual({ state: 'success', result: { sent: 1, failures: [] } });
  });
});
