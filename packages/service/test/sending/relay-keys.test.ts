import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mailSources } from '../../src/app/mail-sources.ts';
import { silentDns } from '../../src/platform/network/dns.ts';
import { DeliveryEngine } from '../../src/sending/deliveries/engine.ts';
import { createDkimKey, followDkimKeys } from '../../src/sending/dkim/keys.ts';
import { relaying } from '../../src/sending/index.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { freshDirectory } from '../support/process.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { runToEnd, startedSendout } from './harness.ts';

const own = 'relay._domainkey.example.com';
const foreign = 'r1._domainkey.provider.example';

describe.each(usualDatabases())('the DKIM key of a relay on $kind', ({ open }) => {
  /** A sendout to two contacts through one relay, and keys of two domains. */
  async function setUp() {
    const { kysely: db } = await open();
    const directory = join(freshDirectory(), 'keys');
    const records = new Map<string, string>();
    for (const [selector, domain] of [
      ['a', 'example.com'],
      ['relay', 'example.com'],
      ['r1', 'provider.example'],
    ] as const) {
      const { name, value } = createDkimKey(directory, { domain, selector, type: 'ed25519' });
      records.set(name, value);
    }
    const sink = await startSmtpSink();
    const keys = followDkimKeys(directory, () => {});
    const relays = relaying.openRelays(keys);
    onTestFinished(() => Promise.all([relays.close(), sink.close()]).then(() => {}));
    const operator = administer(db, { dkim: { keys, dns: silentDns } });
    await startedSendout(db, 2);
    const send = async () => {
      const transport = relaying.relayTo(sink.url, { keys }).transport;
      onTestFinished(() => transport.close());
      const environment = { transport, openRelay: relays.open, publicUrl: 'https://x.example' };
      await runToEnd(db, new DeliveryEngine(environment, mailSources(environment)));
    };
    const signers = async (to: string) => {
      const { results } = await dkimVerify((await sink.mailTo(to)).raw, {
        resolver: async (name) => [[records.get(name)!]],
      });
      return results
        .map(({ selector, signingDomain, status }) => `${selector} ${signingDomain} ${status.result}`)
        .sort();
    };
    return { db, operator, sink, send, signers };
  }

  test.each([
    ['of the sender signs alone', own, ['relay example.com pass']],
    [
      'of another domain signs beside those of the sender',
      foreign,
      ['a example.com pass', 'r1 provider.example pass', 'relay example.com pass'],
    ],
    ['that is not named: all of the sender sign', undefined, ['a example.com pass', 'relay example.com pass']],
  ])('%s', async (_, dkimKey, wanted) => {
    const { operator, sink, send, signers } = await setUp();
    await operator.addRelay({ name: 'signing', address: sink.url, order: 10, dkimKey });
    await send();
    expect(await signers('p1@example.com')).toEqual(wanted);
  });

  test('that is not there is refused with the names of the others, and one that vanishes stops the relay', async () => {
    const { db, operator, sink, send } = await setUp();
    const relay = { name: 'signing', address: sink.url, order: 10 };
    await expect(operator.addRelay({ ...relay, dkimKey: 'x._domainkey.example.com' })).rejects.toThrow(
      /there is no DKIM key "x\._domainkey\.example\.com"; there are .*relay\._domainkey\.example\.com/,
    );
    await expect(administer(db).addRelay({ ...relay, dkimKey: own })).rejects.toThrow(
      'start the service with --dkim-keys',
    );
    await expect(operator.addRelay({ ...relay, dkim: false, dkimKey: own })).rejects.toThrow('does not sign');
    await operator.addRelay({ ...relay, dkimKey: own });
    await db
      .updateTable('relay')
      .set({ dkim_key: 'gone._domainkey.example.com' })
      .where('name', '=', 'signing')
      .execute();
    await send();
    // The mails went over the relay of the process, and the reason is stored.
    expect((await sink.mailTo('p1@example.com')).raw.toString()).toContain('DKIM-Signature');
    const listed = await operator.listRelays({});
    expect(listed.find(({ name }) => name === 'signing')).toMatchObject({
      mails: 0,
      down: { reason: expect.stringContaining('gone._domainkey.example.com') },
    });
    await operator.setRelay({ name: 'signing', dkim: true });
    expect((await operator.listRelays({})).find(({ name }) => name === 'signing')).toMatchObject({ dkimKey: null });
  });
});
