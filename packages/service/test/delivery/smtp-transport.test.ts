import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileIdentity, ownIdentity } from '../../src/platform/http/certificate.ts';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { mail, scripted, to } from './conversation.ts';

describe('SMTP', () => {
  let sink: SmtpSink;
  let silent: Server;
  beforeAll(async () => {
    sink = await startSmtpSink();
    silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(async () => {
    await sink.close();
    silent.close();
  });

  async function send(url: string) {
    const transport = smtpTransport(url);
    const refusal = await transport.send(mail);
    await transport.close();
    return refusal;
  }

  test('a mail is taken', async () => {
    expect(await send(sink.url)).toBeUndefined();
    expect((await sink.mailTo(to)).email.subject).toBe('Hi');
  });

  test.each([
    [550, true],
    [451, false],
  ])('a recipient is answered with %i: for good %s', async (code, permanent) => {
    sink.replies.set(to, [code]);
    expect(await send(sink.url)).toMatchObject({ permanent, code });
  });

  test.each([
    ['the service may not send there', () => sink.url.replace('smtp://', 'smtp://user:wrong@')],
    ['nobody listens', () => 'smtp://127.0.0.1:1'],
    ['nobody speaks', () => `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}?greetingTimeout=50`],
  ])('%s: not for good', async (_, url) => {
    expect(await send(url())).toMatchObject({ permanent: false, message: expect.stringMatching(/./) });
  });
});

test('a password is not sent to a server without TLS, unless that is allowed', async () => {
  const authentication = { EHLO: '250-hello\r\n250 AUTH PLAIN', AUTH: '235 welcome', STARTTLS: '502 what?' };
  const linesOf = async (insecure: boolean) => {
    const server = await scripted('220 hi', { ...authentication, DATA: '354 go on' });
    const transport = smtpTransport(server.url.replace('smtp://', 'smtp://user:secret@'), { insecure });
    const refusal = await transport.send(mail);
    await transport.close();
    server.close();
    return { refusal, isSigningOn: server.lines.some((line) => line.startsWith('AUTH')) };
  };
  expect(await linesOf(false)).toMatchObject({ refusal: { permanent: false }, isSigningOn: false });
  expect(await linesOf(true)).toMatchObject({ refusal: undefined, isSigningOn: true });
});

describe('one mail on the wire', () => {
  const consents = { EHLO: '250-hello\r\n250 PIPELINING', DATA: '354 go on', '.': '250 taken' };
  const conversation = async (replies: Record<string, string>, change: Partial<typeof mail> = {}, more = '') => {
    const server = await scripted('220 hi', { ...consents, ...replies });
    const transport = smtpTransport(server.url.replace('smtp://', `smtp://${more}`), { insecure: true });
    const refusal = await transport.send({ ...mail, ...change });
    await transport.close();
    server.close();
    return { refusal, lines: server.lines.filter((line) => line !== 'QUIT') };
  };
  const envelope = ['MAIL FROM:<news@example.com>', `RCPT TO:<${to}>`, 'DATA'];
  const message = ['Subject: Hi', '', 'Hi', '.'];
  const whole = ['EHLO news.example.com', ...envelope, ...message];

  test.each<[string, Record<string, string>, Partial<typeof mail>, object | undefined, string[]]>([
    ['is taken', {}, {}, undefined, whole],
    ['is taken by a server without PIPELINING', { EHLO: '250 hello' }, {}, undefined, whole],
    [
      'is taken by a server that knows no extensions',
      { EHLO: '502 what?' },
      {},
      undefined,
      ['EHLO news.example.com', 'HELO news.example.com', ...envelope, ...message],
    ],
    [
      'has dots at the beginning of its lines',
      {},
      { body: '.\r\n..a\r\nb.\r\n' },
      undefined,
      ['EHLO news.example.com', ...envelope, 'Subject: Hi', '', '..', '...a', 'b.', '.'],
    ],
    [
      'has no end of its last line',
      {},
      { body: 'a\r\nb' },
      undefined,
      ['EHLO news.example.com', ...envelope, 'Subject: Hi', '', 'a', 'b', '.'],
    ],
    [
      'has no recipient, and the server wants it nevertheless',
      { RCPT: '550 5.1.1 nobody' },
      {},
      { concerns: 'mail', permanent: true, code: 550, message: '550 5.1.1 nobody' },
      ['EHLO news.example.com', ...envelope, '.', 'RSET'],
    ],
    [
      'has no recipient',
      { RCPT: '450 later', DATA: '503 no recipient' },
      {},
      { concerns: 'mail', permanent: false, code: 450, message: '450 later' },
      ['EHLO news.example.com', ...envelope, 'RSET'],
    ],
    [
      'is lost behind its end',
      { '.': 'hang up' },
      {},
      { concerns: 'server', permanent: false, uncertain: true, message: 'The server closed the connection.' },
      whole,
    ],
    [
      'finds the server closing',
      { MAIL: '421 too many' },
      {},
      { concerns: 'server', permanent: false, code: 421, message: '421 too many' },
      ['EHLO news.example.com', ...envelope, '.'],
    ],
    [
      'is for an address in UTF-8, which the server takes',
      { EHLO: '250-hello\r\n250-SMTPUTF8\r\n250 8BITMIME' },
      { envelope: { from: mail.envelope.from, to: 'zoë@example.org' } },
      undefined,
      [
        'EHLO news.example.com',
        'MAIL FROM:<news@example.com> BODY=8BITMIME SMTPUTF8',
        'RCPT TO:<zoë@example.org>',
        'DATA',
        ...message,
      ],
    ],
    [
      'is for an address in UTF-8, which the server does not take',
      {},
      { envelope: { from: mail.envelope.from, to: 'zoë@example.org' } },
      { concerns: 'mail', permanent: true, code: 553, message: expect.stringContaining('5.6.7') },
      ['EHLO news.example.com'],
    ],
    [
      'has UTF-8 in its header, which the server does not take',
      {},
      { head: 'From: jörg@example.com\r\n' },
      { concerns: 'mail', permanent: true, message: expect.stringContaining('SMTPUTF8') },
      ['EHLO news.example.com'],
    ],
    [
      'has octets above 127, which the server takes',
      { EHLO: '250-hello\r\n250 8BITMIME' },
      { body: 'ü\r\n' },
      undefined,
      [
        'EHLO news.example.com',
        'MAIL FROM:<news@example.com> BODY=8BITMIME',
        `RCPT TO:<${to}>`,
        'DATA',
        'Subject: Hi',
        '',
        'ü',
        '.',
      ],
    ],
    [
      'has octets above 127, which the server does not take',
      {},
      { body: 'ü\r\n' },
      { concerns: 'mail', permanent: true, message: expect.stringContaining('8BITMIME') },
      ['EHLO news.example.com'],
    ],
    [
      'would end before its end for some servers',
      {},
      { body: 'hi\n.\r\nMAIL FROM:<ceo@victim.example>\r\n' },
      { concerns: 'mail', permanent: true, message: expect.stringContaining('not CRLF') },
      [],
    ],
    [
      'is for an address that would add a command',
      {},
      { envelope: { from: mail.envelope.from, to: 'a>\r\nRCPT TO:<b@example.org' } },
      { concerns: 'mail', permanent: true, code: 553, message: expect.stringContaining('5.1.3') },
      [],
    ],
  ])('%s', async (_, replies, change, refusal, lines) => {
    expect(await conversation(replies, change)).toEqual({ refusal, lines });
  });

  test.each([
    ['PLAIN', {}, ['AUTH PLAIN AHVzZXIAcGFzcw==']],
    [
      'LOGIN',
      { AUTH: '334 VXNlcm5hbWU6', 'dXNlcg==': '334 UGFzc3dvcmQ6', 'cGFzcw==': '235 hello' },
      ['AUTH LOGIN', 'dXNlcg==', 'cGFzcw=='],
    ],
    // The example of RFC 2195, section 2.
    [
      'CRAM-MD5',
      {
        AUTH: '334 PDE4OTYuNjk3MTcwOTUyQHBvc3RvZmZpY2UucmVzdG9uLm1jaS5uZXQ+',
        dGltIGI5MTNhNjAyYzdlZGE3YTQ5NWI0ZTZlNzMzNGQzODkw: '235 hello',
      },
      ['AUTH CRAM-MD5', 'dGltIGI5MTNhNjAyYzdlZGE3YTQ5NWI0ZTZlNzMzNGQzODkw'],
    ],
  ])('signs on with %s', async (mechanism, replies, wanted) => {
    const ehlo = `250-hello\r\n250 AUTH ${mechanism}`;
    const user = mechanism === 'CRAM-MD5' ? 'tim:tanstaaftanstaaf@' : 'user:pass@';
    const { refusal, lines } = await conversation({ EHLO: ehlo, AUTH: '235 hello', ...replies }, {}, user);
    expect({ refusal, lines }).toEqual({ refusal: undefined, lines: [whole[0], ...wanted, ...whole.slice(1)] });
  });
});

describe('a server that replies more often than it is asked', () => {
  const consents = { EHLO: '250-hello\r\n250 PIPELINING', DATA: '354 go on', '.': '250 taken' };
  test.each<[string, Record<string, string>]>([
    ['at once behind a message', { '.': '250 taken\r\n250 taken twice' }],
    ['when the next mail begins', { MAIL: '250 late\r\n250 fine' }],
    ['when the next mail begins, without PIPELINING', { EHLO: '250 hello', MAIL: '250 late\r\n250 fine' }],
    ['with an error', { '.': '250 taken\r\n500 what?' }],
  ])('%s: no mail is taken for refused, and none is sent twice', async (_, replies) => {
    // The first mail of a connection is answered in order: what is late belongs to the one before.
    const server = await scripted(
      '220 hi',
      { ...consents, ...replies },
      { ...consents, EHLO: replies.EHLO ?? consents.EHLO },
    );
    const transport = smtpTransport(server.url);
    const refusals = [];
    for (let sent = 0; sent < 10; sent++) refusals.push(await transport.send(mail));
    await transport.close();
    server.close();
    expect(refusals).toEqual(Array(10).fill(undefined));
    expect(server.lines.filter((line) => line === '.')).toHaveLength(10);
  });
});

test('a server that is silent behind a message holds nobody up who stops', async () => {
  const server = await scripted('220 hi', { DATA: '354 go on', '.': '' });
  const transport = smtpTransport(server.url);
  const refusal = transport.send(mail);
  await expect.poll(() => server.lines.at(-1)).toBe('.');
  transport.endWithin(0);
  expect(await refusal).toMatchObject({ concerns: 'server', permanent: false, uncertain: true });
  expect(await transport.send(mail)).toMatchObject({ concerns: 'server', permanent: false });
  server.close();
});

describe('encryption', () => {
  const authorities = getCACertificates('default');
  let identity: FileIdentity;
  beforeAll(async () => {
    identity = await ownIdentity(mkdtempSync(join(tmpdir(), 'mailwright-tls-')));
  });
  afterAll(() => {
    setDefaultCACertificates(authorities);
    rmSync(dirname(identity.certFile), { recursive: true });
  });

  const send = async (secure: boolean, trusted: boolean, { query = '', hideREQUIRETLS = true } = {}) => {
    const { cert, key } = identity;
    const mails: string[] = [];
    const server = new SMTPServer({
      cert,
      key,
      secure,
      authOptional: true,
      hideREQUIRETLS,
      onData: (stream, session, done) => {
        mails.push(`${session.secure ? 'encrypted' : 'plain'}${session.envelope.requireTLS ? ', and onward' : ''}`);
        stream.on('end', done).resume();
      },
    });
    server.on('error', () => {});
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    setDefaultCACertificates(trusted ? [cert] : authorities);
    const { port } = server.server.address() as AddressInfo;
    const transport = smtpTransport(`${secure ? 'smtps' : 'smtp'}://localhost:${port}${query}`);
    const refusal = await transport.send(mail);
    await transport.close();
    await new Promise<void>((resolve) => server.close(resolve));
    return { refusal, mails };
  };

  test.each([
    ['STARTTLS', false],
    ['TLS from the first byte', true],
  ])('%s, if the certificate is known', async (_, secure) => {
    expect(await send(secure, true)).toEqual({ refusal: undefined, mails: ['encrypted'] });
    const { refusal, mails } = await send(secure, false);
    expect(refusal).toMatchObject({
      concerns: 'server',
      message: expect.stringMatching(/certificate.*NODE_EXTRA_CA_CERTS/),
    });
    expect(mails).toEqual([]);
  });

  test.each([
    ['offers that', false, 'encrypted, and onward'],
    ['does not offer it', true, 'encrypted'],
  ])('a server that %s is asked to send on over encrypted connections only', async (_, hideREQUIRETLS, wanted) => {
    for (const secure of [true, false]) {
      const { refusal, mails } = await send(secure, true, { query: '?requireTls=onward', hideREQUIRETLS });
      expect({ refusal, mails }).toEqual({ refusal: undefined, mails: [wanted] });
    }
    expect((await send(true, true, { hideREQUIRETLS: false })).mails).toEqual(['encrypted']);
  });
});
