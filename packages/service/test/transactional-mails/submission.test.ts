import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { findKeyHolder, insertKey } from '../../src/account/keys/store.ts';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import type { MailServer } from '../../src/platform/mail-server/mail-server.ts';
import { startSubmission } from '../../src/transactional/submission/server.ts';
import { usualDatabases } from '../support/database.ts';
import { withoutPython } from '../support/python.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

interface Submission {
  port: number;
  key: string;
  /** File with the certificate of the service. */
  trust: string;
  to: string;
}

/** Programs of others that take a message from their standard input and submit it with STARTTLS and a password. */
const programs: { name: string; command(submission: Submission): string[] }[] = [
  {
    name: 'swaks',
    command: ({ port, key, trust, to }) => [
      ...[
        '/usr/bin/swaks',
        '--server',
        '127.0.0.1',
        '--port',
        String(port),
        '--to',
        to,
        '--from',
        'service@example.com',
      ],
      ...['--tls', '--tls-verify', '--tls-ca-path', trust, '--auth', 'PLAIN', '--auth-user', 'shop'],
      ...['--auth-password', key, '--data', '-', '--hide-all'],
    ],
  },
  {
    name: 'msmtp',
    command: ({ port, key, trust, to }) => [
      ...[
        '/usr/bin/msmtp',
        '--host=localhost',
        `--port=${port}`,
        '--tls=on',
        `--tls-trust-file=${trust}`,
        '--auth=plain',
      ],
      ...['--user=shop', `--passwordeval=echo ${key}`, '--from=service@example.com', to],
    ],
  },
];
const judges = programs.filter(({ command }) => {
  const [program] = command({ port: 0, key: '', trust: '', to: '' });
  if (!existsSync(program!)) console.log(`No ${program}: it submits no mail.`);
  return existsSync(program!);
});

describe.each(usualDatabases())('submission of mails on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  const servers: MailServer[] = [];
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    const { key } = await ownIdentity(join(inject('runDirectory'), 'tls'));
    for (const implicitTls of [false, true]) {
      const options = { host: '127.0.0.1', port: 0, implicitTls, tls: { key, cert: service.cert } };
      const findHolder = (given: string) => findKeyHolder(service.db, given);
      const { wakeWorker } = service;
      const log = (line: string) => service.log.push(line);
      servers.push(await startSubmission(service.db, { ...options, findHolder, wakeWorker, log }));
    }
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
    await service?.close();
    await smtp?.close();
  });

  const mailer = ({ secure = false, pass = service.key, ...more } = {}) =>
    createTransport({
      host: '127.0.0.1',
      port: servers[secure ? 1 : 0]!.port,
      secure,
      tls: { ca: service.cert, servername: 'localhost' },
      auth: { user: 'shop', pass },
      ...more,
    });
  const message = { from: 'Shop <service@example.com>', subject: 'Reset {{ this }}', text: 'Hello [[CONTACT|ID]]' };

  /** Waits until the only mail with a tag, to this address, is found with the story of a delivered one. */
  const storyOf = (tag: string, to: string) =>
    vi.waitFor(async () => {
      const { items } = await service.client.transactionalMails.list({ tag }).orThrow();
      expect(items).toMatchObject([{ to: { email: to }, state: 'delivered' }]);
      const { events } = await service.client.transactionalMails.get({ mailId: items[0]!.id }).orThrow();
      expect(events.map(({ step }) => step)).toEqual(['accepted', 'delivered']);
    });

  test.each([false, true])(
    'a mail of nodemailer is sent, and its story is kept; TLS from the start: %s',
    async (secure) => {
      const to = `nodemailer-${secure}@example.org`;
      const { response } = await mailer({ secure }).sendMail({
        ...message,
        to: `Ada Lovelace <${to}>`,
        html: '<p>Hello <img src="cid:logo"></p>',
        replyTo: 'office@example.com',
        attachments: [{ filename: 'logo.png', content: Buffer.from('logo'), cid: 'logo' }],
        headers: { 'X-Tag': 'reset, nodemailer', 'X-Mailer': 'secret' },
      });
      const { email, raw } = await smtp.mailTo(to);
      expect(email.to).toEqual([{ address: to, name: 'Ada Lovelace' }]);
      expect([email.subject, email.text?.trim()]).toEqual(['Reset {{ this }}', 'Hello [[CONTACT|ID]]']);
      expect(email.attachments.map(({ contentId }) => contentId)).toEqual(['<logo>']);
      expect(raw.toString()).not.toMatch(/X-Mailer|X-Tag|List-/);
      const [, id] = /Queued as (\S+)$/.exec(response)!;
      await vi.waitFor(async () => {
        const mail = await service.client.transactionalMails.get({ mailId: id! }).orThrow();
        expect(mail).toMatchObject({ state: 'delivered', tags: ['reset', 'nodemailer'] });
        expect(mail.events.map(({ step }) => step)).toEqual(['accepted', 'delivered']);
      });
    },
  );

  test.skipIf(withoutPython({}))("a mail of Python's smtplib is sent", async () => {
    const { port } = servers[0]!;
    const script = `
import smtplib, ssl
from email.message import EmailMessage
message = EmailMessage()
message['From'] = 'Zoë <service@example.com>'
message['To'] = 'smtplib@example.org'
message['Subject'] = 'Grüße'
message['X-Tag'] = 'smtplib'
message.set_content('Hällo')
context = ssl.create_default_context(cadata=${JSON.stringify(service.cert)})
context.check_hostname = False
with smtplib.SMTP('127.0.0.1', ${port}) as server:
    server.starttls(context=context)
    server.login('apikey', ${JSON.stringify(service.key)})
    server.send_message(message)
`;
    await promisify(execFile)('/usr/bin/python3', ['-c', script]);
    const { email } = await smtp.mailTo('smtplib@example.org');
    expect([email.from?.name, email.subject, email.text?.trim()]).toEqual(['Zoë', 'Grüße', 'Hällo']);
    await storyOf('smtplib', 'smtplib@example.org');
  });

  test.each(judges)('a mail of $name is sent, and its story is kept', async ({ name, command }) => {
    const directory = mkdtempSync(join(inject('runDirectory'), `${name}-`));
    const trust = join(directory, 'ca.pem');
    writeFileSync(trust, service.cert);
    const to = `${name}@example.org`;
    const [program, ...options] = command({ port: servers[0]!.port, key: service.key, trust, to });
    const running = promisify(execFile)(program!, options);
    running.child.stdin!.end(
      `From: Shop <service@example.com>\nTo: ${to}\nSubject: ${name}\nX-Tag: ${name}\n\nHello\n`,
    );
    await running;
    const { email } = await smtp.mailTo(to);
    expect([email.from?.name, email.subject, email.text?.trim()]).toEqual(['Shop', name, 'Hello']);
    await storyOf(name, to);
  });

  test('each recipient of the envelope gets a mail, and nobody sees the others', async () => {
    await mailer().sendMail({ ...message, to: 'seen@example.org', bcc: ['hidden@example.org'] });
    for (const address of ['seen@example.org', 'hidden@example.org']) {
      const { email } = await smtp.mailTo(address);
      expect(email.to?.map((each) => each.address)).toEqual([address]);
    }
  });

  const to = 'nobody@example.org';
  const refused: [what: string, transport: () => object, message: object, code: number][] = [
    ['no password', () => ({ auth: undefined }), { to }, 530],
    ['a wrong password', () => ({ pass: 'wrong' }), { to }, 535],
    ['no encryption', () => ({ ignoreTLS: true }), { to }, 538],
    ['a recipient that is no address', () => ({}), { envelope: { from: 'a@example.com', to: 'a@b' } }, 553],
    ['a sender that is no address', () => ({}), { to, from: 'service@example' }, 554],
    ['tags that are no words', () => ({}), { to, headers: { 'X-Tag': 'two words' } }, 554],
    ['too many files', () => ({}), { to, attachments: Array.from({ length: 11 }, () => ({ content: 'x' })) }, 554],
    ['a file that is too large', () => ({}), { to, attachments: [{ content: Buffer.alloc(2_200_000) }] }, 554],
    ['a message that is too large', () => ({}), { to, text: 'x'.repeat(17 * 1024 * 1024) }, 552],
  ];
  test.each(refused)('%s is refused', async (_what, transport, more, wanted) => {
    const submit = () =>
      mailer(transport())
        .sendMail({ ...message, ...more })
        .then(() => 250)
        .catch((error: { responseCode?: number }) => error.responseCode ?? error);
    let code = await submit();
    // A busy machine may take longer than the service waits; programs then come again.
    while (code === 451) code = await submit();
    expect(code).toBe(wanted);
  });

  test('a key without the right to write does not send', async () => {
    const pass = generateKey();
    await insertKey(service.db, service.accountId, pass, {
      label: 'reader',
      creator: 'reader',
      rights: ['get'],
      expires_at: null,
    });
    await expect(mailer({ pass }).verify()).rejects.toMatchObject({ responseCode: 535 });
  });

  test('an address with many wrong passwords is sent away', async () => {
    const codes = new Set<number>();
    for (let attempt = 0; attempt < 25; attempt++) {
      await mailer({ pass: `wrong-${attempt}` })
        .verify()
        .catch(({ responseCode }: { responseCode: number }) => codes.add(responseCode));
    }
    expect([...codes]).toEqual([535, 421]);
    await mailer().verify();
  });
});
