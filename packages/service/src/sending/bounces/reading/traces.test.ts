import { expect, test } from 'vitest';
import { readReturned } from './read-mail.ts';

const mac = '0123456789abcdef0123';
const id = `7.c.21i3v9.${mac}`;
const path = `b+7.c.3mv.21i3v9.${mac}@b.example`;

test.each<[string, string, { addresses?: string[]; mailIds?: string[] }]>([
  ['a return path', `Delivered-To: <${path.toUpperCase()}>\r\n\r\n`, { addresses: [path] }],
  ['an address in the text, which anybody may quote', `\r\n${path}`, {}],
  ['a Message-ID', `\r\nMessage-ID: <${id}@news.example.com>`, { mailIds: [id] }],
  ['the field', `\r\nX-Mailwright-Mail: 3mv.${id}`, { mailIds: [`3mv.${id}`] }],
  ['an answer', `In-Reply-To: <${id}@news.example.com>\r\n\r\nHello`, { mailIds: [id] }],
  [
    'a part that an encoding breaks',
    `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(`Message-ID: <${id}@x.example>`).toString('base64')}`,
    { mailIds: [id] },
  ],
  ['others', `\r\n192.0.2.1.${mac}0 1.2.${mac} v1.2.3.4.5.${mac}`, {}],
])('%s', async (_, mail, { addresses = [], mailIds = [] }) => {
  expect(await readReturned(Buffer.from(mail))).toMatchObject({ addresses, mailIds });
});

test('of many only some are looked up', async () => {
  const many = Array.from({ length: 100 }, (_, n) => `7.c.${n}.${mac}`).join('\n');
  expect((await readReturned(Buffer.from(`\r\n${many}`))).mailIds).toHaveLength(5);
});
