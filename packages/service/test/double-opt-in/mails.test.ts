import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purgeRequestsTask } from '../../src/events/double-opt-in/purge-task.ts';
import { moveMailing } from '../../src/mailings/move.ts';
import type { Move } from '../../src/mailings/state-machine.ts';
import { findMailing } from '../../src/mailings/store.ts';
import { eraseContacts } from '../../src/people/erasure/erase.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { claimBatches } from '../../src/sending/deliveries/batches.ts';
import type { OccasionKey } from '../../src/tracking/index.ts';
import { usualDatabases } from '../support/database.ts';
import { type Harness, startHarness } from './harness.ts';

/** For so long a batch stays with a process that is not heard of again. */
const leaseMillis = 31_000;

describe.each(usualDatabases())('mails of double opt-in on $kind', ({ open }) => {
  let db: Db;
  let harness: Harness;
  let people = 0;
  beforeAll(async () => {
    db = (await open()).kysely;
  });
  beforeEach(async () => {
    await db.deleteFrom('account').execute();
    harness = await startHarness(db);
  });

  const person = () => harness.contact(`person-${++people}@example.org`);
  /** The mails of the requests that there are; those that have not come to an end are waiting. */
  const mails = async () => {
    const rows = await db
      .selectFrom('recipient')
      .innerJoin('opt_in_request as request', 'request.contact_id', 'recipient.contact_id')
      .select(['recipient.state', 'recipient.reason'])
      .where('occasion', '=', sql<OccasionKey>`'opt-in:' || request.id`)
      .orderBy('request.id')
      .execute();
    const open: readonly string[] = ['pending', 'in_flight', 'deferred'];
    return rows.map(({ state, reason }) => ({ state: open.includes(state) ? 'waiting' : state, reason }));
  };
  /** The first mail that is left to be sent. */
  const job = () =>
    db
      .selectFrom('recipient_batch as batch')
      .innerJoin('recipient', 'recipient.occasion', 'batch.occasion')
      .select(['recipient.deferrals as attempts', 'batch.due_at'])
      .executeTakeFirst();
  const minutesUntilDue = async () => Math.round(((await job())!.due_at.getTime() - Date.now()) / 60_000);
  const minutes = (count: number) => harness.later(count * 60_000);
  /** A process takes a mail, and is not heard of again. */
  const claim = async () => (await claimBatches(db, crypto.randomUUID()))[0];
  const move = async (move: Move) => {
    const { id } = await db.selectFrom('mailing').select('id').orderBy('id').executeTakeFirstOrThrow();
    await moveMailing(db, (await findMailing(db, harness.accountId, id))!, move, 'user');
  };

  test('a mail that is not taken for now is tried again, later each time, with the same Message-ID', async () => {
    await harness.ask(await person());
    const tokens: string[] = [];
    const messageIds = new Set<string>();
    harness.answer = ({ token, messageId }) => {
      tokens.push(token);
      messageIds.add(messageId);
      return tokens.length <= 3
        ? { concerns: 'mail', permanent: false, code: 451, message: '451 try later' }
        : undefined;
    };
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      await harness.deliver();
      expect(await mails()).toMatchObject([{ state: 'waiting', reason: '451 try later' }]);
      expect(await job()).toMatchObject({ attempts: i + 1 });
      waits.push(await minutesUntilDue());
      await harness.deliver();
      expect(tokens).toHaveLength(i + 1);
      await minutes(waits[i]!);
    }
    expect(waits).toEqual([1, 5, 15]);
    await harness.deliver();
    expect(await mails()).toEqual([{ state: 'sent', reason: null }]);
    expect(await job()).toBeUndefined();
    expect(harness.sent.map(({ messageId }) => messageId)).toEqual([...messageIds]);
    expect(new Set(tokens).size).toBe(4);
  });

  test('a mail waits for the limit of its domain, and for none else', async () => {
    const limit = { account_id: harness.accountId, tokens: 1, filled_at: new Date(), day: '2031-01-01' };
    await db
      .insertInto('sending_limit')
      .values([
        { ...limit, domain: 'example.org', per_minute: 1 },
        { ...limit, domain: '', per_minute: 1, tokens: 0 },
      ])
      .execute();
    for (let i = 0; i < 2; i++) await harness.ask(await person());
    await harness.deliver();
    expect(harness.sent).toHaveLength(1);
    expect(await mails()).toMatchObject([{ state: 'sent' }, { state: 'waiting', reason: null }]);
    expect(await job()).toMatchObject({ attempts: 0 });
    expect(await minutesUntilDue()).toBe(1);
    await db.updateTable('sending_limit').set({ filled_at: sql<Date>`filled_at - interval '1 minute'` }).execute();
    // Mails that a limit holds back are looked at every few seconds.
    await minutes(1.1);
    await harness.deliver();
    expect(harness.sent).toHaveLength(2);
    expect(await job()).toBeUndefined();
  });

  test('requests that nobody answered are forgotten after four weeks, with their links and mails', async () => {
    const ids: number[] = [];
    for (const days of [29, 27, 29]) {
      ids.push(await person());
      await harness.ask(ids.at(-1)!);
      await harness.deliver();
      const aged = sql<Date>`now() - make_interval(days => ${days})`;
      await db
        .updateTable('opt_in_request')
        .set({ requested_at: aged })
        .where('contact_id', '=', ids.at(-1)!)
        .execute();
    }
    await db
      .updateTable('opt_in_request')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('contact_id', '=', ids[2]!)
      .execute();
    const { signal } = new AbortController();
    expect(await purgeRequestsTask.run(db, signal)).toBe(true);
    expect(await purgeRequestsTask.run(db, signal)).toBe(false);
    const left = await db.selectFrom('opt_in_request').select('contact_id').orderBy('id').execute();
    expect(left.map(({ contact_id }) => contact_id)).toEqual([ids[1], ids[2]]);
    expect(await mails()).toHaveLength(2);
    expect((await harness.page('GET', harness.sent[0]!.token)).status).toBe(404);
  });

  test('a mail that is refused for good is failed at once', async () => {
    await harness.ask(await person());
    harness.answer = () => ({ concerns: 'mail', permanent: true, code: 550, message: '550 no such mailbox' });
    await harness.deliver();
    expect(await mails()).toMatchObject([{ state: 'failed', reason: '550 no such mailbox' }]);
    expect(await job()).toBeUndefined();
  });

  test('it is given up after two days', async () => {
    await harness.ask(await person());
    harness.answer = () => ({ concerns: 'mail', permanent: false, message: 'connection refused' });
    for (let hour = 0; hour < 47; hour++) {
      await harness.deliver();
      await minutes(60);
    }
    expect(await mails()).toMatchObject([{ state: 'waiting', reason: 'connection refused' }]);
    for (let hour = 0; hour < 4; hour++) {
      await harness.deliver();
      await minutes(60);
    }
    expect(await mails()).toMatchObject([{ state: 'failed', reason: 'connection refused' }]);
    expect(await job()).toBeUndefined();
  });

  test('a process that ends before it sends loses nothing', async () => {
    await harness.ask(await person());
    expect(await claim()).toBeDefined();
    await harness.deliver();
    expect(harness.sent).toHaveLength(0);
    await harness.later(leaseMillis);
    await harness.deliver();
    expect(harness.sent).toHaveLength(1);
  });

  test('one that ends after it has sent leads to one more mail, and both links are good', async () => {
    const contact = await person();
    await harness.ask(contact);
    harness.answer = (mail) => {
      harness.sent.push(mail);
      throw new Error('killed');
    };
    await harness.deliver();
    harness.answer = () => undefined;
    await minutes(1);
    await harness.deliver();
    const [first, second] = harness.sent;
    expect(harness.sent).toHaveLength(2);
    expect(first!.messageId).toBe(second!.messageId);
    expect((await harness.page('GET', first!.token)).status).toBe(200);
    expect((await harness.page('POST', second!.token)).body).toContain('is confirmed');
    expect((await harness.page('POST', first!.token)).body).toContain('already confirmed');
  });

  test('who was too slow does not write over what the next one has done', async () => {
    await harness.ask(await person());
    harness.answer = (mail) => {
      harness.sent.push(mail);
      return undefined;
    };
    let answered = false;
    harness.whileSending = async () => {
      if (answered) return;
      answered = true;
      await harness.later(leaseMillis);
      await harness.deliver();
      harness.answer = () => ({ concerns: 'mail', permanent: true, message: 'too slow' });
    };
    await harness.deliver();
    expect(await mails()).toMatchObject([{ state: 'sent' }]);
  });

  test('a failure of the service keeps one mail back, not the others', async () => {
    for (let i = 0; i < 3; i++) await harness.ask(await person());
    let first = true;
    harness.answer = () => {
      if (!first) return undefined;
      first = false;
      throw new Error('broken');
    };
    await harness.deliver();
    const left = await mails();
    expect(left.map(({ state }) => state).sort()).toEqual(['sent', 'sent', 'waiting']);
    expect(left.find(({ state }) => state === 'waiting')).toMatchObject({ reason: 'broken' });
  });

  test('many at once, by several workers: each once', async () => {
    for (let i = 0; i < 23; i++) await harness.ask(await person());
    await Promise.all([harness.deliver(), harness.deliver(), harness.deliver()]);
    expect(new Set(harness.sent.map(({ envelope }) => envelope.to)).size).toBe(23);
    expect(harness.sent).toHaveLength(23);
  });

  test('mails wait for a mailing that is withdrawn and released again', async () => {
    await harness.ask(await person());
    await move('withdraw');
    await harness.deliver();
    expect([await mails(), harness.sent]).toEqual([[{ state: 'waiting', reason: null }], []]);
    await move('release');
    await harness.deliver();
    expect(harness.sent).toHaveLength(1);
  });

  test.each<[string, (contact: number) => Promise<unknown>, string]>([
    [
      'it was blocked',
      (id) => change(id, { blocked_at: new Date(), block_reason: 'bounce_policy' }),
      'blocked: bounce_policy',
    ],
    ['it has the permission now', (id) => change(id, { permission: 5 }), 'permission'],
    [
      'it has another address',
      (id) => change(id, { email: 'x@example.org', email_folded: 'x@example.org' }),
      'request over',
    ],
    ['it was asked once more', (id) => harness.ask(id), 'request over'],
  ])('a contact gets no mail any more: %s', async (_, happens, reason) => {
    const contact = await person();
    await harness.ask(contact);
    await happens(contact);
    await harness.deliver();
    expect((await mails())[0]).toMatchObject({ state: 'skipped', reason });
  });
  const change = (id: number, values: object) => db.updateTable('contact').set(values).where('id', '=', id).execute();

  test('an erased contact has no mail, and one that is erased while its mail is on the way none either', async () => {
    const [before, during] = [await person(), await person()];
    await harness.ask(before);
    await eraseContacts(db, harness.accountId, [before]);
    await harness.ask(during);
    harness.whileSending = () => eraseContacts(db, harness.accountId, [during]).then(() => {});
    await harness.deliver();
    expect([await mails(), harness.sent.length]).toEqual([[], 1]);
    await harness.deliver();
    expect(harness.sent).toHaveLength(1);
  });
});
