import { expect, test } from 'vitest';
import { readMessage } from './read-message.ts';

const read = (head: string[], body = 'Hello') => readMessage(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}\r\n`));
const from = 'From: "Shop" <service@example.com>';

const rows: [what: string, head: string[], wanted: object][] = [
  ['the sender and no subject', [from], { from: { email: 'service@example.com', name: 'Shop' }, subject: '' }],
  ['an encoded subject', [from, 'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?='], { subject: 'Grüße' }],
  [
    'names by address',
    [from, 'To: Ada <ADA@example.org>, b@example.org'],
    { names: new Map([['ada@example.org', 'Ada']]) },
  ],
  ['an address for replies', [from, 'Reply-To: office@example.com'], { replyTo: 'office@example.com' }],
  ['tags of all fields once', [from, 'X-Tag: a, b', 'X-Tag: b,, c'], { tags: ['a', 'b', 'c'] }],
  ['no tags', [from, 'X-Tag:'], { tags: [] }],
  ['a tag of two words', [from, 'X-Tag: two words'], { refusal: expect.stringContaining('X-Tag') }],
  ['no sender', ['Subject: x'], { refusal: expect.stringContaining('From') }],
  ['large headers', [from, `X-Large: ${'x'.repeat(70_000)}`], { refusal: expect.stringContaining('5.6.0') }],
];
test.each(rows)('%s', async (_what, head, wanted) => {
  expect(await read(head)).toMatchObject(wanted);
});
