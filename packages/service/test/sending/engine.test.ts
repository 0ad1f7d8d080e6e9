import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findAccount } from '../../src/account/index.ts';
import { findMailing } from '../../src/mailings/store.ts';
import { lockContacts } from '../../src/people/contacts/store.ts';
import { eraseContacts } from '../../src/people/erasure/erase.ts';
import { unsubscribe } from '../../src/people/index.ts';
import { mailQueue } from '../../src/sending/index.ts';
import type { MailRefusal } from '../../src/sending/mail/transport.ts';
import { databases } from '../support/database.ts';
import { outcomes } from '../support/sendout.ts';
import { advance, connections, engineOf, people, runToEnd, startedSendout } from './harness.ts';

const orderOf = (requestId: number) => ({ kind: 'confirmation' as const, requestId });

describe.each(databases())('the delivery engine on $kind', ({ kind, open }) => {
  test('who unsubscribes while a mailing is sent gets it only if it is in flight then', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    const account = await findAccount(db, accountId);
    const contacts = await db.selectFrom('contact').select('id').orderBy(sql`random()`).limit(100).execute();
    const leaving = contacts.map(({ id }) => id);
    const sent = new Map<number, number>();
    const acknowledged = new Map<number, number>();
    let clock = 0;
    const leave = async (id: number) => {
      const how = { source: 'link', mailingId, reasons: [] } as const;
      await db.transaction().execute((transaction) => unsubscribe(transaction, account, [id], how));
      acknowledged.set(id, clock++);
    };
    const unsubscribing = (async () => {
      for (const id of leaving) await leave(id);
    })();
    await runToEnd(
      db,
      engineOf(async ({ contactId }) => {
        await new Promise(setImmediate);
        sent.set(contactId, clock++);
        return undefined;
      }),
    );
    await unsubscribing;
    // How many mails were handed over behind an acknowledgement, at any moment: no more than could be in flight.
    for (const [id, time] of acknowledged) {
      const late = sent.get(id);
      if (late === undefined || late < time) continue;
      const between = [...sent.values()].filter((other) => other > time && other <= late).length;
      expect(between, `contact ${id}`).toBeLessThanOrEqual(connections);
    }
    const counts = await outcomes({ db }, mailingId);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(people);
    expect(counts.sent).toBe(sent.size);
    await advance(db, accountId, mailingId);
    expect((await findMailing(db, accountId, mailingId))?.state).toBe('done');
  });

  test('several engines share a sendout, and nobody gets it twice', async () => {
    const { kysely: db } = await open();
    const { mailingId } = await startedSendout(db);
    await db.deleteFrom('recipient_batch').execute();
    await sql`
      insert into recipient_batch (account_id, mailing_id, contact_ids)
      select account_id, mailing_id, array_agg(contact_id) from recipient group by account_id, mailing_id, id % 30`.execute(
      db,
    );
    const sent: number[][] = [[], [], [], []];
    await Promise.all(
      sent.map((mine) =>
        runToEnd(
          db,
          engineOf(async ({ contactId }) => {
            await new Promise(setImmediate);
            mine.push(contactId);
            return undefined;
          }),
        ),
      ),
    );
    expect(sent.flat()).toHaveLength(people);
    expect(new Set(sent.flat()).size).toBe(people);
    expect(await outcomes({ db }, mailingId)).toEqual({ sent: people });
    if (kind === 'server') expect(sent.filter((mine) => mine.length > 0).length).toBeGreaterThan(1);
  });

  test('a mail server that does not know us pauses the sendout with its words, and no mail is lost', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    const trouble: MailRefusal = {
      concerns: 'server',
      permanent: false,
      hopeless: true,
      code: 535,
      message: '535 wrong password',
    };
    const engine = engineOf(async () => trouble);
    await runToEnd(db, engine);
    expect((await findMailing(db, accountId, mailingId))!.state).toBe('paused');
    const reason = await db.selectFrom('mailing_transition').select('reason').orderBy('id', 'desc').executeTakeFirst();
    expect(reason).toEqual({ reason: '535 wrong password' });
    expect(await outcomes({ db }, mailingId)).toEqual({
      pending: people - 1,
      'pending: 535 wrong password': 1,
    });
  });

  test.each([
    ['nearly everybody refuses the sender', 1, 'paused'],
    ['a quarter refuses the sender', 4, 'sending'],
  ] as const)('if %s, the sendout ends %s: nobody is blocked', async (_, oneIn, state) => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    await db.updateTable('account').set({ hard_bounce_days: 1, soft_bounce_days: 1 }).execute();
    const message = '550 5.7.1 <news@example.com>: Sender address rejected: not owned by user';
    const refusal: MailRefusal = { concerns: 'mail', permanent: true, code: 550, message };
    let mails = 0;
    await runToEnd(
      db,
      engineOf(async () => (mails++ % oneIn === oneIn - 1 ? refusal : undefined)),
    );
    expect((await findMailing(db, accountId, mailingId))!.state).toBe(state);
    const { failed = 0 } = Object.fromEntries(
      Object.entries(await outcomes({ db }, mailingId)).map(([key, count]) => [key.replace(/:.*/, ''), count]),
    );
    if (state === 'paused') expect(failed).toBeLessThan(people / 2);
    else expect(failed).toBe(people / oneIn);
    expect(await db.selectFrom('contact').select('id').where('blocked_at', 'is not', null).execute()).toEqual([]);
  });

  test('what a server says of an address is not kept of a contact that was erased while its mail was in flight', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    let erased: number | undefined;
    const engine = engineOf(async ({ contactId, envelope }) => {
      if (erased === undefined) {
        erased = contactId;
        await db.transaction().execute(async (transaction) => {
          await lockContacts(transaction, accountId, { id: contactId });
          await eraseContacts(transaction, accountId, [contactId]);
        });
      }
      return { concerns: 'mail', permanent: true, code: 550, message: `550 5.1.1 <${envelope.to}> is unknown` };
    });
    await runToEnd(db, engine);
    const of = db.selectFrom('recipient').select(['state', 'code', 'reason']).where('mailing_id', '=', mailingId);
    expect(await of.where('contact_id', '=', erased!).execute()).toEqual([
      { state: 'failed', code: 550, reason: null },
    ]);
    expect(await of.where('reason', 'like', '550 5.1.1 <p%').execute()).toHaveLength(people - 1);
  });

  test('an occasion brings a mail once', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    await runToEnd(
      db,
      engineOf(async () => undefined),
    );
    const mailing = { account_id: accountId, id: mailingId };
    const [first, second] = [orderOf(1), orderOf(2)];
    const ids = (await db.selectFrom('contact').select('id').limit(3).execute()).map(({ id }) => id);
    expect(await mailQueue.queueDeliveries(db, mailing, ids, first)).toBe(3);
    expect(await mailQueue.queueDeliveries(db, mailing, [...ids, ids[0]!], first)).toBe(0);
    expect(await mailQueue.queueDeliveries(db, mailing, ids.slice(0, 1), second)).toBe(1);
    const sent: number[] = [];
    await runToEnd(
      db,
      engineOf(async ({ contactId }) => {
        sent.push(contactId);
        return undefined;
      }),
    );
    expect(sent.sort()).toEqual([...ids, ids[0]!].sort());
  });

  test('mails of a trigger that each have an occasion of their own use all connections', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    await db.deleteFrom('recipient_batch').execute();
    await db.updateTable('mailing').set({ type: 'trigger', state: 'released' }).where('id', '=', mailingId).execute();
    const ids = (await db.selectFrom('contact').select('id').limit(20).execute()).map(({ id }) => id);
    const mails = ids.map((contactId) => ({ contactId, occasion: orderOf(contactId) }));
    await mailQueue.queueMails(db, accountId, mailingId, mails);
    const sent: number[] = [];
    let inFlight = 0;
    const all = Promise.withResolvers<void>();
    await runToEnd(
      db,
      engineOf(async ({ contactId }) => {
        if (++inFlight === connections) all.resolve();
        await all.promise;
        inFlight--;
        sent.push(contactId);
        return undefined;
      }),
    );
    expect(sent.sort()).toEqual(ids.sort());
  });

  test('of many mails of a limited trigger to one contact, as many go as the limit allows, whoever sends them', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    await db.deleteFrom('recipient_batch').execute();
    await db.deleteFrom('recipient').execute();
    await db.updateTable('mailing').set({ type: 'trigger', state: 'released' }).where('id', '=', mailingId).execute();
    await sql`
      insert into mailing_dispatching (account_id, mailing_id, type, system_event, speed_level, delivery_limit, delivery_limit_unit)
      values (${accountId}, ${mailingId}, 'SINGLE', 'DOI_CONFIRMED', 'LOW', 2, 'YEAR')`.execute(db);
    const [{ id: contactId }] = (await db.selectFrom('contact').select('id').limit(1).execute()) as [{ id: number }];
    const mails = Array.from({ length: 60 }, (_, at) => ({ contactId, occasion: orderOf(at) }));
    await mailQueue.queueMails(db, accountId, mailingId, mails);
    let sent = 0;
    const engines = Array.from({ length: 3 }, () =>
      engineOf(async () => {
        sent++;
        return undefined;
      }),
    );
    await Promise.all(engines.map((engine) => runToEnd(db, engine)));
    expect(sent).toBe(2);
    expect(await outcomes({ db }, mailingId)).toEqual({ sent: 2, 'skipped: delivery_limit': 58 });
  });
});
