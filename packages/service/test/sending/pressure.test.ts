import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setPressureLimit } from '../../src/account/pressure-limit.ts';
import { changeContent, changeSettings } from '../../src/mailings/change.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import type { MailRefusal, OutgoingMail } from '../../src/sending/mail/transport.ts';
import { queueSendout } from '../../src/sending/sendouts/queue.ts';
import { usualDatabases } from '../support/database.ts';
import { randomOf } from '../support/random.ts';
import { outcomes } from '../support/sendout.ts';
import { advance, engineOf, passTime, queuedSendout, runToEnd } from './harness.ts';

/** A newsletter that a contact got, in hours of the virtual clock. */
interface Given {
  contactId: number;
  /** The mailing. */
  subject: string;
  at: number;
}

/** Another mailing to everybody of the account of the first one, whose recipients are fixed. */
async function startAnother(db: Db, accountId: number, name: string): Promise<number> {
  const { id: groupId } = await db
    .selectFrom('target_group')
    .select('id')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  const draft = { name, subject: name, type: 'regular', creator: 'test' } as const;
  const mailingId = (await insertMailing(db, accountId, draft))!;
  const mailing = (await findMailing(db, accountId, mailingId))!;
  await changeContent(db, mailing, { text_body: '[[LINK|UNSUBSCRIBE]]', sender: 'news@example.com' });
  await changeSettings(db, mailing, { target_group_id: groupId, speed_level: 'supersonic' });
  await queueSendout(db, (await findMailing(db, accountId, mailingId))!, 'user', null);
  await advance(db, accountId, mailingId);
  return mailingId;
}

/** An account with contacts and a limit; its first mailing is not sent. */
async function account(db: Db, contacts: number, limit: { mails: number; days: number }): Promise<number> {
  const { accountId } = await queuedSendout(db, contacts);
  await setPressureLimit(db, accountId, limit);
  return accountId;
}

/** Everything that was written down moves into the past. */
async function passHours(db: Db, hours: number): Promise<void> {
  await sql`update delivery set sent_at = sent_at - make_interval(mins => ${hours * 60}::int4)`.execute(db);
  await passTime(db);
}

async function spared(db: Db, accountId: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('spared_contact')
    .select(['reason', sql<number>`count(*)::int4`.as('contacts')])
    .where('account_id', '=', accountId)
    .groupBy('reason')
    .execute();
  return Object.fromEntries(rows.map(({ reason, contacts }) => [reason, contacts]));
}

const accepts = async () => undefined;

describe.each(usualDatabases())('the pressure limit of an account on $kind', ({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = (await open()).kysely;
  });
  /** What one test has begun, the next one does not send. */
  afterEach(() => db.deleteFrom('recipient_batch').execute());

  test('of two newsletters on their way at the same time, each contact gets one, whoever sends them', async () => {
    const accountId = await account(db, 20, { mails: 1, days: 7 });
    const mailings = [await startAnother(db, accountId, 'One'), await startAnother(db, accountId, 'Other')];
    expect(await outcomes({ db }, mailings[1]!)).toEqual({ pending: 20 });
    const got: number[] = [];
    const send = async ({ contactId }: OutgoingMail): Promise<undefined> => void got.push(contactId);
    await Promise.all(Array.from({ length: 3 }, () => runToEnd(db, engineOf(send))));
    expect([got.length, new Set(got).size]).toEqual([20, 20]);
    const counts = await Promise.all(mailings.map((id) => outcomes({ db }, id)));
    const sum = (outcome: string) => counts.reduce((all, each) => all + (each[outcome] ?? 0), 0);
    expect([sum('sent'), sum('skipped: pressure')]).toEqual([20, 20]);
    expect(await spared(db, accountId)).toEqual({ pressure: 20 });
  });

  test('who got enough is left out when recipients are fixed, until the days are over or the limit is off', async () => {
    const accountId = await account(db, 3, { mails: 1, days: 7 });
    await startAnother(db, accountId, 'First');
    await runToEnd(db, engineOf(accepts));
    const removed = async (name: string) => {
      const mailingId = await startAnother(db, accountId, name);
      const row = await db
        .selectFrom('sendout')
        .select(['recipients', 'removed'])
        .where('mailing_id', '=', mailingId)
        .executeTakeFirstOrThrow();
      await sql`update mailing set state = 'canceled' where id = ${mailingId}`.execute(db);
      await sql`delete from recipient_batch where mailing_id = ${mailingId}`.execute(db);
      return [row.recipients ?? 0, row.removed];
    };
    await passHours(db, 7 * 24 - 1);
    // Nobody is left, so the sendout fails; its numbers say why.
    expect(await removed('Too soon')).toEqual([0, { pressure: 3 }]);
    await setPressureLimit(db, accountId, { mails: 0, days: 7 });
    expect(await removed('Without a limit')).toEqual([3, {}]);
    await setPressureLimit(db, accountId, { mails: 1, days: 7 });
    await passHours(db, 2);
    expect(await removed('Late enough')).toEqual([3, {}]);
  });

  test.each(['in_flight', 'pending'] as const)(
    'a mail counts that a killed process may have handed over, and that is %s now',
    async (state) => {
      const accountId = await account(db, 1, { mails: 1, days: 7 });
      const killed = await startAnother(db, accountId, 'Killed');
      const other = await startAnother(db, accountId, 'Other');
      await sql`
        update recipient set state = ${state}::text, reason = case ${state}::text when 'pending' then 'uncertain' end
        where mailing_id = ${killed}`.execute(db);
      await sql`
        update recipient_batch set owner = ${crypto.randomUUID()}::uuid, attempt = 1, lease_until = now() + interval '1 hour'
        where mailing_id = ${killed}`.execute(db);
      await runToEnd(db, engineOf(accepts));
      expect(await outcomes({ db }, other)).toEqual({ 'skipped: pressure': 1 });
      await sql`update recipient_batch set lease_until = now() - interval '1 second'`.execute(db);
      await runToEnd(db, engineOf(accepts));
      expect(await outcomes({ db }, killed)).toEqual({ sent: 1 });
    },
  );

  test.each([1, 2, 3])('nobody gets more newsletters than the limit, whatever is sent when (seed %i)', async (seed) => {
    const below = randomOf(seed);
    const limit = { mails: 1 + below(3), days: 1 + below(4) };
    const accountId = await account(db, 6, limit);
    const given: Given[] = [];
    let hours = 0;
    const send = async ({ contactId, head }: OutgoingMail): Promise<MailRefusal | undefined> => {
      const answer = below(6);
      if (answer === 0) return { concerns: 'mail', permanent: false, code: 451, message: '451 4.3.0 later' };
      given.push({ contactId, subject: /^Subject: (.+)/m.exec(head)![1]!, at: hours });
      if (answer === 1) return { concerns: 'mail', permanent: false, uncertain: true, message: 'connection lost' };
      return undefined;
    };
    for (let round = 0; round < 14; round++) {
      for (let count = below(3); count > 0; count--) await startAnother(db, accountId, `Mailing ${round} ${count}`);
      await Promise.all(Array.from({ length: 1 + below(2) }, () => runToEnd(db, engineOf(send, 2))));
      const passed = 1 + below(30);
      await passHours(db, passed);
      hours += passed;
    }
    expect(given.length).toBeGreaterThan(6);
    for (const { contactId, at } of given) {
      const within = given.filter(
        (each) => each.contactId === contactId && each.at <= at && each.at > at - limit.days * 24,
      );
      const mailings = new Set(within.map(({ subject }) => subject));
      expect(mailings.size, JSON.stringify({ limit, contactId, at, within })).toBeLessThanOrEqual(limit.mails);
    }
  });
});
