import { expect, test } from 'vitest';
import type { Dns } from '../../platform/network/dns.ts';
import { checkDmarc } from './dmarc.ts';

/** TXT records by name; nothing else is there but the address of `shop.example`. */
const records: Record<string, string[]> = {
  '_dmarc.shop.example': ['v=DMARC1; p=reject; sp=quarantine; np=none'],
  '_dmarc.tried.example': ['v=DMARC1; p=reject; t=y; adkim=s'],
  '_dmarc.reports.example': ['v=DMARC1; rua=mailto:d@reports.example'],
  '_dmarc.faulty.example': ['v=DMARC1; p=non'],
  '_dmarc.two.example': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'],
};
const existing = new Set(['shop.example', 'news.shop.example']);
const dns: Dns = {
  texts: async (name) => records[name] ?? (name.includes('silent') ? undefined : []),
  addresses: async (name) => (existing.has(name) ? ['192.0.2.1'] : []),
  exchanges: async () => [],
  names: async () => [],
};

test.each<[string, string, string[], RegExp[]]>([
  ['shop.example', 'shop.example', ['shop.example'], [/^ok: The policy is reject\.$/]],
  ['shop.example', 'bounce.example', ['shop.example'], [/^ok: The policy is reject\.$/]],
  [
    'news.shop.example',
    'x.example',
    ['shop.example'],
    [/^ok: The policy is quarantine, from _dmarc\.shop\.example\.$/],
  ],
  // No address and no MX record: it does not exist.
  ['gone.shop.example', 'x.example', ['shop.example'], [/^ok: The policy is none, from _dmarc\.shop\.example\.$/]],
  [
    'tried.example',
    'tried.example',
    ['mail.tried.example'],
    [
      /^ok: The policy is quarantine, because reject is tried only \(t=y\)\.$/,
      /^warning: Only the return path at tried\.example is aligned\..*strict alignment/,
    ],
  ],
  [
    'reports.example',
    'bounce.example',
    [],
    [
      /^ok: The policy is none\.$/,
      /^error: No mail is aligned: it is not signed, .* return path is at bounce\.example/,
    ],
  ],
  [
    'reports.example',
    'bounce.example',
    ['other.example'],
    [/^ok: The policy is none\.$/, /^error: No mail is aligned: it is signed by other\.example, /],
  ],
  ['reports.example', 'b.reports.example', [], [/^ok: The policy is none\.$/, /^warning: Only the return path/]],
  [
    'reports.example',
    'silent.example',
    [],
    [/^ok: The policy is none\.$/, /^warning: The DNS server does not respond/],
  ],
  ['faulty.example', 'faulty.example', [], [/^error: _dmarc\.faulty\.example has no policy that can be read/]],
  ['two.example', 'two.example', [], [/^error: _dmarc\.two\.example has several DMARC records/]],
  ['nothing.example', 'nothing.example', [], [/^error: There is no DMARC record/]],
  ['silent.example', 'silent.example', [], [/^warning: The DNS server does not respond/]],
])('DMARC of %s with return paths at %s, signed by %j', async (domain, returnPath, signatures, wanted) => {
  const findings = await checkDmarc(dns, { domain, returnPath, signatures });
  expect(findings.map(({ state, message }) => `${state}: ${message}`)).toEqual(
    wanted.map((pattern) => expect.stringMatching(pattern)),
  );
});
