import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import { type Exim, startExim, withoutExim } from '../support/exim.ts';

if (withoutExim) console.log(`No Exim takes our mails: ${withoutExim}.`);

describe.skipIf(withoutExim)(`an Exim${withoutExim ? ` (left out: ${withoutExim})` : ''}`, () => {
  let exim: Exim;
  const authorities = getCACertificates();
  beforeAll(async () => {
    exim = await startExim();
    setDefaultCACertificates([...authorities, exim.cert]);
  });
  afterAll(async () => {
    setDefaultCACertificates(authorities);
    await exim?.close();
  });

  const send = async (to: string, url = exim.url, body = 'Hi\r\n') => {
    const transport = smtpTransport(url);
    const envelope = { from: 'news@example.com', to };
    const head = `From: news@example.com\r\nTo: ${to}\r\nSubject: Hi\r\n`;
    const refusal = await transport.send({
      accountId: 1,
      contactId: 1,
      messageId: '<1@example.com>',
      envelope,
      head,
      body,
    });
    await transport.close();
    return refusal;
  };
  /** Lines of the log about mails that were taken. */
  const arrivals = () =>
    exim
      .log()
      .split('\n')
      .filter((line) => line.includes(' <= '));

  test('it takes mails over TLS from those who sign in', async () => {
    expect(await send('ada@example.org')).toBeUndefined();
    expect(arrivals().at(-1)).toMatch(/P=esmtpsa X=TLS\S+ .*A=plain:sender/);
  });

  test('addresses beyond ASCII are announced', async () => {
    expect(await send('zoë@example.org')).toBeUndefined();
    expect(arrivals().at(-1)).toMatch(/P=utf8esmtpsa/);
  });

  test('lines of one dot, and long messages, come as they are', async () => {
    const before = arrivals().length;
    expect(await send('ada@example.org', exim.url, `.\r\n..\r\n${'x'.repeat(70)}\r\n`.repeat(5000))).toBeUndefined();
    expect(arrivals()).toHaveLength(before + 1);
  });

  test.each([
    ['gone', { permanent: true, code: 550, message: expect.stringContaining('5.1.1 No such user') }],
    ['later', { permanent: false, code: 451, message: expect.stringContaining('4.3.0 Try again later') }],
  ])('%s@ is refused by its reply', async (name, refusal) => {
    expect(await send(`${name}@example.org`)).toMatchObject(refusal);
  });

  test('a wrong password is no fault of the recipient', async () => {
    const refusal = await send('ada@example.org', exim.url.replace('secret', 'wrong'));
    expect(refusal).toMatchObject({ permanent: false, code: 535 });
  });
});
