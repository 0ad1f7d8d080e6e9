import { expect, test } from 'vitest';
import { faultOf, needsOf } from '../../platform/mail/message-gate.ts';
import { attachable } from './attached-message.ts';
import { composeBody } from './body.ts';

const attached = (contentType: string, text: string) => {
  const { contentType: type, content } = attachable({
    filename: 'a.eml',
    contentType,
    content: Buffer.from(text, 'latin1'),
  });
  return [type, content.toString('latin1')];
};

test('a mail keeps its type, and its lines end in CRLF, so that no dot ends what it stands in', () => {
  expect(attached('message/rfc822', 'Subject: x\n\nhi\n.\r\nMAIL FROM:<a@b.example>\rend')).toEqual([
    'message/rfc822',
    'Subject: x\r\n\r\nhi\r\n.\r\nMAIL FROM:<a@b.example>\r\nend',
  ]);
  expect(attached('Message/RFC822; name=x', 'a\nb')[0]).toBe('Message/RFC822; name=x');
});

test.each([
  ['octets above 127', 'message/rfc822', 'caf\xe9\n'],
  ['a line that is too long', 'message/rfc822', 'x'.repeat(999)],
  ['a NUL', 'message/rfc822', 'a\0b'],
  ['another kind of message', 'message/delivery-status', 'a\nb'],
  ['a multipart', 'multipart/signed; boundary=x', '--x\n'],
])('with %s it is a file of octets, unchanged', (_, type, text) => {
  expect(attached(type, text)).toEqual(['application/octet-stream', text]);
});

test('whatever is encoded anyway stays as it is', () => {
  expect(attached('text/plain', 'a\nb\xe9')).toEqual(['text/plain', 'a\nb\xe9']);
});

test.each([
  ['message/rfc822', 'Subject: x\n\nhi\n.\r\nMAIL FROM:<ceo@victim.example>\r\nRCPT TO:<b@victim.example>\r\nDATA\r\n'],
  ['message/rfc822', `Subject: ${'x'.repeat(3000)}\n\n\xfc`],
  ['message/partial', 'a\rb'],
  ['multipart/mixed', '--a\n\n--a--\n'],
  ['text/calendar; method=REQUEST', 'BEGIN:VCALENDAR\nEND:VCALENDAR\n'],
])('a body with an attached %s can go over SMTP', async (contentType, text) => {
  const content = Buffer.from(text, 'latin1');
  const attachments = [{ filename: 'a', contentType, content }];
  const { around } = await composeBody({ html: false, text: true, attachments });
  const template = { literals: ['Hello'], substitutions: [] };
  const body = Buffer.from(around({ text: template, html: template }).literals.join(''));
  expect(faultOf(body)).toBeUndefined();
  expect(needsOf(body).eightBit).toBe(false);
});
