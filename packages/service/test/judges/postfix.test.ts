import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usedDirectory } from '../support/data-directory.ts';
import { freePort } from '../support/free-port.ts';
import { readGuide } from '../support/guide.ts';
import { type Postfix, startPostfix, withoutPostfix } from '../support/postfix.ts';
import { startService } from '../support/process.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { trusting } from '../support/trust.ts';

if (withoutPostfix) console.log(`No Postfix between the service and its recipients: ${withoutPostfix}.`);

const key = 'key-behind-postfix-1';
const bounceDomain = 'bounce.example.com';
/** What the servers of recipients answer Postfix with. */
const refused = {
  'gone@example.org': '550 5.1.1 No such user',
  'full@example.org': '552 5.2.2 Mailbox full',
  'later@example.org': '451 4.3.0 Try again later',
};
const taken = ['ada@example.org', 'bob@example.org', 'zoë@example.org'];

describe.skipIf(withoutPostfix)(`behind a Postfix${withoutPostfix ? ` (left out: ${withoutPostfix})` : ''}`, () => {
  let sink: SmtpSink;
  let postfix: Postfix;
  let service: Awaited<ReturnType<typeof startService>>;
  let client: ReturnType<typeof createClient>;
  let mailing: number;
  beforeAll(async () => {
    sink = await startSmtpSink();
    for (const [address, reply] of Object.entries(refused)) sink.refused.set(address, reply);
    const bouncePort = await freePort();
    const [commands] = readGuide('relays-and-bounces').blocksOf('console');
    const [setUp] = /^postconf .*$/m.exec(commands!)!;
    postfix = await startPostfix(Number(new URL(sink.url).port), setUp.replace('2525', String(bouncePort)));
    const dataDir = await usedDirectory();
    const bounces = ['--bounce-domain', bounceDomain, '--bounce-port', String(bouncePort)];
    service = await startService(dataDir, ['--key', key, '--smtp', postfix.url, ...bounces]);
    const fetch = trusting(join(dataDir, 'tls', 'certificate.pem'));
    client = createClient({ baseUrl: service.baseUrl, apiKey: key, fetch });
    const body = [...Object.keys(refused), ...taken].map((email) => ({ email }));
    await client.contacts.synchronize({ body, permission: 5 }).orThrow();
    const { items } = await client.targetGroups.list({ page_index: 1, page_size: 10 }).orThrow();
    mailing = await createSendout({
      client,
      groupId: async () => items.find(({ type }) => type === 'regular')!.id!,
    });
    await client.mailings.sendNow({ mailingid: mailing }).orThrow();
    await reached({ client }, mailing, 'done', 60_000);
  });
  afterAll(async () => {
    service?.child.kill('SIGTERM');
    await service?.ended;
    await postfix?.close();
    await sink?.close();
  });

  const bounces = async () => {
    const { items } = await client.reports.listBounces({ mailing_id: [mailing] }).orThrow();
    return Object.fromEntries(
      items.map(({ contact, type, status_code, source }) => [contact!.email, [type, status_code, source]]),
    );
  };

  test('it relays each mail once, beyond ASCII too', async () => {
    for (const address of taken) {
      const { from, email } = await sink.mailTo(address);
      expect(from).toMatch(new RegExp(`^[^@]+@${bounceDomain.replaceAll('.', '\\.')}$`));
      expect(email.headers.filter(({ key: name }) => name === 'received')).toHaveLength(1);
    }
    const copies = sink.mails.filter(({ to }) => to.some((address) => taken.includes(address)));
    expect(copies).toHaveLength(taken.length);
  });

  test('its notifications become bounces: who is gone or full, and who could not be reached for too long', async () => {
    const wanted = {
      'gone@example.org': ['permanent', '5.1.1', 'mta-listener'],
      'full@example.org': ['permanent', '5.2.2', 'mta-listener'],
      'later@example.org': ['transient', '4.3.0', 'mta-listener'],
    };
    await vi.waitFor(async () => expect(await bounces()).toEqual(wanted), { interval: 200 });
    // The notice of delay came first, in the same form, and is no bounce.
    const notices = postfix.log().match(/sender delay notification/g);
    const returned = postfix.log().match(/sender non-delivery notification/g);
    expect([notices?.length, returned?.length]).toEqual([1, 3]);
    expect(await client.reportCounts.bounces({ mailing_id: [mailing] }).orThrow()).toBe(3);
  });

  test('a mail to the address of List-Unsubscribe unsubscribes', async () => {
    const { email } = await sink.mailTo('bob@example.org');
    const header = email.headers.find(({ key: name }) => name === 'list-unsubscribe')!.value;
    const [, to] = /<mailto:([^>?]+)/.exec(header)!;
    const transport = createTransport(postfix.url);
    await transport.sendMail({ from: 'bob@example.org', to: to!, subject: 'unsubscribe', text: '' });
    transport.close();
    const unsubscriptions = async () => {
      const { items } = await client.reports.listUnsubscriptions({ mailing_id: [mailing] }).orThrow();
      return items.map(({ contact, source }) => [contact!.email, source]);
    };
    await vi.waitFor(async () => expect(await unsubscriptions()).toEqual([['bob@example.org', 'reply']]), {
      timeout: 30_000,
      interval: 200,
    });
  });
});
