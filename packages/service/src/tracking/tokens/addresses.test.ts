import { describe, expect, test } from 'vitest';
import type { TrackingStrategy } from '../tables.ts';
import { bearerOf, personalPages, trackedAddresses } from './addresses.ts';
import { readToken } from './read-token.ts';

const rows: [TrackingStrategy, permission: number, known: 'recipientId' | 'alias' | undefined][] = [
  ['none', 5, undefined],
  ['anonymous', 1, 'alias'],
  ['anonymous', 5, 'alias'],
  ['single-recipient', 1, 'recipientId'],
  ['single-recipient', 4, 'recipientId'],
  ['highest-permission', 1, 'alias'],
  ['highest-permission', 4, 'alias'],
  ['highest-permission', 5, 'recipientId'],
  ['highest-permission', 6, 'alias'],
];

describe('bearerOf', () => {
  test.each(rows)('%s, permission %i: %s', (strategy, permission, known) => {
    const bearer = bearerOf(strategy, permission, recipient);
    expect(bearer && Object.keys(bearer)[0]).toBe(known);
  });
});

const recipient = { recipientId: 7, contactId: 8 };

test('addresses are below /c, /o, /u, /v and /p, and no anonymous one holds the recipient', () => {
  const key = { accountId: 1, number: 1, secret: new Uint8Array(32) };
  const maker = { publicUrl: 'https://news.example.org', key, mailingId: 2 };
  const bearer = bearerOf('anonymous', 5, recipient)!;
  const tracked = trackedAddresses(maker, bearer);
  const pages = personalPages(maker, recipient);
  const all = [tracked.link([3], 0), tracked.pixel(), pages.unsubscribe(), pages.online(), pages.profile()];
  const told = all.map((address) => {
    const [, path, token] = /^https:\/\/news\.example\.org\/(.)\/([\w-]+)(?:\.gif)?$/.exec(address)!;
    const { purpose, bearer } = readToken(token!)!.verify(key.secret)!;
    return [path, purpose, bearer];
  });
  expect(told).toEqual([
    ['c', { link: 3 }, bearer],
    ['o', 'pixel', bearer],
    ['u', 'unsubscribe', recipient],
    ['v', 'online', recipient],
    ['p', 'profile', recipient],
  ]);
});
