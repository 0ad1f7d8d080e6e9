import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { findAccount } from '../../src/account/index.ts';
import { hooks } from '../../src/app/compose.ts';
import { webhookListener } from '../../src/events/index.ts';
import { moveMailing } from '../../src/mailings/index.ts';
import { findMailing } from '../../src/mailings/store.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import type { EventListener } from '../../src/platform/events/publish.ts';
import { withHooks } from '../../src/platform/hooks/hooks.ts';
import { unsubscribeRecipient } from '../../src/sending/bounces/record.ts';
import { acceptTroubles } from '../../src/sending/guard/guard.ts';
import type { MailRefusal } from '../../src/sending/mail/transport.ts';
import { databases } from '../support/database.ts';
import { advance, connections, engineOf, runToEnd, startedSendout } from './harness.ts';

const people = deep ? 10_000 : 2000;

/** Dies when it is told of a pause, as a process may that is killed before its transaction ends. */
let isDying = false;
const events: EventListener = {
  wants: webhookListener.wants,
  async tell(db, accountId, told) {
    await webhookListener.tell(db, accountId, told);
    if (isDying && told.some((event) => event.type === 'mailing_state' && event.new_state === 'paused'))
      throw new Error('killed');
  },
};

describe.each(databases())('a sendout that protects itself, on $kind', ({ open }) => {
  /** Another process on the same database: it remembers nothing. */
  const processOn = (db: Db) => withHooks(db, { ...hooks, events });
  const started = async (contacts: number) => {
    const db = processOn((await open()).kysely);
    return { db, ...(await startedSendout(db, contacts)) };
  };
  type Started = Awaited<ReturnType<typeof started>>;

  /** A recipient reports the mailing as spam, behind whatever it got. */
  async function complain({ db, accountId, mailingId }: Started, contactId: number): Promise<void> {
    const account = await findAccount(db, accountId);
    const { id } = await db
      .selectFrom('recipient')
      .select('id')
      .where('mailing_id', '=', mailingId)
      .where('contact_id', '=', contactId)
      .executeTakeFirstOrThrow();
    const mail = { mailingId, contactId, recipientId: id };
    await db.transaction().execute((transaction) => unsubscribeRecipient(transaction, { account, mail }, 'complaint'));
  }
  const stateOf = async ({ db, accountId, mailingId }: Started) => (await findMailing(db, accountId, mailingId))!.state;
  const count = async ({ db, mailingId }: Started, table: 'delivery' | 'unsubscription' | 'bounce') =>
    Number(
      (
        await sql<{ count: number }>`select count(*) from ${sql.table(table)} where mailing_id = ${mailingId}`.execute(
          db,
        )
      ).rows[0]!.count,
    );
  const outcomesOf = ({ db, mailingId }: Started) =>
    db
      .selectFrom('work_outcome')
      .select(['kind', 'result', 'reasons'])
      .where('object_id', '=', mailingId)
      .where('kind', '=', 'sendout')
      .orderBy('id')
      .execute();
  const alarmsOf = ({ db, mailingId }: Started) =>
    db
      .selectFrom('sendout_alarm')
      .select(['cause', 'receiver', 'level'])
      .where('mailing_id', '=', mailingId)
      .orderBy('cause')
      .orderBy('receiver')
      .execute();
  const reasonOf = async ({ db, mailingId }: Started) =>
    (
      await db
        .selectFrom('mailing_transition')
        .select('reason')
        .where('mailing_id', '=', mailingId)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
    ).reason;
  async function resume(sendout: Started): Promise<void> {
    const { db, accountId, mailingId } = sendout;
    const mailing = (await findMailing(db, accountId, mailingId))!;
    await db.transaction().execute(async (transaction) => {
      await acceptTroubles(transaction, mailing);
      await moveMailing(transaction, mailing, 'resume', 'user');
    });
    await db.updateTable('recipient_batch').set({ due_at: sql<Date>`now()` }).execute();
  }

  test('it pauses before 0.35 % of the recipients have complained; a person resumes it, and it goes on to its end', async () => {
    const sendout = await started(people);
    const { db, accountId, mailingId } = sendout;
    // A third of a percent complains, evenly.
    const annoying = 300;
    let mails = 0;
    const reached: number[] = [];
    const send = async ({ contactId }: { contactId: number }): Promise<undefined> => {
      reached.push(contactId);
      // The mail before is recorded by then.
      if (++mails % annoying === 0) await complain(sendout, reached[mails - annoying]!);
    };
    await runToEnd(db, engineOf(send));
    expect(await stateOf(sendout)).toBe('paused');
    const complaints = await count(sendout, 'unsubscription');
    expect(complaints / people).toBeLessThan(0.0035);
    expect(complaints).toBeGreaterThanOrEqual(5);
    expect(complaints / (await count(sendout, 'delivery'))).toBeLessThan(0.0035 + connections / people);
    expect(await alarmsOf(sendout)).toMatchObject([
      { cause: 'complaints', receiver: '', level: 'paused' },
      { cause: 'complaints', receiver: 'example.com', level: 'paused' },
    ]);
    expect(await outcomesOf(sendout)).toEqual([
      { kind: 'sendout', result: 'paused', reasons: [{ code: 'complaints_high', count: complaints }] },
    ]);
    expect(await reasonOf(sendout)).toMatch(
      /^\d+ of \d+ mails were reported as spam \(0\.3\d? %, the limit is 0\.3 %\)\. /,
    );

    await resume(sendout);
    await runToEnd(db, engineOf(send));
    await advance(db, accountId, mailingId);
    expect(await stateOf(sendout)).toBe('done');
    expect(mails).toBe(people);
    expect(new Set(reached).size, 'nobody gets it twice').toBe(people);
  });

  test('it pauses again once the rate has grown by half', async () => {
    const sendout = await started(2000);
    const { db } = sendout;
    const reached: number[] = [];
    const send =
      (annoying: number) =>
      async ({ contactId }: { contactId: number }): Promise<undefined> => {
        reached.push(contactId);
        if (reached.length % annoying === 0) await complain(sendout, reached[reached.length - annoying]!);
      };
    await runToEnd(db, engineOf(send(100)));
    expect(await stateOf(sendout)).toBe('paused');
    const before = (await count(sendout, 'unsubscription')) / (await count(sendout, 'delivery'));
    await resume(sendout);
    await runToEnd(db, engineOf(send(20)));
    expect(await stateOf(sendout)).toBe('paused');
    const after = (await count(sendout, 'unsubscription')) / (await count(sendout, 'delivery'));
    expect(after / before).toBeGreaterThan(1.35);
    expect(after / before).toBeLessThan(2);
  });

  test.each<[cause: string, message: string, code: string]>([
    ['bounces', '550 5.1.1 no such user', 'bounces_high'],
    ['blocks', '554 5.7.1 Message rejected as spam', 'blocks_high'],
  ])('%s of one mail in ten pause it from 500 mails on', async (cause, message, code) => {
    const sendout = await started(1000);
    const refusal: MailRefusal = { concerns: 'mail', permanent: true, code: Number(message.slice(0, 3)), message };
    let mails = 0;
    await runToEnd(
      sendout.db,
      engineOf(async () => (mails++ % 10 === 0 ? refusal : undefined)),
    );
    expect(await stateOf(sendout)).toBe('paused');
    expect(mails).toBeGreaterThanOrEqual(500);
    expect(mails).toBeLessThanOrEqual(500 + 10 * 7 + connections);
    expect(await alarmsOf(sendout)).toContainEqual({ cause, receiver: '', level: 'paused' });
    expect(await outcomesOf(sendout)).toMatchObject([{ result: 'paused', reasons: [{ code }] }]);
  });

  test('one provider that does not know the sender pauses it at once, and says why', async () => {
    const sendout = await started(1000);
    const { db } = sendout;
    await sql`update contact set email = 'p' || id || '@gmail.com', email_folded = 'p' || id || '@gmail.com' where id % 2 = 0`.execute(
      db,
    );
    const message = '550-5.7.26 This mail is unauthenticated, which poses a security risk to the sender';
    let refused = 0;
    await runToEnd(
      db,
      engineOf(async ({ envelope: { to } }) => {
        if (!to.endsWith('@gmail.com')) return undefined;
        refused++;
        return { concerns: 'mail', permanent: true, code: 550, message };
      }),
    );
    expect(await stateOf(sendout)).toBe('paused');
    expect(refused).toBeLessThanOrEqual(4 * connections);
    expect(await outcomesOf(sendout)).toMatchObject([
      { result: 'paused', reasons: [{ code: 'sender_refused', message: 'google' }] },
    ]);
    expect(await reasonOf(sendout)).toMatch(/ to google were refused because of the sender .* SPF, DKIM and DMARC/);
  });

  test('it warns of less, once, and goes on', async () => {
    const sendout = await started(2000);
    let mails = 0;
    const refusal: MailRefusal = { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 no such user' };
    await runToEnd(
      sendout.db,
      engineOf(async () => (mails++ % 40 === 0 ? refusal : undefined)),
    );
    expect([mails, await stateOf(sendout)]).toEqual([2000, 'sending']);
    expect(await alarmsOf(sendout)).toContainEqual({ cause: 'bounces', receiver: '', level: 'warned' });
    expect(await outcomesOf(sendout)).toEqual([]);
  });

  test('a process that is killed while it pauses has done nothing of it, and the next one does all', async () => {
    const sendout = await started(2000);
    const { db } = sendout;
    const reached: number[] = [];
    await runToEnd(
      db,
      engineOf(async ({ contactId }) => {
        reached.push(contactId);
        return undefined;
      }),
    );
    for (const contactId of reached.slice(0, 5)) await complain(sendout, contactId);
    isDying = true;
    await expect(complain(sendout, reached[5]!)).rejects.toThrow('killed');
    expect([await stateOf(sendout), await count(sendout, 'unsubscription')]).toEqual(['sending', 5]);
    expect(await outcomesOf(sendout)).toEqual([]);
    isDying = false;
    // The server that reported it has got no answer, and reports it again to whoever is there.
    await complain({ ...sendout, db: processOn(db) }, reached[5]!);
    expect([await stateOf(sendout), await count(sendout, 'unsubscription')]).toEqual(['paused', 6]);
    expect(await outcomesOf(sendout)).toHaveLength(1);
  });

  test('what a killed process had recorded and not looked at, the next one looks at', async () => {
    const sendout = await started(1000);
    const { db } = sendout;
    const refusal: MailRefusal = { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 no such user' };
    let mails = 0;
    isDying = true;
    await expect(
      runToEnd(
        db,
        engineOf(async () => (mails++ % 10 === 0 ? refusal : undefined)),
      ),
    ).rejects.toThrow('killed');
    isDying = false;
    expect([await stateOf(sendout), await alarmsOf(sendout)]).toEqual(['sending', []]);
    await db.updateTable('recipient_batch').set({ lease_until: null, owner: null, due_at: sql<Date>`now()` }).execute();
    const before = mails;
    await runToEnd(
      processOn(db),
      engineOf(async () => {
        mails++;
        return undefined;
      }),
    );
    expect(await stateOf(sendout)).toBe('paused');
    expect(mails - before).toBeLessThanOrEqual(4 * connections);
  });
});
