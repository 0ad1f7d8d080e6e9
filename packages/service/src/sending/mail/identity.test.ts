import { expect, test } from 'vitest';
import type { Account } from '../../account/index.ts';
import { mailIdOf, messageIdOf, readMailbox, readMailId, returnPathOf, unsubscribeMailboxOf } from './identity.ts';

const account = { id: 7, domain: 'news.example.com', secret: 'one' } as unknown as Account;
const mail = { mailingId: 12, contactId: 4711, recipientId: 123_456_789 };
const other = { ...account, secret: 'two' } as unknown as Account;

test('an address of a mail tells which mail it was, whatever the case, to its account alone', () => {
  const bounce = returnPathOf(account, mail, 'bounce.example.com');
  expect(bounce).toMatch(/^b\+7\.c\.3mv\.21i3v9\.[0-9a-f]{20}@bounce\.example\.com$/);
  const read = readMailbox(bounce.toUpperCase())!;
  expect(read).toMatchObject({ use: 'bounce', accountId: 7, mail });
  expect([read.isOf(account), read.isOf(other), read.isOf({ ...account, id: 8 })]).toEqual([true, false, false]);
  const unsubscribe = readMailbox(unsubscribeMailboxOf(account, mail, 'x.example'))!;
  expect([unsubscribe.use, unsubscribe.isOf(account)]).toEqual(['unsubscribe', true]);
  expect(readMailbox(bounce.replace('b+', 'u+'))!.isOf(account)).toBe(false);
  expect(readMailbox(bounce.replace('.c.', '.d.'))!.isOf(account)).toBe(false);
});

test.each(['postmaster@x.example', 'b+7.1@x.example', 'b+7.1.2.3.zz@x.example', ''])('%s is none', (address) => {
  expect(readMailbox(address)).toBeUndefined();
});

test('the part before the @ is no longer than 64 characters for numbers below two billion (RFC 5321, section 4.5.3.1.1)', () => {
  const most = 2_000_000_000;
  const long = { mailingId: most, contactId: most, recipientId: most };
  expect(returnPathOf({ ...account, id: most }, long, 'x').indexOf('@')).toBeLessThanOrEqual(64);
});

test('a Message-ID is the same in each attempt, and tells its account alone which mail it is', () => {
  const id = messageIdOf(account, mail);
  expect(messageIdOf(account, mail)).toBe(id);
  expect(id).toMatch(/^<7\.c\.21i3v9\.[0-9a-f]{20}@news\.example\.com>$/);
  const local = id.slice(1, id.indexOf('@'));
  const { contactId, ...key } = mail;
  expect(readMailId(local)).toMatchObject({ accountId: 7, mail: key, contactId: undefined });
  expect(readMailId(mailIdOf(id, contactId))).toMatchObject({ accountId: 7, mail: key, contactId });
  const signers = (text: string) => [account, other, { ...account, id: 8 }].map(readMailId(text)!.isOf);
  expect(signers(local)).toEqual([true, false, false]);
  expect(signers(mailIdOf(id, contactId).toUpperCase())).toEqual([true, false, false]);
  expect(signers(local.replace('.c.', '.d.'))).toEqual([false, false, false]);
});

test.each(['5.1.1', '1.2.3.zz', `${'1.'.repeat(9)}${'0'.repeat(20)}`, ''])('%s is no Message-ID of ours', (text) => {
  expect(readMailId(text)).toBeUndefined();
});
