import { expect, test } from 'vitest';
import { withProviderField } from './provider-field.ts';
import type { OutgoingMail } from './transport.ts';

const id = '3mv.1.2.3.0123456789abcdef0123';
const head = `Subject: Spring\r\nX-Mailwright-Mail: ${id}\r\n`;

/** Returns the lines that a mail has got on its way to a server. */
async function added(host: string, given = head): Promise<string> {
  let sent = '';
  const transport = {
    connections: 1,
    close: async () => {},
    send: async (mail: OutgoingMail) => {
      sent = mail.head;
      return undefined;
    },
  };
  await withProviderField(transport, `smtp://${host}`).send({ head: given } as OutgoingMail);
  expect(sent.endsWith(given)).toBe(true);
  return sent.slice(0, -given.length);
}

test.each([
  ['smtp.postmarkapp.com:587', `X-PM-Metadata-mailwright: ${id}\r\n`],
  ['user:secret@IN-V3.mailjet.com', `X-MJ-CustomID: ${id}\r\n`],
  ['smtp-relay.brevo.com', `X-Mailin-custom: ${id}\r\n`],
  ['smtp.sparkpostmail.com', `X-MSYS-API: {"metadata":{"mailwright":"${id}"}}\r\n`],
  ['smtp.mailgun.org', ''],
  ['mailjet.com.example.org', ''],
])('a mail to %s gets %j', async (host, wanted) => {
  expect((await added(host)).replace(/:\r\n[ \t]+/g, ': ')).toBe(wanted);
});

test('a mail without our field gets none', async () => {
  expect(await added('smtp-relay.brevo.com', 'Subject: Spring\r\n')).toBe('');
});
