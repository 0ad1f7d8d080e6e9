import { expect, test } from 'vitest';
import { readOwnDataLink, writeOwnDataLink } from './link.ts';

const secret = new Uint8Array(32).fill(7);
const other = new Uint8Array(32).fill(8);
const owner = { accountId: 3, contactId: 42, emailFolded: 'ada@example.com' };
const link = writeOwnDataLink(owner, 'en', secret, 1000);
const day = 24 * 3600;

test.each([
  ['at once', link, 1000, 'ada@example.com', secret, true],
  ['after a day', link, 1000 + day, 'ada@example.com', secret, true],
  ['later', link, 1001 + day, 'ada@example.com', secret, undefined],
  ['before it was written', link, 999, 'ada@example.com', secret, undefined],
  ['for another address', link, 1000, 'eve@example.com', secret, false],
  ['with another secret', link, 1000, 'ada@example.com', other, false],
  ['of another contact', link.replace('-42-', '-43-'), 1000, 'ada@example.com', secret, false],
  ['of another time', link.replace('-1000-', '-1001-'), 1001, 'ada@example.com', secret, false],
  ['cut off', link.slice(0, -1), 1000, 'ada@example.com', secret, undefined],
])('a link %s', (_what, text, now, email, key, wanted) => {
  expect(readOwnDataLink(text, now)?.isFor(email, key)).toBe(wanted);
});
