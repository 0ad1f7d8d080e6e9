import { describe, expect, test } from 'vitest';
import { groupRoutes, pickByWeight } from './candidates.ts';

const free = { rank: 100, account_ids: [] as number[], mailing_ids: [] as number[], domains: [] as string[] };
const relay = (name: string, rules: Partial<typeof free> = {}) => ({ row: { name, ...free, ...rules } });
const mail = { accountId: 1, mailingId: 10, domain: 'Example.com', relay: 'wanted' };

describe('the relays of a mail', () => {
  test.each<[string, ReturnType<typeof relay>[], string[][]]>([
    ['of the same rank share it', [relay('a'), relay('b')], [['a', 'b']]],
    ['are tried by rank', [relay('b', { rank: 200 }), relay('a')], [['a'], ['b']]],
    [
      'for its mailing come before those for its domain, these before those for its account, and these before all others',
      [
        relay('all', { rank: 1 }),
        relay('account', { account_ids: [2, 1] }),
        relay('domain', { domains: ['example.com'] }),
        relay('mailing', { mailing_ids: [10] }),
        relay('account and domain', { account_ids: [1], domains: ['example.com'] }),
      ],
      [['mailing'], ['account and domain'], ['domain'], ['account'], ['all']],
    ],
    [
      'that its mailing wants comes first',
      [relay('mailing', { mailing_ids: [10] }), relay('wanted', { rank: 900 })],
      [['wanted'], ['mailing']],
    ],
    ['that its mailing wants is kept for others', [relay('all'), relay('wanted', { account_ids: [2] })], [['all']]],
    [
      'are not those for others',
      [
        relay('account', { account_ids: [2] }),
        relay('mailing', { mailing_ids: [11] }),
        relay('domain', { domains: ['sub.example.com'] }),
        relay('one of two', { account_ids: [1], domains: ['example.org'] }),
      ],
      [],
    ],
  ])('%s', (_, relays, names) => {
    expect(groupRoutes(relays, mail).map((group) => group.map(({ row }) => row.name))).toEqual(names);
  });

  test('get shares by weight', () => {
    const relays = [
      { name: 'a', weight: 1 },
      { name: 'b', weight: 3 },
    ];
    const picked = [0, 0.2, 0.26, 0.5, 0.99].map((random) => pickByWeight(relays, random)?.name);
    expect(picked).toEqual(['a', 'a', 'b', 'b', 'b']);
    expect(pickByWeight([], 0.5)).toBeUndefined();
  });
});
