import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { insertTargetGroup } from '../../src/audiences/target-groups/store.ts';
import { changeContent, changeSettings } from '../../src/mailings/change.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { SpeedLevel } from '../../src/mailings/tables.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { type MailEnvironment, wakePostponed } from '../../src/sending/index.ts';
import { LimitGate } from '../../src/sending/limits/gate.ts';
import { takeFromLimits } from '../../src/sending/limits/store.ts';
import type { MailRefusal, OutgoingMail } from '../../src/sending/mail/transport.ts';
import { advanceSendoutJob } from '../../src/sending/sendouts/advance.ts';
import { queueSendout } from '../../src/sending/sendouts/queue.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { outcomes } from '../support/sendout.ts';

const { signal } = new AbortController();

/** A mailing to people at two domains, in turn. */
async function sendoutTo(db: Db, people: number, speed_level: SpeedLevel = 'supersonic') {
  const accountId = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
  await sql`
    insert into contact (account_id, email, email_folded, permission)
    select ${accountId}, email, email, 5
    from (select 'p' || i || '@' || case i % 2 when 0 then 'slow' else 'fast' end || '.example' as email
      from generate_series(1, ${people}::int) as i) as people`.execute(db);
  const filter = await insertContactFilter(db, accountId, { name: 'all', author: 'test', rules: allOf() });
  const group = { name: 'all', type: 'regular', contact_filter_id: filter, author: 'test' } as const;
  const groupId = await insertTargetGroup(db, accountId, group);
  const draft = { name: 'News', subject: 'News', type: 'regular', creator: 'test' } as const;
  const mailingId = (await insertMailing(db, accountId, draft))!;
  const mailing = (await findMailing(db, accountId, mailingId))!;
  await changeContent(db, mailing, { text_body: '[[LINK|UNSUBSCRIBE]]', sender: 'news@example.com' });
  await changeSettings(db, mailing, { target_group_id: groupId!, speed_level });
  await queueSendout(db, mailing, 'user', null);
  const job = { accountId, attempt: 1, now: () => new Date(), signal, complete: async () => {} };
  await advanceSendoutJob(() => {}).run(db, { mailingId }, job);
  return { accountId, mailingId };
}

function engineOf(
  send: (mail: OutgoingMail) => Promise<MailRefusal | undefined>,
  connections = 10,
  lookUpExchanges?: MailEnvironment['lookUpExchanges'],
) {
  const transport = { connections, send, close: async () => {} };
  const environment = { transport, lookUpExchanges, publicUrl: 'https://x.example' };
  return new DeliveryEngine(environment, mailSources(environment));
}

const domainsOf = (sent: readonly string[]) => ({
  slow: sent.filter((to) => to.endsWith('@slow.example')).length,
  fast: sent.filter((to) => to.endsWith('@fast.example')).length,
});

describe.each(usualDatabases())('limits on $kind', ({ open }) => {
  test('of a domain hold back its mails only, and the rest of them until later', async () => {
    const { kysely: db } = await open();
    const { accountId, mailingId } = await sendoutTo(db, 100);
    await administer(db).setLimit({ domain: 'slow.example', perMinute: 50 });
    const sent: string[] = [];
    const send = async ({ envelope }: OutgoingMail) => void sent.push(envelope.to);
    while (await engineOf(send as never).run(db, signal));
    expect(domainsOf(sent)).toEqual({ slow: 5, fast: 50 });
    expect(await outcomes({ db }, mailingId)).toEqual({ pending: 45, sent: 55 });
    const { rows } = await sql<{ seconds: number; mails: number }>`
      select round(extract(epoch from next_at - min(next_at) over ())::numeric)::int8 as seconds, count(*) as mails
      from recipient where account_id = ${accountId} and state = 'pending' group by next_at order by 1`.execute(db);
    // Every five seconds as many as the limit lets through in that time.
    expect(rows.slice(0, 3)).toEqual([0, 5, 10].map((seconds) => ({ seconds, mails: 4 })));
    await administer(db).removeLimit({ domain: 'slow.example' });
    while (await engineOf(send as never).run(db, signal));
    expect(await outcomes({ db }, mailingId)).toEqual({ sent: 100 });
    expect(new Set(sent).size).toBe(100);
  });

  test('of a day hold for all domains and all processes', async () => {
    const { kysely: db } = await open();
    const { mailingId } = await sendoutTo(db, 60);
    await administer(db).setLimit({ perDay: 20 });
    const sent: string[] = [];
    const send = async ({ envelope }: OutgoingMail) => {
      await new Promise(setImmediate);
      sent.push(envelope.to);
    };
    await Promise.all([1, 2, 3].map(() => engineOf(send as never).run(db, signal)));
    expect(sent).toHaveLength(20);
    expect(await outcomes({ db }, mailingId)).toEqual({ pending: 40, sent: 20 });
  });

  test('are not spent twice by those who take at the same time', async () => {
    const { kysely: db } = await open();
    const accountId = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    await administer(db).setLimit({ domain: 'a.example', perMinute: 600 });
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => takeFromLimits(db, accountId, Array(20).fill('a.example'))),
    );
    const granted = taken.flatMap((one) => one.granted).filter(Boolean).length;
    // 60 at once, and what came in while this ran.
    expect(granted).toBeGreaterThanOrEqual(60);
    expect(granted).toBeLessThan(160);
  });

  test('that were removed or changed hold nobody back in a process that remembers them', async () => {
    const { kysely: db } = await open();
    const accountId = await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    const limits = administer(db);
    for (const domain of ['gone.example', 'raised.example', 'kept.example'])
      await limits.setLimit({ domain, perDay: 1 });
    const gate = new LimitGate();
    await gate.learn(db, accountId);
    const domains = ['gone.example', 'raised.example', 'kept.example'];
    await gate.pass(db, accountId, [...domains, ...domains]);
    const blocked = () => domains.map((domain) => gate.blockedBy(accountId, domain));
    expect(blocked()).toEqual(domains);
    await limits.removeLimit({ domain: 'gone.example' });
    await limits.setLimit({ domain: 'raised.example', perDay: 5 });
    await gate.relearn(db, accountId);
    expect(blocked()).toEqual([undefined, undefined, 'kept.example']);
  });

  test('are read and refused by what operators say', async () => {
    const { kysely: db } = await open();
    await insertAccount(db, { name: 'Herald', domain: 'example.com' });
    const limits = administer(db);
    await limits.setLimit({ domain: 'Müller.example', perMinute: 5 });
    await limits.setLimit({ perDay: 7 });
    await limits.setLimit({ perDay: 8 });
    expect(await limits.listLimits({})).toEqual([
      { domain: null, perMinute: null, perDay: 8 },
      { domain: 'xn--mller-kva.example', perMinute: 5, perDay: null },
    ]);
    await limits.removeLimit({});
    await expect(limits.removeLimit({})).rejects.toThrow('there is no limit for all mails');
    await expect(limits.setLimit({ domain: 'a.example' })).rejects.toThrow('--per-minute');
    await expect(limits.setLimit({ domain: 'a b', perDay: 1 })).rejects.toThrow('"a b" is not a domain');
  });

  test('a sendout begins with a tenth of the connections, unless it is supersonic', async () => {
    const { kysely: db } = await open();
    for (const [speed, wanted] of [
      ['high', [2]],
      // A few are left to mails that somebody waits for: fewer where the relay is quick.
      ['supersonic', [16, 17, 18, 19]],
    ] as const) {
      await sendoutTo(db, 40, speed);
      let flying = 0;
      let most = 0;
      const engine = engineOf(async () => {
        most = Math.max(most, ++flying);
        await new Promise((resolve) => setTimeout(resolve, 5));
        flying--;
        return undefined;
      }, 20);
      while (await engine.run(db, signal));
      expect(wanted, speed).toContain(most);
    }
  });

  test('a receiver that asks for fewer mails slows down all processes, also those that start later, and others not', async () => {
    const { kysely: db } = await open();
    const { mailingId } = await sendoutTo(db, 400);
    const sent: string[] = [];
    let refusals = 0;
    const send = async ({ envelope }: OutgoingMail): Promise<MailRefusal | undefined> => {
      await new Promise(setImmediate);
      if (envelope.to.endsWith('@slow.example') && ++refusals <= 3)
        return { concerns: 'mail', permanent: false, code: 450, message: '450 4.7.1 slower' };
      sent.push(envelope.to);
      return undefined;
    };
    await Promise.all([1, 2].map(() => engineOf(send).run(db, signal)));
    const { slow, fast } = domainsOf(sent);
    expect(fast).toBe(200);
    expect(slow).toBeLessThan(120);
    const [pace] = await db.selectFrom('receiver_pace').select(['receiver', 'ceiling', 'reason']).execute();
    expect(pace).toEqual({ receiver: 'slow.example', ceiling: 60, reason: '450 4.7.1 slower' });
    expect(await outcomes({ db }, mailingId)).toEqual({
      pending: 397 - sent.length,
      'deferred: 450 4.7.1 slower': 3,
      sent: sent.length,
    });

    // Another process begins with what is left of the pace: nearly nothing.
    await wakePostponed(db, (await db.selectFrom('account').select('id').executeTakeFirstOrThrow()).id);
    const before = domainsOf(sent).slow;
    await engineOf(send).run(db, signal);
    expect(domainsOf(sent).slow - before).toBeLessThan(20);
    expect(await administer(db).listReceivers({})).toMatchObject([
      { relay: 'default', receiver: 'slow.example', reason: '450 4.7.1 slower' },
    ]);
  });

  test('receivers are told by their mail exchangers: what one asks for counts for all of its domains', async () => {
    const { kysely: db } = await open();
    await sendoutTo(db, 200);
    const sent: string[] = [];
    let refusals = 0;
    const send = async ({ envelope }: OutgoingMail): Promise<MailRefusal | undefined> => {
      await new Promise(setImmediate);
      // The DNS has answered long before.
      if (sent.length >= 20 && ++refusals <= 3)
        return { concerns: 'mail', permanent: false, code: 450, message: '450 4.7.1 slower' };
      sent.push(envelope.to);
      return undefined;
    };
    await engineOf(send, 10, async () => ['mx.provider.example']).run(db, signal);
    expect(sent.length).toBeLessThan(100);
    const paces = await db.selectFrom('receiver_pace').select('receiver').execute();
    expect(paces).toEqual([{ receiver: 'provider.example' }]);
    const left = await sql<{ domain: string }>`
      select distinct split_part(email, '@', 2) as domain from recipient join contact on contact.id = contact_id
      where state = 'pending' order by 1`.execute(db);
    expect(left.rows).toEqual([{ domain: 'fast.example' }, { domain: 'slow.example' }]);
  });
});
