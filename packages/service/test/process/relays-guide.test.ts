import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createClient } from '@mailwright/client';
import { createTransport } from 'nodemailer';
import { SMTPServer } from 'smtp-server';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { notification, quoting } from '../support/bounce-report.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { dovecotPath, type ImapServer, startDovecot } from '../support/dovecot.ts';
import { freePort } from '../support/free-port.ts';
import { readGuide } from '../support/guide.ts';
import { guideShell } from '../support/guide-shell.ts';
import { freshDirectory, runMailwright, startService } from '../support/process.ts';
import { eventKeys, now, requests } from '../support/provider-events.ts';
import { trusting } from '../support/trust.ts';

/** Each set-up of the guide, as it stands: the hosts of others are replaced by servers of this machine. */
const { text: guide } = readGuide('relays-and-bounces');
const setUps = guide.split(/^## /m).flatMap((section) => {
  const [title = ''] = section.split('\n');
  const code = Array.from(section.matchAll(/^```sh\n(.*?)^```/gms), ([, commands]) => commands!).join('');
  const serve = /^npx mailwright serve (.*)$/m.exec(code)?.[1];
  return serve === undefined ? [] : [{ title, serve, others: code.replace(/^npx mailwright serve .*$/m, '') }];
});

const password = 'password-of-the-guide';

interface Submitted {
  user: string | undefined;
  isEncrypted: boolean;
  returnPath: string;
  message: string;
}

/** A server that takes mails for the user of a set-up: with TLS from the first byte on, after STARTTLS, or without. */
async function startProvider(scheme: string, user: string | undefined) {
  const { key, cert } = await ownIdentity(join(inject('runDirectory'), 'tls'));
  const mails: Submitted[] = [];
  const server = new SMTPServer({
    ...{ key, cert, secure: scheme === 'smtps', authOptional: user === undefined },
    disabledCommands: user === undefined ? ['STARTTLS', 'AUTH'] : [],
    onAuth: (auth, _, done) =>
      auth.username === user && auth.password === password
        ? done(null, { user: auth.username })
        : done(new Error(`Wrong user ${auth.username}`)),
    onData(stream, { envelope, secure, user: signedIn }, done) {
      buffer(stream).then((message) => {
        const returnPath = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ user: signedIn, isEncrypted: secure, returnPath, message: message.toString() });
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { mails, port: (server.server.address() as AddressInfo).port };
}

if (dovecotPath === undefined)
  console.log('The mailbox of the guide is not read: the Debian package dovecot-imapd is not installed.');

/** The mailbox of a set-up, `undefined` where there is no Dovecot. */
async function startMailbox(): Promise<ImapServer | undefined> {
  if (dovecotPath === undefined) return undefined;
  // Dovecot's sockets need a short path.
  const directory = mkdtempSync(join(tmpdir(), 'imap-'));
  const tls = { cert: join(directory, 'cert.pem'), key: join(directory, 'key.pem') };
  const identity = await ownIdentity(join(inject('runDirectory'), 'tls'));
  writeFileSync(tls.cert, identity.cert);
  writeFileSync(tls.key, identity.key);
  const imap = await startDovecot(directory, { password, tls });
  onTestFinished(() => imap.close());
  return imap;
}

/** Ways in for bounces, as `doctor` finds them. */
async function findings(data: string): Promise<string[]> {
  const command = ['doctor', '--data', data, '--dns', '127.0.0.1:9', '--time-server', '127.0.0.1:9', '--json'];
  const { stdout } = await runMailwright(command).ended;
  const all = (JSON.parse(stdout) as { findings: Record<'check' | 'subject' | 'state', string>[] }).findings;
  return all.filter(({ check }) => check === 'bounces').map(({ subject, state }) => `${subject} ${state}`);
}

let trust: string;
beforeAll(async () => {
  const { cert } = await ownIdentity(join(inject('runDirectory'), 'tls'));
  trust = join(freshDirectory(), 'provider.pem');
  writeFileSync(trust, cert);
});

test('the guide has a set-up for each provider that its table names', () => {
  const named = Array.from(guide.matchAll(/^\| \[[^\]]+\]\(#([\w-]+)\)/gm), ([, anchor]) => anchor);
  expect(setUps.map(({ title }) => title.toLowerCase().replaceAll(' ', '-'))).toEqual(named);
  expect(named).toHaveLength(6);
});

describe.each(setUps)('$title', ({ title, serve, others }) => {
  const events = /\/bounce-events\/(\w+)/.exec(guide.split(`## ${title}\n`)[1]!.split('\n## ')[0]!)?.[1];

  test('a mail leaves as the commands say, and what comes back reaches it', async () => {
    const room = freshDirectory();
    const secrets = join(room, 'secrets');
    mkdirSync(join(secrets, 'dkim'), { recursive: true });
    writeFileSync(join(secrets, 'smtp-password'), password);
    const [, scheme, user] = /--smtp (smtps?):\/\/(?:([^@\s]+)@)?/.exec(serve)!;
    const provider = await startProvider(scheme!, user && decodeURIComponent(user));
    const bouncePort = await freePort();
    const imap = serve.includes('--bounce-mailbox') ? await startMailbox() : undefined;
    const here = (text: string) =>
      text
        .replaceAll('/etc/mailwright', secrets)
        .replace(/(--smtp smtps?:\/\/(?:[^@\s]+@)?)\S+/, `$1localhost:${provider.port}`)
        .replace(/(--bounce-mailbox imaps:\/\/[^@]+@)[^/]+/, `$1localhost:${imap?.port ?? 9}`)
        .replace('--bounce-port 2525', `--bounce-port ${bouncePort}`)
        // The only key that has two halves.
        .replace('the verification key', eventKeys.sendgrid);
    const data = await usedDirectory();
    const shell = guideShell(room, { MAILWRIGHT_DATA: data });
    const [before, after] = here(others).split(/^(?=npx )/m);
    await shell(before!);
    const service = await startService(data, here(serve).split(' '), { NODE_EXTRA_CA_CERTS: trust });
    onTestFinished(async () => {
      service.child.kill();
      await service.ended;
    });
    if (after) await shell(after);

    const fetch = trusting(join(data, 'tls/certificate.pem'));
    const client = createClient({ baseUrl: service.baseUrl, apiKey: service.key, fetch });
    const body = {
      to: [{ email: 'gone@example.org' }],
      from: { email: 'news@example.com' },
      subject: 'Spring',
      text: 'Hello',
    };
    const [receipt] = await client.transactionalMails.send({ body }).orThrow();
    const state = async () => (await client.transactionalMails.get({ mailId: receipt!.id }).orThrow()).state;
    await expect.poll(state).toBe('delivered');
    const [mail] = provider.mails;
    expect([mail!.user, mail!.isEncrypted]).toEqual([user && decodeURIComponent(user), user !== undefined]);

    const id = /^Message-ID: *(?:\r?\n )?(<[^>]+>)/im.exec(mail!.message)![1]!;
    if (events !== undefined) {
      const key = JSON.parse(readFileSync(join(secrets, 'bounce-events.json'), 'utf8'))[events];
      const request = requests[events]!('bounce', id, now(), ['sendgrid', 'ses'].includes(events) ? undefined : key);
      const address = `${new URL(service.baseUrl).origin}/bounce-events/${events}`;
      const { status } = await fetch(address, { method: 'POST', ...request });
      // The certificate of SNS is on the Internet only, so that another topic's message has to do.
      if (events === 'ses') {
        expect(status).toBe(403);
        return expect(await findings(data)).toEqual(['ses warning']);
      }
      expect(status).toBe(204);
    } else if (serve.includes('--bounce-port')) {
      const envelope = { from: '', to: mail!.returnPath };
      await createTransport({ host: '127.0.0.1', port: bouncePort, ignoreTLS: true }).sendMail({
        envelope,
        raw: notification('n-1'),
      });
    }
    imap?.put('From: ada@example.org\r\nSubject: Thank you\r\n\r\nFor the mail.');
    imap?.put(quoting(notification('n-1'), `Message-ID: ${id}`));
    const hasNoWay = serve.includes('--bounce-mailbox') && imap === undefined;
    if (!hasNoWay) await expect.poll(state).toBe('bounced');
    // Answers of people stay.
    if (imap) await expect.poll(() => imap.count()).toBe(1);
    if (events !== undefined) expect(await findings(data)).toEqual([`${events} ok`]);
  });
});
