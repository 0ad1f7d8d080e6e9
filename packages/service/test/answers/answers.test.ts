import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/account/store.ts';
import type { MailServer } from '../../src/platform/mail-server/mail-server.ts';
import { receiveFromMailbox } from '../../src/sending/bounces/receive.ts';
import { answerMailboxOf, messageIdOf, returnPathOf } from '../../src/sending/mail/identity.ts';
import type { MailKey } from '../../src/tracking/index.ts';
import { openBouncePort } from '../support/bounce-port.ts';
import { notification } from '../support/bounce-report.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const bounceDomain = 'bounces.example.org';
const team = 'team@shop.example';
/** What another process does takes its time on a busy machine. */
const patient = { timeout: 60_000 };
const html = '<p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a>';

describe.each(usualDatabases())('answers to mails on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let receiver: MailServer;
  let mailing: number;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url, {}, { bounceDomain });
    receiver = await openBouncePort(service);
    mailing = await service.client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
  });
  afterAll(async () => {
    await receiver?.close();
    await service?.close();
    await smtp?.close();
  });

  const settings = (answers: Partial<{ forward_to: string; unsubscribe: 'ask' | 'act'; all_mailings: boolean }>) =>
    service.client.account
      .update({ body: { answers: { forward_to: team, unsubscribe: 'ask', all_mailings: true, ...answers } } })
      .orThrow();
  beforeEach(() => settings({}));
  const account = () => findAccount(service.db, service.accountId);
  let contacts = 0;
  /** A mail that was sent to a new contact. */
  async function sent(email = `reader${++contacts}@example.org`): Promise<MailKey & { email: string }> {
    const body = { standard_fields: { FIRSTNAME: 'Ada' } };
    const contentType = 'application/vnd.service.api+json' as const;
    const contact = await service.client.contacts.createByEmail({ email, permission: 2, body, contentType }).orThrow();
    const of = { account_id: service.accountId, mailing_id: mailing, contact_id: contact };
    const row = { ...of, state: 'sent' as const };
    const { id } = await service.db.insertInto('recipient').values(row).returning('id').executeTakeFirstOrThrow();
    return { mailingId: mailing, contactId: contact, recipientId: id, email };
  }
  const addressFor = async (mail: MailKey) => answerMailboxOf(await account(), mail, bounceDomain);
  let messages = 0;
  const answer = (text: string, fields: Record<string, string> = {}) =>
    `${Object.entries({
      From: 'Ada <ada@example.org>',
      Subject: 'Re: Spring',
      'Message-ID': `<${++messages}@example.org>`,
      'Content-Type': 'text/plain; charset=utf-8',
      ...fields,
    })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n${text}\r\n`;
  const deliver = async (to: string | string[], raw: string) => {
    const transport = createTransport({ host: '127.0.0.1', port: receiver.port, tls: { rejectUnauthorized: false } });
    try {
      await transport.sendMail({ envelope: { from: '', to }, raw });
    } finally {
      transport.close();
    }
  };
  const answersOf = async ({ contactId }: MailKey) =>
    (await service.client.reports.listAnswers({ ids: [contactId] }).orThrow()).items;
  const isSubscribed = async ({ contactId }: MailKey) =>
    (await service.client.reportCounts.unsubscriptions({ ids: [contactId] }).orThrow()) === 0;
  const toTeam = (text: string) =>
    smtp.mails.filter(({ to, email }) => to.includes(team) && email.text?.includes(text));
  /** The mail to the team that has a text. */
  const forwarded = async (text: string) => {
    service.wakeWorker();
    await expect.poll(() => toTeam(text).length, patient).toBe(1);
    return toTeam(text)[0]!;
  };

  test('mails of a sendout have an address for answers, and what is written there reaches a person', async () => {
    const email = 'first@example.org';
    await service.client.contacts.createByEmail({ email, permission: 2, body: {} }).orThrow();
    const id = await createSendout(service, html);
    await service.client.mailings.sendNow({ mailingid: id }).orThrow();
    const mail = await smtp.mailTo(email);
    const address = mail.email.replyTo![0]!.address!;
    expect(address).toMatch(/^a\+.*@bounces\.example\.org$/);
    await deliver(address, answer('Which sizes are there?', { From: `Eve <${email}>` }));
    const [item] = (await service.client.reports.listAnswers({ mailing_id: [id] }).orThrow()).items;
    expect(item).toMatchObject({ contact: { email }, kind: 'human', forwarded: true });
    const { from, replyTo, subject, headers } = (await forwarded('Which sizes are there?')).email;
    expect(from).toMatchObject({
      name: expect.stringMatching(/^Eve via /),
      address: expect.stringMatching(/^no-reply@/),
    });
    expect(replyTo).toMatchObject([{ address: email }]);
    expect(subject).toBe('Re: Spring');
    expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('an answer is forwarded with its attachments, and nothing of it is left in the database', async () => {
    const mail = await sent();
    const parts = [
      'Look at my shoes',
      '--b',
      'Content-Type: image/png; name="a.png"',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--b--',
    ];
    const body = ['--b', 'Content-Type: text/plain', '', ...parts].join('\r\n');
    await deliver(await addressFor(mail), answer(body, { 'Content-Type': 'multipart/mixed; boundary=b' }));
    const { email } = await forwarded('Look at my shoes');
    expect(email.attachments).toMatchObject([{ filename: 'a.png', mimeType: 'image/png' }]);
    expect(email.replyTo).toMatchObject([{ name: 'Ada', address: mail.email }]);
    expect(email.from!.name).toMatch(/^Ada \(ada@example\.org\) via /);
    const left = () => service.db.selectFrom('transactional_content').select('id').execute();
    await expect.poll(left, patient).toEqual([]);
  });

  test.each<[string, Record<string, string>, string, string]>([
    ['out_of_office', { 'Auto-Submitted': 'auto-replied' }, 'Ich bin im Urlaub.', 'Automatische Antwort'],
    ['automatic', { 'Auto-Submitted': 'auto-generated' }, 'We got your request.', '[#1]'],
    ['challenge', { 'Auto-Submitted': 'auto-replied' }, 'Click to verify your address.', 'Confirm your mail'],
  ])('of %s only the kind is kept, also if it comes to the return path', async (kind, fields, text, Subject) => {
    const mail = await sent();
    const raw = () => answer(text, { ...fields, Subject });
    await deliver(await addressFor(mail), raw());
    await deliver(returnPathOf(await account(), mail, bounceDomain), raw());
    const wanted = { kind, forwarded: false, contact: { id: mail.contactId }, mailing_id: mailing };
    expect(await answersOf(mail)).toMatchObject([wanted, wanted]);
    expect(await service.client.reportCounts.answers({ ids: [mail.contactId], kind: ['human'] }).orThrow()).toBe(0);
    expect(await isSubscribed(mail)).toBe(true);
  });

  test('a request to unsubscribe asks a person, or is done, as the account says', async () => {
    const [asking, leaving] = [await sent(), await sent()];
    await deliver(await addressFor(asking), answer('Bitte abmelden, Frau A'));
    expect(await answersOf(asking)).toMatchObject([{ kind: 'unsubscribe', forwarded: true }]);
    expect((await forwarded('Bitte abmelden, Frau A')).email.subject).toBe('[unsubscribe] Re: Spring');
    expect(await isSubscribed(asking)).toBe(true);
    await settings({ unsubscribe: 'act' });
    await deliver(await addressFor(leaving), answer('Merci de me désabonner, B'));
    expect(await answersOf(leaving)).toMatchObject([{ kind: 'unsubscribe', forwarded: false }]);
    const { items } = await service.client.reports.listUnsubscriptions({ ids: [leaving.contactId] }).orThrow();
    expect(items).toMatchObject([{ source: 'reply', mailing_id: mailing }]);
  });

  test('an answer counts once for each mail, however often it comes', async () => {
    const [one, other] = [await sent(), await sent()];
    const raw = answer('Twice, and to two');
    const addresses = [await addressFor(one), await addressFor(other)];
    await deliver(addresses, raw);
    await deliver(addresses, raw);
    expect([(await answersOf(one)).length, (await answersOf(other)).length]).toEqual([1, 1]);
    service.wakeWorker();
    await expect.poll(() => toTeam('Twice, and to two').length, patient).toBe(2);
  });

  test('nobody gets their own answer', async () => {
    const own = await sent(team);
    await deliver(await addressFor(own), answer('I write to myself'));
    expect(await answersOf(own)).toMatchObject([{ kind: 'human', forwarded: false }]);
    const mail = await sent();
    await deliver(await addressFor(mail), answer('The team answers', { From: `Team <${team.toUpperCase()}>` }));
    expect(await answersOf(mail)).toMatchObject([{ forwarded: false }]);
  });

  test.each<[string, () => Promise<[to: string, raw: string]>, RegExp]>([
    [
      'forged',
      async () => [
        (await addressFor(await sent())).replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0')),
        answer('x'),
      ],
      /550/,
    ],
    ['of another use', async () => [(await addressFor(await sent())).replace('a+', 'b+'), answer('x')], /550/],
    [
      'of a mail that was never sent',
      async () => {
        const mail = { mailingId: mailing, contactId: (await sent()).contactId, recipientId: 999_999 };
        return [await addressFor(mail), answer('x')];
      },
      /554/,
    ],
    [
      'with our own mark',
      async () => [await addressFor(await sent()), answer('x', { 'X-Mailwright-Answer': '1.2' })],
      /554/,
    ],
    [
      'in a circle of servers',
      async () => [await addressFor(await sent()), 'Received: from a\r\n'.repeat(60) + answer('x')],
      /554/,
    ],
    [
      'of nested parts',
      async () => [
        await addressFor(await sent()),
        Array.from({ length: 40 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(
          '',
        ),
      ],
      /554/,
    ],
    ['of 3 MB', async () => [await addressFor(await sent()), answer('a\r\n'.repeat(1_000_000))], /552/],
  ])('an answer %s is refused', async (_, make, wanted) => {
    const before = await service.client.reportCounts.answers({}).orThrow();
    const [to, raw] = await make();
    await expect(deliver(to, raw)).rejects.toThrow(wanted);
    expect(await service.client.reportCounts.answers({}).orThrow()).toBe(before);
  });

  test('an erased contact answers nothing', async () => {
    const mail = await sent();
    await service.client.contacts.delete({ id: mail.contactId }).orThrow();
    await expect(deliver(await addressFor(mail), answer('x'))).rejects.toThrow(/55\d/);
  });

  test('without a person who reads them, there is no address', async () => {
    const mail = await sent();
    const to = await addressFor(mail);
    await settings({ forward_to: '' });
    await expect(deliver(to, answer('Hello?'))).rejects.toThrow(/550/);
    await deliver(returnPathOf(await account(), mail, bounceDomain), answer('Hello?'));
    expect(await answersOf(mail)).toEqual([]);
    expect((await service.client.account.getInfo().orThrow()).answers).toBeUndefined();
  });

  test('after 20 answers of a contact in a day, others may come later', async () => {
    const mail = await sent();
    const to = await addressFor(mail);
    const path = returnPathOf(await account(), mail, bounceDomain);
    for (let n = 0; n < 20; n++) await deliver(n % 2 ? to : path, answer(`Number ${n}`, { Subject: 'Out of office' }));
    await expect(deliver(path, answer('One more'))).rejects.toThrow(/450/);
    expect(await answersOf(mail)).toHaveLength(20);
  });

  test('a bounce that comes to an address for answers is one', async () => {
    const mail = await sent();
    await deliver(await addressFor(mail), notification('to-the-answers'));
    expect(await service.client.reportCounts.bounces({ ids: [mail.contactId] }).orThrow()).toBe(1);
    expect(await answersOf(mail)).toEqual([]);
  });

  test('answers are events of mails', async () => {
    const mail = await sent();
    await deliver(await addressFor(mail), answer('An event'));
    const { events } = await service.client.reports.listEvents({ type: ['answered'], ids: [mail.contactId] }).orThrow();
    expect(events).toMatchObject([
      { type: 'answered', answer: 'human', mailing_id: mailing, contact: { id: mail.contactId } },
    ]);
  });

  describe('in a mailbox', () => {
    const take = async (raw: string) => receiveFromMailbox(service.db, Buffer.from(raw), async () => Buffer.from(raw));
    const idOf = async (mail: MailKey) => messageIdOf(await account(), mail);

    test.each(['In-Reply-To', 'References'])('one counts by %s, and is taken', async (field) => {
      const mail = await sent();
      expect(await take(answer('From a mailbox', { [field]: `<x@y.example> ${await idOf(mail)}` }))).toBe(true);
      expect(await answersOf(mail)).toMatchObject([{ kind: 'human', forwarded: true }]);
    });

    test('one counts by its address', async () => {
      const mail = await sent();
      expect(await take(answer('From a mailbox', { To: await addressFor(mail) }))).toBe(true);
      expect(await answersOf(mail)).toHaveLength(1);
    });

    test.each<[string, (id: string) => string]>([
      ['that only quotes a Message-ID', (id) => answer(`Look: ${id}`)],
      [
        'with a forged one',
        (id) => answer('x', { 'In-Reply-To': id.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0')) }),
      ],
      ['with a part of one', (id) => answer('x', { 'In-Reply-To': id.slice(0, 12) })],
      ['without one', () => answer('x')],
      ['with our own mark', (id) => answer('x', { 'In-Reply-To': id, 'X-Mailwright-Answer': '1.2' })],
      ['that is too long', (id) => answer('a\r\n'.repeat(800_000), { 'In-Reply-To': id })],
    ])('a mail %s stays for a person', async (_, make) => {
      const mail = await sent();
      expect(await take(make(await idOf(mail)))).toBe(false);
      expect(await answersOf(mail)).toEqual([]);
    });

    test('answers stay if the account takes none', async () => {
      const mail = await sent();
      await settings({ forward_to: '' });
      expect(await take(answer('x', { 'In-Reply-To': await idOf(mail) }))).toBe(false);
    });
  });

  test.each([
    ['ada', 'answers.forward_to "ada" is not an email address'],
    ['x@y', 'answers.forward_to "x@y" is not an email address'],
  ])('answers cannot go to %s', async (forward_to, words) => {
    await expect(settings({ forward_to })).rejects.toThrow(words);
  });

  test('answers cannot go to an address of the service', async () => {
    const forward_to = await addressFor(await sent());
    await expect(settings({ forward_to })).rejects.toThrow('answers.forward_to must be the address of a person');
  });
});
