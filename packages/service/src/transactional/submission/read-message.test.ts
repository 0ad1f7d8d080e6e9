import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { faultOf, needsOf } from '../../platform/mail/message-gate.ts';
import { readMessage, type SubmittedMessage } from './read-message.ts';

const read = (head: string[], body: string | Buffer = 'Hello') =>
  readMessage(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]));
const from = 'From: "Shop" <service@example.com>';

const rows: [what: string, head: string[], wanted: object][] = [
  ['the sender and no subject', [from], { from: { email: 'service@example.com', name: 'Shop' }, subject: '' }],
  ['an encoded subject', [from, 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?='], { subject: 'Grüße' }],
  [
    'names by address',
    [from, 'To: Ada <ADA@example.org>, b@example.org', 'Cc: group: c@example.org;'],
    {
      names: new Map([['ada@example.org', 'Ada']]),
      message: { named: ['ada@example.org', 'b@example.org', 'c@example.org'] },
    },
  ],
  ['another sender', [from, 'Sender: Robot <robot@example.com>'], { sender: 'robot@example.com' }],
  ['tags of all fields once', [from, 'X-Tag: a, b', 'X-Tag: b,, c'], { tags: ['a', 'b', 'c'] }],
  ['no tags', [from, 'X-Tag:'], { tags: [] }],
  ['a tag of two words', [from, 'X-Tag: two words'], { refusal: expect.stringContaining('X-Tag') }],
  ['no sender', ['Subject: x'], { refusal: expect.stringContaining('From') }],
  ['two senders', [from, 'From: ceo@example.net'], { refusal: expect.stringContaining('two header fields From') }],
  [
    'two addresses of senders',
    ['From: service@example.com, ceo@example.net'],
    { refusal: expect.stringContaining('From must have one') },
  ],
  [
    'two addresses in Sender',
    [from, 'Sender: a@example.com, b@example.net'],
    { refusal: expect.stringContaining('Sender must have one') },
  ],
  [
    'two types',
    [from, 'Content-Type: text/plain', 'Content-Type: text/html'],
    { refusal: expect.stringContaining('Content-Type') },
  ],
  ['a line that is no field', [from, 'no field'], { refusal: '5.6.0 "no field" is not a header field' }],
  ['large headers', [from, `X-Large: ${'x'.repeat(70_000)}`], { refusal: expect.stringContaining('5.6.0') }],
];
test.each(rows)('%s', async (_what, head, wanted) => {
  expect(await read(head)).toMatchObject(wanted);
});

const passed = async (head: string[], body?: string | Buffer) => {
  const result = (await read(head, body)) as SubmittedMessage & { refusal?: string };
  if (result.refusal) throw new Error(result.refusal);
  return result.message;
};

const mime = 'MIME-Version: 1.0';
const calendar = [
  '--cal-1',
  'Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes',
  '',
  'Join us ',
  'at noon',
  '--cal-1',
  'Content-Type: text/calendar; method=REQUEST; charset="UTF-8"; name*=utf-8\'\'termin%20%E2%82%AC.ics',
  'Content-Transfer-Encoding: base64',
  '',
  'QkVHSU46VkNBTEVOREFS',
  '--cal-1--',
  'epilogue',
].join('\r\n');
const sealed = [
  '--pgp',
  'Content-Type: application/pgp-encrypted',
  '',
  'Version: 1',
  '--pgp',
  'Content-Type: application/octet-stream; name="encrypted.asc"',
  '',
  '-----BEGIN PGP MESSAGE-----',
  '',
  'hQEMA+/x',
  '-----END PGP MESSAGE-----',
  '--pgp--',
].join('\r\n');
const signed = [
  '--sig',
  'Content-Type: text/plain; charset=us-ascii',
  '',
  'Trailing space ',
  '.',
  'From here',
  '--sig',
  'Content-Type: application/pkcs7-signature; name=smime.p7s',
  'Content-Transfer-Encoding: base64',
  '',
  'MIAGCSqG',
  '--sig--',
].join('\r\n');

test.each([
  ['a request for a meeting', 'multipart/alternative; boundary="cal-1"', calendar],
  ['an encrypted mail', 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=pgp', sealed],
  ['a signed mail', 'multipart/signed; micalg=sha-256; protocol="application/pkcs7-signature"; boundary="sig"', signed],
  ['an enveloped mail', 'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"', 'MIAGCSqGSIb3DQEHA6CA'],
])('%s goes on octet by octet', async (_what, type, body) => {
  const fields = [
    'Subject: =?utf-8?B?VGVybWlu?=\r\n one',
    'To: "A, B" <a@example.org>,\r\n b@example.org',
    'Cc: c@example.org',
  ];
  const thread = [
    'In-Reply-To: <1@example.org>',
    'References: <0@example.org>\r\n <1@example.org>',
    'Reply-To: a@example.com, b@example.com',
  ];
  const kept = [...fields, ...thread, mime, `Content-Type: ${type}`, 'X-Ticket: 7'];
  const message = await passed(
    [from, 'Message-ID: <2@example.com>', 'Bcc: hidden@example.org', 'Return-Path: <x@example.com>', ...kept],
    body,
  );
  expect(message.head).toBe(['From: Shop <service@example.com>', ...kept, ''].join('\r\n'));
  expect(message.body).toBe(`${body}\r\n`);
});

test('the first mail of a thread keeps its former name where later ones look for it', async () => {
  expect((await passed([from, 'Message-ID: <first@example.com>'])).head).toContain(
    'References: <first@example.com>\r\n',
  );
});

test('a name with a space before its colon does not end the header for other readers', async () => {
  expect((await passed([from, 'To : a@example.org', 'X-Odd\t: 1'])).head).toContain(
    'To: a@example.org\r\nX-Odd: 1\r\n',
  );
});

test('the sender is written as it was read', async () => {
  const sender = 'Sender: =?utf-8?Q?B=C3=BCro=2C?= <office@example.com>';
  const { head } = await passed(['From: "ceo@example.net" (x) <service@example.com>', sender]);
  expect(head).toBe(
    'From: "ceo@example.net" <service@example.com>\r\nSender: =?UTF-8?Q?B=C3=BCro=2C?= <office@example.com>\r\n',
  );
});

test('addresses in UTF-8 stay what they are', async () => {
  const { head } = await passed(['From: Jörg <jörg@müller.example>', 'To: 例子@example.org']);
  expect(head).toBe('From: =?UTF-8?Q?J=C3=B6rg?= <jörg@xn--mller-kva.example>\r\nTo: 例子@example.org\r\n');
});

test('a folded line of spaces does not end the header for other readers', async () => {
  const { head } = await passed([from, 'Subject: one', ' \t', ' two', 'X-Next: 1']);
  expect(head.split('\r\n').slice(1)).toEqual([expect.stringMatching(/^Subject: one\s+two$/), 'X-Next: 1', '']);
});

test('two fields for replies become one', async () => {
  const { head } = await passed([from, 'Reply-To: a@example.com', 'Reply-To: "Büro" <b@example.com>']);
  expect((await PostalMime.parse(`${head}\r\n`)).replyTo).toEqual([
    { address: 'a@example.com', name: '' },
    { address: 'b@example.com', name: 'Büro' },
  ]);
});

const inMultipart = (type: string, octets: Buffer) =>
  Buffer.concat([
    Buffer.from(`--m\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`),
    octets,
    Buffer.from('\r\n--m--'),
  ]);
const long = 'Grüße '.repeat(400).trim();

test.each([
  ['an 8-bit text', 'text/plain; charset=utf-8', Buffer.from(long), long],
  ['a text in Latin-1', 'text/plain; charset=iso-8859-1', Buffer.from(long, 'latin1'), long],
  ['a long line', 'text/plain; charset=us-ascii', Buffer.from('x '.repeat(4000).trim()), 'x '.repeat(4000).trim()],
  ['bare line feeds', 'text/plain; charset=utf-8', Buffer.from('é\n.\nMAIL FROM:<x>\rend'), 'é\n.\nMAIL FROM:<x>\nend'],
])('%s goes on encoded, at every depth', async (_what, type, octets, text) => {
  const multipart = [mime, 'Content-Type: multipart/mixed; boundary=m', 'Content-Transfer-Encoding: 8bit'];
  const forwarded = Buffer.concat([
    Buffer.from(`Subject: inner\r\n${multipart.join('\r\n')}\r\n\r\n`),
    inMultipart(type, octets),
  ]);
  for (const [head, body] of [
    [[mime, `Content-Type: ${type}`], octets],
    [multipart, inMultipart(type, octets)],
    [[mime, 'Content-Type: message/rfc822'], forwarded],
  ] as const) {
    const message = await passed([from, ...head], body);
    const whole = Buffer.from(`${message.head}\r\n${message.body}`);
    expect([faultOf(whole), needsOf(whole).eightBit]).toEqual([undefined, false]);
    const email = await PostalMime.parse(whole, { forceRfc822Attachments: false });
    const seen = email.text!.replaceAll('\r\n', '\n').trim();
    // The parser puts the subject of a forwarded mail above it.
    expect(seen.slice(-text.length)).toBe(text);
  }
});

test('a text of a program that names neither type nor encoding is told by its octets', async () => {
  for (const octets of [Buffer.from('Grüße'), Buffer.from('Grüße', 'latin1')]) {
    const { head, body } = await passed([from, 'Subject: Grüße'], octets);
    const email = await PostalMime.parse(`${head}\r\n${body}`);
    expect([email.subject, email.text?.trim()]).toEqual(['Grüße', 'Grüße']);
  }
});

test('a signed part that no server takes is refused with the reason', async () => {
  const head = [from, mime, 'Content-Type: multipart/signed; boundary=sig'];
  expect(await read(head, signed.replace('Trailing', 'x'.repeat(1200)))).toEqual({
    refusal: '5.6.0 The mail has a line of more than 998 octets. Parts that are signed or encrypted are not changed.',
  });
});
