import { describe, expect, test } from 'vitest';
import { silentDns } from '../../platform/network/dns.ts';
import { checkBlocklist, readListing } from './blocklists.ts';

test.each<[answer: readonly string[] | undefined, wanted: string]>([
  [undefined, 'silent'],
  [[], 'free'],
  [['127.0.0.2'], 'listed'],
  [['127.0.0.10', '127.0.0.4'], 'listed'],
  [['127.0.1.2'], 'listed'],
  [['127.255.255.254'], 'refused'],
  [['127.255.255.255'], 'refused'],
  [['127.255.255.252', '127.0.0.2'], 'refused'],
  [['127.0.0.1'], 'refused'],
  // A zone that was sold answers everything with its web server.
  [['203.0.113.80'], 'free'],
  [['2001:db8::1'], 'free'],
])('%j: %s', (answer, wanted) => {
  expect(readListing(answer)).toBe(wanted);
});

describe('lists', () => {
  const works = { '2.0.0.127.bl.example': ['127.0.0.2'], 'test.dbl.example': ['127.0.1.2'] };
  const check = async (
    zone: Record<string, readonly string[] | undefined>,
    of: 'addresses' | 'domains',
    ...subjects: string[]
  ) => {
    const dns = {
      ...silentDns,
      addresses: async (name: string) => (name in zone ? zone[name] : []),
      texts: async (name: string) => (name.startsWith('9.') ? ['https://bl.example/why'] : []),
    };
    const list = { zone: of === 'addresses' ? 'bl.example' : 'dbl.example', of };
    return (await checkBlocklist(dns, list, subjects)).map(
      ({ state, subject, message }) => `${state} ${subject} ${message}`,
    );
  };

  test.each<[what: string, Record<string, readonly string[] | undefined>, RegExp]>([
    ['nobody is on it', works, /^ok 192\.0\.2\.9 It is not on bl\.example\.$/],
    [
      'an address is on it',
      { ...works, '9.2.0.192.bl.example': ['127.0.0.4'] },
      /^error 192\.0\.2\.9 It is on bl\.example: https:\/\/bl\.example\/why\. Find/,
    ],
    [
      'it stops answering',
      { ...works, '9.2.0.192.bl.example': ['127.255.255.255'] },
      /^warning 192\.0\.2\.9 .* does not say/,
    ],
    [
      'it does not answer this server',
      { '2.0.0.127.bl.example': ['127.255.255.254'] },
      /^warning bl\.example .* refuse/,
    ],
    ['it is silent', { '2.0.0.127.bl.example': undefined }, /^warning bl\.example .* not respond/],
    ['it is gone', {}, /^warning bl\.example .* may be closed/],
    [
      'it lists everybody',
      { ...works, '1.0.0.127.bl.example': ['127.0.0.2'] },
      /^warning bl\.example .* may be closed/,
    ],
  ])('%s', async (_, zone, wanted) => {
    expect(await check(zone, 'addresses', '192.0.2.9')).toEqual([expect.stringMatching(wanted)]);
  });

  test('domains and IPv6 addresses have names of their own', async () => {
    expect(
      await check({ ...works, 'shop.example.dbl.example': ['127.0.1.2'] }, 'domains', 'shop.example', 'news.example'),
    ).toEqual([
      'error shop.example It is on dbl.example. Find the cause, then ask the list to remove it.',
      'ok news.example It is not on dbl.example.',
    ]);
    const six = `${'0.'.repeat(24)}8.b.d.0.1.0.0.2`.replace(/^0/, '1');
    expect(await check({ ...works, [`${six}.bl.example`]: ['127.0.0.2'] }, 'addresses', '2001:db8::1')).toEqual([
      expect.stringMatching(/^error 2001:db8::1 /),
    ]);
  });
});
