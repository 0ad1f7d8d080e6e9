import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { composeBody } from '../../src/sending/mail/body.ts';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import { readMessage } from '../../src/transactional/submission/read-message.ts';
import { type Postfix, startPostfix, withoutPostfix } from '../support/postfix.ts';
import { randomOf } from '../support/random.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { oddMail } from './odd-mails.ts';

const count = deep ? 500 : 40;
const seed = Number(process.env.MAILWRIGHT_SEED ?? 1);
if (withoutPostfix) console.log(`No strict Postfix judges odd mails on the wire: ${withoutPostfix}.`);

/** It refuses what could be taken for the end of a mail, and commands that come too early. */
const strict = [
  'smtpd_forbid_bare_newline=reject',
  'smtpd_forbid_bare_newline_exclusions=',
  'smtpd_forbid_unauth_pipelining=yes',
  'local_header_rewrite_clients=',
];

const smuggled = '.\r\nMAIL FROM:<ceo@victim.example>\r\nRCPT TO:<b@victim.example>\r\nDATA\r\n';
/** Attached files that have been sent as they were. */
const attached: [type: string, text: string][] = [
  ['message/rfc822', `Subject: x\n\nhello\n${smuggled}`],
  ['message/rfc822', `Subject: x\r\n\r\nhello\r${smuggled}`],
  ['message/rfc822', `Subject: ${'x'.repeat(3000)}\n\n\xfc`],
  ['text/calendar; method=REQUEST', `BEGIN:VCALENDAR\n${smuggled}`],
  ['application/octet-stream', `\n${smuggled}`],
];

describe.skipIf(withoutPostfix)(`a strict Postfix${withoutPostfix ? ` (left out: ${withoutPostfix})` : ''}`, () => {
  let sink: SmtpSink;
  let postfix: Postfix;
  beforeAll(async () => {
    sink = await startSmtpSink();
    postfix = await startPostfix(Number(new URL(sink.url).port), `postconf -e ${strict.join(' ')}`);
  });
  afterAll(async () => {
    await postfix?.close();
    await sink?.close();
  });

  /** Sends a mail over the SMTP client of the service; the same octets must arrive, once. */
  async function expectPassed(to: string, head: string, body: string): Promise<void> {
    const transport = smtpTransport(postfix.url);
    const mail = { accountId: 1, contactId: 1, messageId: '<1@example.com>', head, body };
    const refusal = await transport.send({ ...mail, envelope: { from: 'news@example.com', to } });
    await transport.close();
    expect(refusal, to).toBeUndefined();
    const { raw } = await sink.mailTo(to);
    const arrived = raw.subarray(raw.indexOf('\r\n\r\n') + 4).toString('latin1');
    const wanted = Buffer.from(body).toString('latin1');
    expect(arrived.replace(/(?:\r\n)+$/, ''), to).toBe(wanted.replace(/(?:\r\n)+$/, ''));
  }

  test('it refuses mails with bare line feeds', async () => {
    const socket = connect(Number(new URL(postfix.url).port), '127.0.0.1');
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const steps = [
      'EHLO a.example',
      'MAIL FROM:<a@example.com>',
      'RCPT TO:<b@example.org>',
      'DATA',
      'a: b\r\n\r\nc\nd\r\n.',
    ];
    await once(socket, 'data');
    for (const step of steps) {
      socket.write(`${step}\r\n`);
      await once(socket, 'data');
    }
    socket.destroy();
    expect(said).toMatch(/^550 5\.5\.2 .*bare <LF>/m);
  });

  test.each(attached)('it takes a mail with an attached %s', async (contentType, text) => {
    const attachments = [{ filename: 'a.eml', contentType, content: Buffer.from(text, 'latin1') }];
    const { headers, around } = await composeBody({ html: false, text: true, attachments });
    const template = { literals: ['Hello\r\n.\r\n..\r\nFrom here'], substitutions: [] };
    const body = around({ text: template, html: template }).literals.join('');
    const to = `attached${attached.findIndex((each) => each[1] === text)}@example.org`;
    await expectPassed(to, `From: news@example.com\r\nTo: ${to}\r\nSubject: x\r\n${headers}`, body);
  });

  test(`it takes ${count} odd mails that are passed on, each once and as it was made`, async () => {
    let sent = 0;
    for (let at = 0; at < count; at++) {
      const read = await readMessage(oddMail(randomOf(seed * 1_000_000 + at)).octets);
      if ('refusal' in read) continue;
      await expectPassed(`seed${at}@example.org`, read.message.head, read.message.body);
      sent++;
    }
    expect(sent).toBeGreaterThan(count / 2);
    expect(sink.mails).toHaveLength(sent + attached.length);
  });
});
