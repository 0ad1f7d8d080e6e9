import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

const size = 1_900_000;
const repeat = (text: string) => text.repeat(size / text.length);
const report =
  'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n';
const daemon = 'From: MAILER-DAEMON@mx.example.net\nSubject: Undelivered mail\n\n';
const nested = Array.from({ length: 20 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join(
  '',
);

test.each<[string, string, string]>([
  ['groups in To', `To: ${repeat('g:')}\r\n\r\n`, 'unreadable'],
  ['headers without a value', repeat('a:\r\n'), 'other'],
  ['a header of many lines', `Subject: ${repeat('a\r\n ')}`, 'other'],
  ['parts nested too deeply', nested, 'unreadable'],
  ['many parts', `Content-Type: multipart/mixed; boundary=b\n\n${repeat('--b\n')}`, 'other'],
  ['statuses and empty lines', report + repeat('Status:\n\n\n'), 'other'],
  ['actions', report + repeat('Action:\n'), 'other'],
  ['dashes', daemon + repeat('-'), 'other'],
  ['dashes behind the beginning of a notification', `${daemon}could not be delivered${repeat('-')}`, 'bounce'],
  ['empty lines behind it', `${daemon}could not be delivered${'\n'.repeat(3000)}`, 'bounce'],
  ['spaces behind it', `${daemon}could not be delivered\n${repeat(' ')}`, 'bounce'],
  ['addresses', `${daemon}could not be delivered to ${repeat('<a@')}`, 'bounce'],
  ['reply codes', `${daemon}could not be delivered ${repeat('550 5.')}`, 'bounce'],
  ['words of a phrase', `${daemon}could not be delivered ${repeat('mailbox account ')}`, 'bounce'],
  ['fields', `${daemon}could not be delivered\n${repeat('Action: x\n y\n')}`, 'other'],
  ['empty lines before the status', `${report}${'\n'.repeat(3000)}Action: failed\nStatus: 5.2.2\n`, 'bounce'],
])('%s', async (_, mail, wanted) => {
  expect((await readMail(Buffer.from(mail))).kind).toBe(wanted);
});
