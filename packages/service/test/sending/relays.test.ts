import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { insertAccount } from '../../src/account/store.ts';
import type { RelayListing } from '../../src/administration/relays.ts';
import { mailSources } from '../../src/app/mail-sources.ts';
import { deleteProperty, putProperties } from '../../src/mailings/properties/store.ts';
import { findMailing } from '../../src/mailings/store.ts';
import type { SpeedLevel } from '../../src/mailings/tables.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { startTestMail } from '../../src/quality/index.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { mailQueue, relaying, wakePostponed } from '../../src/sending/index.ts';
import type { MailTransport } from '../../src/sending/mail/transport.ts';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import type { Occasion } from '../../src/tracking/index.ts';
import { administer } from '../support/administration.ts';
import { databases, usualDatabases } from '../support/database.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../support/scripted-smtp.ts';
import { outcomes } from '../support/sendout.ts';
import { advance, passTime, people, runToEnd, startedSendout } from './harness.ts';

const connections = 5;
const count = deep ? 10_000 : 1000;
const speed_level: SpeedLevel = 'supersonic';

let servers: ScriptedSmtp[];
let closers: (() => Promise<void>)[];
beforeEach(async () => {
  servers = await Promise.all([startScriptedSmtp(), startScriptedSmtp(), startScriptedSmtp()]);
  closers = servers.map((server) => () => server.close());
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.reverse()) await close();
});

const addressOf = ({ url }: ScriptedSmtp) => `${url}?maxConnections=${connections}`;

/** A worker of which the third server is the one of `--smtp`. */
function engineWith(transport: MailTransport = smtpTransport(addressOf(servers[2]!))): DeliveryEngine {
  const relays = relaying.openRelays();
  closers.push(transport.close, relays.close);
  const environment = { transport, openRelay: relays.open, publicUrl: 'https://x.example' };
  return new DeliveryEngine(environment, mailSources(environment));
}

/** All mails that were taken, by recipient. */
function received(from = servers): Map<string, number> {
  const mails = new Map<string, number>();
  for (const server of from)
    for (const [address, ids] of server.mails) mails.set(address, (mails.get(address) ?? 0) + ids.length);
  return mails;
}

const total = (mails: Map<string, number>) => [...mails.values()].reduce((sum, number) => sum + number, 0);

/** A sendout that uses all connections at once. */
async function quickSendout(db: Db, contacts = people) {
  const sendout = await startedSendout(db, contacts);
  await db.updateTable('mailing').set({ speed_level }).execute();
  return sendout;
}

async function queue(db: Db, mailing: { accountId: number; mailingId: number }, occasions: Occasion[]): Promise<void> {
  await db.updateTable('mailing').set({ type: 'trigger', state: 'released' }).execute();
  const { id: contactId } = await db.selectFrom('contact').select('id').orderBy('id').executeTakeFirstOrThrow();
  const mails = occasions.map((occasion) => ({ contactId, occasion }));
  await mailQueue.queueMails(db, mailing.accountId, mailing.mailingId, mails);
}

const confirmation = (requestId: number): Occasion => ({ kind: 'confirmation', requestId });

describe.each(databases())('three relays on $kind', ({ open }) => {
  test(`one is killed and one answers 421 in a sendout of ${count}: nobody is skipped, and it ends without an operator`, {
    timeout: deep ? 1_800_000 : 300_000,
  }, async () => {
    const { kysely: db } = await open();
    const [killed, busy, calm] = servers as [ScriptedSmtp, ScriptedSmtp, ScriptedSmtp];
    await administer(db).addRelay({ name: 'killed', address: addressOf(killed), order: 100 });
    await administer(db).addRelay({ name: 'busy', address: addressOf(busy), order: 100 });
    const { accountId, mailingId } = await quickSendout(db, count);
    const troubles = [killed.more(count / 10).then(() => killed.become('refuses'))];
    troubles.push(busy.more(count / 10).then(() => busy.become('busy')));
    const engine = engineWith();
    await runToEnd(db, engine);
    await Promise.all(troubles);
    // Mails that the killed server may have taken wait before they go once more.
    await passTime(db);
    await runToEnd(db, engine);
    await advance(db, accountId, mailingId);
    expect((await findMailing(db, accountId, mailingId))!.state).toBe('done');
    expect(await outcomes({ db }, mailingId)).toEqual({ sent: count });
    const mails = received();
    expect(mails.size).toBe(count);
    // A mail may have been taken by the killed server without an answer, one for each connection to it.
    expect(total(mails) - count).toBeLessThanOrEqual(connections);
    expect(total(received([calm]))).toBeGreaterThan(count / 3);
    const states = await db.selectFrom('relay').select(['name', 'down_reason', 'mails']).orderBy('name').execute();
    expect(states.map(({ name, down_reason }) => [name, down_reason])).toEqual([
      ['busy', expect.stringContaining('421 4.3.2 Too busy')],
      ['default', null],
      ['killed', expect.stringMatching(/ECONNREFUSED|The server closed the connection/)],
    ]);
    expect(states.reduce((sum, relay) => sum + relay.mails, 0)).toBe(count);

    // Both are back, and are tried when their pauses are over.
    await killed.become('calm');
    await busy.become('calm');
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 600_000);
    const before = servers.map((server) => total(received([server])));
    await queue(
      db,
      { accountId, mailingId },
      Array.from({ length: 60 }, (_, at) => confirmation(at + 1)),
    );
    await runToEnd(db, engine);
    for (const [at, server] of servers.entries()) expect(total(received([server]))).toBeGreaterThan(before[at]!);
    const down = await db.selectFrom('relay').select('name').where('down_since', 'is not', null).execute();
    expect(down).toEqual([]);
  });
});

describe.each(usualDatabases())('relays on $kind', ({ open }) => {
  test('take their shares by weight; those for a domain, a mailing or an account take these mails first', async () => {
    const { kysely: db } = await open();
    const [light, heavy, other] = servers as [ScriptedSmtp, ScriptedSmtp, ScriptedSmtp];
    const { accountId, mailingId } = await quickSendout(db, 100);
    const operator = administer(db);
    await operator.setRelay({ name: 'default', order: 300 });
    await operator.addRelay({ name: 'light', address: `${light.url}?maxConnections=100`, weight: 1 });
    await operator.addRelay({ name: 'heavy', address: `${heavy.url}?maxConnections=100`, weight: 2 });
    const engine = engineWith();
    await runToEnd(db, engine);
    expect(total(received([other]))).toBe(0);
    // A third of 100 mails: more than five standard deviations to each side.
    expect(total(received([light]))).toBeGreaterThan(9);
    expect(total(received([light]))).toBeLessThan(57);
    await operator.removeRelay({ name: 'heavy' });
    for (const rule of [{ domains: ['Example.COM'] }, { mailings: [mailingId] }, { accounts: [accountId] }]) {
      const before = total(received([light]));
      // Without the rule, the other one would be first.
      await operator.setRelay({ name: 'light', order: 1000, forAll: true, ...rule });
      const number = total(received());
      await queue(db, { accountId, mailingId }, [confirmation(number), confirmation(number + 1)]);
      await runToEnd(db, engineWith());
      expect(total(received([light])), JSON.stringify(rule)).toBe(before + 2);
    }
    await operator.setRelay({ name: 'light', forAll: true });
    // A mailing wants a relay that would be the last one, unless that is kept for others.
    for (const [accounts, taken] of [
      [[], 2],
      [[await insertAccount(db, { name: 'Other', domain: 'other.example' })], 0],
    ] as const) {
      await operator.setRelay({ name: 'light', order: 1000, accounts: [...accounts] });
      await putProperties(db, accountId, mailingId, [{ key: 'relay', value: 'light' }]);
      const before = total(received([light]));
      const number = total(received());
      await queue(db, { accountId, mailingId }, [confirmation(number), confirmation(number + 1)]);
      await runToEnd(db, engineWith());
      expect(total(received([light]))).toBe(before + taken);
      expect(total(received())).toBe(number + 2);
    }
    await operator.setRelay({ name: 'light', forAll: true });
    await deleteProperty(db, accountId, mailingId, 'relay');
    const others = total(received([other]));
    await queue(db, { accountId, mailingId }, [confirmation(9999)]);
    await runToEnd(db, engineWith());
    expect(total(received([other]))).toBe(others + 1);
  });

  test('that are down hold up no mail that somebody waits for', async () => {
    const { kysely: db } = await open();
    const [dead, noSecret] = servers as [ScriptedSmtp, ScriptedSmtp];
    const sendout = await quickSendout(db, 1);
    await runToEnd(db, engineWith());
    await dead.become('refuses');
    await administer(db).addRelay({ name: 'dead', address: dead.url, order: 1 });
    const address = noSecret.url.replace('//', '//user@');
    await administer(db).addRelay({ name: 'no-secret', address, passwordFile: '/nonexistent/secret', order: 2 });
    await queue(db, sendout, [confirmation(1)]);
    const mailing = await findMailing(db, sendout.accountId, sendout.mailingId);
    await startTestMail(db, mailing!, { email: 'tester@team.example' });
    await runToEnd(db, engineWith());
    expect(total(received([servers[2]!]))).toBe(3);
    const states = await db.selectFrom('recipient').select('state').execute();
    expect(states.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
    const { down_reason } = await db
      .selectFrom('relay')
      .selectAll()
      .where('name', '=', 'no-secret')
      .executeTakeFirstOrThrow();
    expect(down_reason).toBe('password: /nonexistent/secret does not exist');
  });

  test('that are dead hold back nobody whose mails go another way', async () => {
    const { kysely: db } = await open();
    const [own, , dead] = servers as [ScriptedSmtp, ScriptedSmtp, ScriptedSmtp];
    const hindered = await quickSendout(db, 100);
    const other = await quickSendout(db, 100);
    await administer(db).addRelay({ name: 'own', address: addressOf(own), accounts: [other.accountId] });
    await dead.become('refuses');
    // No pause ends on a clock that stands still: nothing of the other account may wait for one.
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now);
    await runToEnd(db, engineWith());
    expect(total(received([own]))).toBe(100);
    expect(await outcomes({ db }, other.mailingId)).toEqual({ sent: 100 });
    const states = await outcomes({ db }, hindered.mailingId);
    // Each connection may have tried one mail before the first failure was known.
    expect(states.pending).toBeGreaterThanOrEqual(100 - connections);
    expect((await findMailing(db, hindered.accountId, hindered.mailingId))!.state).toBe('sending');
    clock.mockRestore();
  });

  test('whose limits are used up leave mails to the next one, and the last of them until later', async () => {
    const { kysely: db } = await open();
    const [first, , last] = servers as [ScriptedSmtp, ScriptedSmtp, ScriptedSmtp];
    const { mailingId } = await quickSendout(db, 100);
    const operator = administer(db);
    await operator.addRelay({ name: 'first', address: first.url, order: 1, perDay: 30 });
    await operator.setRelay({ name: 'default', perDay: 50 });
    await Promise.all([1, 2].map(() => runToEnd(db, engineWith())));
    expect([total(received([first])), total(received([last]))]).toEqual([30, 50]);
    expect(await outcomes({ db }, mailingId)).toEqual({ pending: 20, sent: 80 });
    await operator.setRelay({ name: 'first', noLimits: true });
    await runToEnd(db, engineWith());
    expect([total(received([first])), total(received([last]))]).toEqual([50, 50]);
    expect(await outcomes({ db }, mailingId)).toEqual({ sent: 100 });
  });

  test('that are warmed up take what their plan says, more on the next day, and no more if too many were deferred', async () => {
    const { kysely: db } = await open();
    const { mailingId } = await quickSendout(db, 100);
    const operator = administer(db);
    await operator.setRelay({ name: 'default', warmUp: [10, 20, 40, 80] });
    const nextDay = async (deferred: number) => {
      await db.updateTable('relay').set({ day: '2000-01-01', deferred_on_day: deferred }).execute();
      for (const { id } of await db.selectFrom('account').select('id').execute()) await wakePostponed(db, id);
      await runToEnd(db, engineWith());
      const [{ warmUp }] = (await operator.listRelays({})) as [RelayListing];
      return [total(received()), warmUp];
    };
    await Promise.all([1, 2].map(() => runToEnd(db, engineWith())));
    expect(total(received())).toBe(10);
    expect(await nextDay(0)).toEqual([30, { day: 2, days: 4, perDay: 20, sent: 20, slowedShare: null }]);
    expect(await nextDay(2)).toEqual([50, { day: 2, days: 4, perDay: 20, sent: 20, slowedShare: expect.closeTo(0.1) }]);
    expect(await nextDay(0)).toEqual([90, { day: 3, days: 4, perDay: 40, sent: 40, slowedShare: null }]);
    await operator.setRelay({ name: 'default', warmUp: [] });
    await runToEnd(db, engineWith());
    expect(await outcomes({ db }, mailingId)).toEqual({ sent: 100 });
  });

  test('keep mails out of the outbox that they may take, also while they are down', async () => {
    const { kysely: db } = await open();
    const [down] = servers as [ScriptedSmtp];
    const sendout = await quickSendout(db, 1);
    const kept: string[] = [];
    const outbox: MailTransport = {
      connections,
      isLocal: true,
      send: async ({ envelope }) => void kept.push(envelope.to),
      close: async () => {},
    };
    await runToEnd(db, engineWith(outbox));
    expect(kept).toHaveLength(1);
    await down.become('refuses');
    await administer(db).addRelay({ name: 'down', address: down.url, order: 1000 });
    await queue(db, sendout, [confirmation(1)]);
    const running = runToEnd(db, engineWith(outbox));
    await down.become('calm');
    await running;
    expect(kept).toHaveLength(1);
    expect(total(received([down]))).toBe(1);
  });

  test('are refused by what operators say', async () => {
    const { kysely: db } = await open();
    await startedSendout(db, 1);
    const operator = administer(db);
    const address = 'smtp://user@relay.example.com';
    await operator.addRelay({ name: 'a', address, passwordEnv: 'MAILWRIGHT_RELAY_A', domains: ['Müller.example'] });
    for (const [settings, message] of [
      [{ name: 'a', address, passwordEnv: 'MAILWRIGHT_RELAY_A' }, 'there is already a relay "a"'],
      [{ name: 'a b', address }, '"a b" is not a name'],
      [{ name: 'b', address: 'relay.example.com' }, '"relay.example.com" is not an address'],
      [{ name: 'b', address: 'smtp://user:secret@relay.example.com' }, 'must not contain a password'],
      [{ name: 'b', address }, 'give the password with --password-file or --password-env'],
      [{ name: 'b', address, passwordFile: 'secret' }, '"secret" must be an absolute path'],
      [{ name: 'b', address, passwordEnv: 'DATABASE_URL' }, 'begins with MAILWRIGHT_RELAY_'],
      [{ name: 'b', address, passwordFile: '/a', passwordEnv: 'MAILWRIGHT_RELAY_A' }, 'only one of'],
      [{ name: 'b', address: 'smtp://relay.example.com', passwordFile: '/a' }, 'needs a user name'],
      [{ name: 'b', address: 'smtp://relay.example.com', accounts: [99] }, 'there is no account 99'],
      [{ name: 'b', address: 'smtp://relay.example.com', mailings: [99] }, 'there is no mailing 99'],
      [{ name: 'b', address: 'smtp://relay.example.com', domains: ['a b'] }, '"a b" is not a domain'],
    ] as const)
      await expect(operator.addRelay(settings as never), message).rejects.toThrow(message);
    await expect(operator.setRelay({ name: 'c' })).rejects.toThrow('there is no relay "c"; there are default, a');
    await expect(operator.setRelay({ name: 'default', dkim: false })).rejects.toThrow(
      'only the order, the weight, the limits and the warm-up',
    );
    await expect(operator.removeRelay({ name: 'default' })).rejects.toThrow('the one of --smtp');
    await operator.setRelay({ name: 'a', tls: 'optional', perMinute: 6 });
    expect((await operator.listRelays({}))[1]).toMatchObject({
      name: 'a',
      address,
      password: 'env:MAILWRIGHT_RELAY_A',
      tls: 'optional',
      dkim: true,
      order: 200,
      domains: ['xn--mller-kva.example'],
      perMinute: 6,
      down: null,
    });
  });

  test('are tried by an operator', async () => {
    const { kysely: db } = await open();
    await startedSendout(db, 1);
    const [calm, dead] = servers as [ScriptedSmtp, ScriptedSmtp];
    const operator = administer(db);
    await operator.addRelay({ name: 'calm', address: calm.url });
    const port = Number(new URL(calm.url).port);
    const offer = { host: '127.0.0.1', port, isEncrypted: false, isSignedIn: false, extensions: [] };
    expect(await operator.testRelay({ name: 'calm' })).toEqual(offer);
    await operator.setRelay({ name: 'calm', tls: 'required' });
    await expect(operator.testRelay({ name: 'calm' })).rejects.toThrow();
    await dead.become('refuses');
    await operator.addRelay({ name: 'dead', address: dead.url });
    await expect(operator.testRelay({ name: 'dead' })).rejects.toThrow('ECONNREFUSED');
    await expect(operator.testRelay({ name: 'default' })).rejects.toThrow('--smtp');
  });
});
