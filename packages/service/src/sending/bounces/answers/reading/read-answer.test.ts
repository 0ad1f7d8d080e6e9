import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import type { AnswerKind } from '../../../tables.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';

/** Answers, written for this test as programs and persons write them. */

const ada = { From: 'Ada Moreau <ada@example.org>', 'Message-ID': '<1@example.org>', Subject: 'Re: Spring' };
const mail = (fields: Record<string, string>, text: string) =>
  Buffer.from(
    [
      ...Object.entries({ 'Content-Type': 'text/plain; charset=utf-8', ...fields }).map(
        ([name, value]) => `${name}: ${value}`,
      ),
      '',
      text,
    ].join('\r\n'),
  );
const read = async (message: Uint8Array) => {
  const reading = await readAnswer(message);
  if ('fault' in reading) throw new Error(reading.fault);
  return reading;
};

test.each<[AnswerKind, string, Record<string, string>, string]>([
  ['human', 'a letter', ada, 'Thank you! I am out of the office next week, but call me.'],
  ['human', 'a letter about holidays', ada, 'Wir sind im Urlaub. Was kostet der Schuh?'],
  ['human', 'an answer to a mail about vacations', { ...ada, Subject: 'Re: Out of office at last' }, 'Nice trip!'],
  ['human', 'a letter of a person with Auto-Submitted: no', { ...ada, 'Auto-Submitted': 'no' }, 'Hello'],
  ['human', 'a letter that quotes the link to unsubscribe', ada, 'Nice!\n\n> Unsubscribe'],
  ['human', 'nothing', ada, ''],
  ['unsubscribe', 'a request', ada, 'Bitte abmelden.\n\nAm 2.3.31 um 9:00 schrieb Laden:\n> Frühling'],
  ['unsubscribe', 'a request as a subject', { ...ada, Subject: 'unsubscribe' }, ''],
  [
    'out_of_office',
    'a note',
    { ...ada, Subject: 'Automatic reply: Spring', 'Auto-Submitted': 'auto-replied' },
    'Back soon.',
  ],
  ['out_of_office', 'a note without a mark', { ...ada, Subject: 'Out of office: Spring' }, 'Back on Monday.'],
  ['out_of_office', 'one in German', { ...ada, Subject: 'Abwesenheitsnotiz: Frühling' }, 'Ich bin im Urlaub.'],
  ['out_of_office', 'one in French', { ...ada, Subject: 'Réponse automatique : Printemps' }, 'Je suis absente.'],
  ['out_of_office', 'another one', { ...ada, Subject: "Message d'absence" }, 'De retour le 3.'],
  ['out_of_office', 'one in Spanish', { ...ada, Subject: 'Fuera de la oficina' }, 'Vuelvo el lunes.'],
  [
    'out_of_office',
    'one by its words',
    { ...ada, 'Auto-Submitted': 'auto-replied' },
    'Ich bin bis Montag nicht erreichbar.',
  ],
  [
    'out_of_office',
    'one of an old program',
    { ...ada, Precedence: 'bulk', 'X-Mailer': 'vacation 1.2' },
    'I am away until May.',
  ],
  [
    'out_of_office',
    'one to a return path',
    { ...ada, 'Return-Path': '<>' },
    'Estaré de vuelta el lunes. De vacaciones.',
  ],
  [
    'out_of_office',
    'one that says how to unsubscribe',
    { ...ada, 'Auto-Submitted': 'auto-replied' },
    'On vacation. Unsubscribe me',
  ],
  [
    'automatic',
    'a ticket',
    { ...ada, Subject: '[#4711] Received', 'Auto-Submitted': 'auto-generated' },
    'We will reply soon.',
  ],
  [
    'automatic',
    'a receipt',
    {
      ...ada,
      Subject: 'Read: Spring',
      'Content-Type': 'multipart/report; report-type=disposition-notification; boundary=b',
    },
    '--b\r\n\r\nIt was displayed.\r\n--b--',
  ],
  ['automatic', 'a newsletter', { ...ada, 'List-Unsubscribe': '<https://x.example>' }, 'Unsubscribe'],
  ['automatic', 'a mail of a list', { ...ada, 'List-Id': '<x.example>' }, 'Hello'],
  ['automatic', 'a mail of a server', { ...ada, From: 'MAILER-DAEMON@example.org' }, 'Something went wrong.'],
  [
    'challenge',
    'a challenge',
    { ...ada, Subject: 'Confirm your message', 'Auto-Submitted': 'auto-replied' },
    'Click here.',
  ],
  ['challenge', 'one without a mark', { ...ada, Subject: 'Please confirm that you sent this' }, 'Click here.'],
  [
    'challenge',
    'one by its words',
    { ...ada, 'Auto-Submitted': 'auto-generated' },
    'To have your message delivered, click.',
  ],
  ['challenge', 'one in German', { ...ada, Precedence: 'junk' }, 'Bestätigen Sie bitte, dass Sie ein Mensch sind.'],
  ['challenge', 'one in French', { ...ada, 'Auto-Submitted': 'auto-replied' }, 'Cliquez pour vous authentifier.'],
])('%s: %s', async (kind, _, fields, text) => {
  expect((await read(mail(fields, text))).kind).toBe(kind);
});

test.each<[string, Record<string, string>, Buffer | string]>([
  ['base64', { 'Content-Transfer-Encoding': 'base64' }, Buffer.from('Bitte abmelden, schöne Grüße').toString('base64')],
  ['quoted-printable', { 'Content-Transfer-Encoding': 'quoted-printable' }, 'Je voudrais me d=C3=A9sabon=\r\nner'],
  ['Latin-1', { 'Content-Type': 'text/plain; charset=iso-8859-1' }, Buffer.from('Désabonnez-moi', 'latin1')],
  [
    'UTF-16',
    { 'Content-Type': 'text/plain; charset=utf-16le', 'Content-Transfer-Encoding': 'base64' },
    Buffer.from('Baja', 'utf16le').toString('base64'),
  ],
  ['HTML', { 'Content-Type': 'text/html; charset=utf-8' }, '<p>Abbestellen</p><blockquote>Frühling</blockquote>'],
  ['an unknown charset', { 'Content-Type': 'text/plain; charset=x-none' }, 'Unsubscribe'],
  [
    'alternatives',
    { 'Content-Type': 'multipart/alternative; boundary=b' },
    '--b\r\nContent-Type: text/plain\r\n\r\nStop\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>Stop</b>\r\n--b--',
  ],
])('a request in %s', async (_, fields, body) => {
  const message = Buffer.concat([mail({ ...ada, ...fields }, ''), Buffer.from(body)]);
  const { kind, content } = await read(message);
  expect(kind).toBe('unsubscribe');
  const sent = await PostalMime.parse(`${content!.fields}\r\n${content!.body}`);
  const first = await PostalMime.parse(message);
  expect([sent.text, sent.html]).toEqual([first.text, first.html]);
});

test('attachments go on as they came', async () => {
  const photo = Buffer.from([0xff, 0xd8, 0, 10, 13]).toString('base64');
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nLook!\r\n--b\r\nContent-Type: image/jpeg; name="a.jpg"\r\nContent-Transfer-Encoding: base64\r\n\r\n${photo}\r\n--b--`;
  const { content } = await read(mail({ ...ada, 'Content-Type': 'multipart/mixed;\r\n boundary=b' }, body));
  const { text, attachments } = await PostalMime.parse(`${content!.fields}\r\n${content!.body}`);
  expect(text).toBe('Look!\n');
  expect(Buffer.from(attachments[0]!.content as ArrayBuffer).toString('base64')).toBe(photo);
});

test('no other field goes on', async () => {
  const fields = {
    ...ada,
    'Reply-To': 'x@evil.example',
    Bcc: 'y@evil.example',
    'DKIM-Signature': 'v=1',
    Received: 'from a',
  };
  expect((await read(mail(fields, 'Hello'))).content!.fields).toBe(
    'MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n',
  );
});

test('a text without a type gets one', async () => {
  const message = Buffer.from('From: a@b.example\r\n\r\nSchöne Grüße');
  const { content } = await read(message);
  expect((await PostalMime.parse(`${content!.fields}\r\n${content!.body}`)).text).toBe('Schöne Grüße\n');
});

test.each<[string, Buffer | string]>([
  ['a NUL in HTML', mail({ ...ada, 'Content-Type': 'multipart/signed; boundary=b' }, '--b\r\n\r\n\0\r\n--b--')],
  ['two types', 'Content-Type: text/plain\r\nContent-Type: text/html\r\nFrom: a@b.example\r\n\r\nHi'],
  [
    'a line that is too long, in a signed part',
    mail({ ...ada, 'Content-Type': 'multipart/signed; boundary=b' }, `--b\r\n\r\n${'a'.repeat(2000)}\r\n--b--`),
  ],
])('of a mail with %s only the words go on', async (_, message) => {
  expect(await read(Buffer.from(message))).toMatchObject({ content: undefined, words: expect.any(String) });
});

test.each<[string, Buffer]>([
  [
    'nested parts',
    Buffer.from(
      Array.from({ length: 100 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(
        '',
      ),
    ),
  ],
  ['a header of 100 KB', mail({ ...ada, 'X-Long': 'a '.repeat(50_000) }, 'Hi')],
])('%s cannot be read', async (_, message) => {
  expect(await readAnswer(message)).toHaveProperty('fault');
});

test.each<[string, Buffer, Partial<ReadAnswer>]>([
  ['our own field', mail({ ...ada, 'x-mailwright-answer': '7' }, 'Hi'), { isLoop: true }],
  ['51 servers', Buffer.concat([Buffer.from('Received: from a\r\n'.repeat(51)), mail(ada, 'Hi')]), { isLoop: true }],
  ['50 servers', Buffer.concat([Buffer.from('Received: from a\r\n'.repeat(50)), mail(ada, 'Hi')]), { isLoop: false }],
  ['no sender', mail({ Subject: 'x' }, 'Hi'), { from: { name: '', address: '' } }],
  ['two lines as a subject', mail({ ...ada, Subject: '=?utf-8?q?a=0D=0ABcc:_b?=' }, 'Hi'), { subject: 'a Bcc: b' }],
])('a mail with %s', async (_, message, wanted) => {
  expect(await read(message)).toMatchObject(wanted);
});

test('an answer has one fingerprint, however it came', async () => {
  const [first, again, other, bare, bareAgain, bareOther] = await Promise.all(
    [
      mail(ada, 'Hi'),
      mail({ Received: 'from a', ...ada }, 'Hi'),
      mail({ ...ada, 'Message-ID': '<2@example.org>' }, 'Hi'),
      mail({ Subject: 'x' }, 'Hi'),
      mail({ Subject: 'x' }, 'Hi'),
      mail({ Subject: 'x' }, 'Hello'),
    ].map(async (each) => (await read(each)).fingerprint),
  );
  expect(again).toBe(first);
  expect(bareAgain).toBe(bare);
  expect(new Set([first, other, bare, bareOther]).size).toBe(4);
});
