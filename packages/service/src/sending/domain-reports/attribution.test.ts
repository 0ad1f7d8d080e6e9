import { expect, test } from 'vitest';
import { attributeMails, policyFor } from './attribution.ts';

const own = new Set(['shop.example', 'news.shop.example', 'mail.other.example']);

test.each<[policyDomain: string, from: string | undefined, wanted: string | undefined]>([
  ['shop.example', 'shop.example', 'shop.example'],
  ['shop.example', 'news.shop.example', 'news.shop.example'],
  ['shop.example', 'unknown.shop.example', 'shop.example'],
  ['shop.example', undefined, 'shop.example'],
  ['other.example', 'mail.other.example', 'mail.other.example'],
  ['other.example', 'other.example', undefined],
  ['other.example', undefined, undefined],
  ['shop.example', 'bank.example', undefined],
  ['shop.example', 'workshop.example', undefined],
  ['bank.example', 'bank.example', undefined],
])('by the record of %s, mails from %s count for %s', (policyDomain, from, wanted) => {
  expect(attributeMails(own, policyDomain, from)).toBe(wanted);
});

test.each([
  ['shop.example', 'none', 'reject', 'none'],
  ['news.shop.example', 'none', 'reject', 'reject'],
  ['news.shop.example', 'none', undefined, 'none'],
] as const)('the policy of %s with p=%s and sp=%s is %s', (domain, policy, subdomainPolicy, wanted) => {
  expect(policyFor(domain, { domain: 'shop.example', policy, subdomainPolicy })).toBe(wanted);
});
