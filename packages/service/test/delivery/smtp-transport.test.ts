import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const to = 'ada@example.org';
const mail = {
  accountId: 1,
  contactId: 1,
  messageId: '<1@example.com>',
  envelope: { from: 'news@example.com', to },
  head: 'Subject: Hi\r\n',
  body: 'Hi\r\n',
};

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
