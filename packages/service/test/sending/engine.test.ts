import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findAccount } from '../../src/account/index.ts';
import { insertAccount } from '../../src/account/store.ts';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { insertTargetGroup } from '../../src/audiences/target-groups/store.ts';
import { changeContent, changeSettings } from '../../src/mailings/change.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import { unsubscribe } from '../../src/people/index.ts';
import type { Schema } from '../../src/platform/database/schema.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { queueDeliveries } from '../../src/sending/index.ts';
import type { MailTransport, OutgoingMail, Refusal } from '../../src/sending/mail/transport.ts';
import { advanceSendoutJob } from '../../src/sending/sendouts/advance.ts';
import { queueSendout } from '../../src/sending/sendouts/queue.ts';
import { databases } from '../support/database.ts';
import { outcomes } from '../support/sendout.ts';

const people = 300;
const connections = 5;
const { signal } = new AbortController();

/** A mailing to people that is being sent, but by nobody yet. */
async function startedSendout(db: Kysely<Schema>): Promise<{ accountId: number; mailingId: number }> {
  const accountId = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
  await sql`
    insert into contact (account_id, email, email_folded, permission)
    select ${accountId}, 'p' || i || '@example.com', 'p' || i || '@example.com', 5
    from generate_series(1, ${people}::int) as i`.execute(db);
  const filter = await insertContactFilter(db, accountId, { name: 'all', author: 'test', rules: allOf() });
  const group = { name: 'all', type: 'regular', contact_filter_id: filter, author: 'test' } as const;
  const groupId = await insertTargetGroup(db, accountId, group);
  const draft = { name: 'News', subject: 'News', type: 'regular', creator: 'test' } as const;
  const mailingId = (await insertMailing(db, accountId, draft))!;
  const mailing = (await findMailing(db, accountId, mailingId))!;
  await changeContent(db, mailing, { text_body: '[[LINK|UNSUBSCRIBE]]', sender: 'news@example.com' });
  await changeSettings(db, mailing, { target_group_id: groupId! });
  await queueSendout(db, mailing, 'user');
  await advance(db, accountId, mailingId);
  return { accountId, mailingId };
}

function advance(db: Kysely<Schema>, accountId: number, mailingId: number): Promise<void> {
  const job = { accountId, attempt: 1, now: () => new Date(), signal, complete: async () => {} };
  return advanceSendoutJob(() => {}).run(db, { mailingId }, job);
}

function engineOf(send: (mail: OutgoingMail) => Promise<Refusal | undefined>): DeliveryEngine {
  const transport: MailTransport = { connections, send, close: async () => {} };
  return new DeliveryEngine({ transport, publicUrl: 'https://x.example' });
}

async function runToEnd(db: Kysely<Schema>, engine: DeliveryEngine): Promise<void> {
  while (await engine.run(db, signal));
}

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
    const trouble: Refusal = {
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
    expect(await outcomes({ db }, mailingId)).toEqual({ pending: people });
  });

  test('an occasion brings a mail once', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await startedSendout(db);
    await runToEnd(
      db,
      engineOf(async () => undefined),
    );
    const mailing = { account_id: accountId, id: mailingId };
    const ids = (await db.selectFrom('contact').select('id').limit(3).execute()).map(({ id }) => id);
    expect(await queueDeliveries(db, mailing, ids, 'order:1')).toBe(3);
    expect(await queueDeliveries(db, mailing, [...ids, ids[0]!], 'order:1')).toBe(0);
    expect(await queueDeliveries(db, mailing, ids.slice(0, 1), 'order:2')).toBe(1);
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
});
