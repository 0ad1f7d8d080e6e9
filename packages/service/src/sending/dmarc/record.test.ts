import { describe, expect, test } from 'vitest';
import { readDmarcRecord } from './record.ts';

describe('DMARC records (RFC 9989, section 4.7)', () => {
  test.each<[string, object | undefined]>([
    [
      'v=DMARC1; p=reject',
      { p: 'reject', sp: undefined, np: undefined, psd: 'u', isTest: false, adkim: 'r', aspf: 'r' },
    ],
    ['V = DMARC1 ;p = Quarantine;;', { p: 'quarantine' }],
    ['v=DMARC1;p=none;adkim=s;aspf=S;t=y;psd=n', { p: 'none', adkim: 's', aspf: 's', isTest: true, psd: 'n' }],
    ['v=DMARC1; p=none; sp=reject; np=quarantine', { p: 'none', sp: 'reject', np: 'quarantine' }],
    ['v=DMARC1; p=reject; p=none', { p: 'reject' }],
    // Tags of RFC 7489 that are gone, unknown ones, and what is no tag.
    ['v=DMARC1; p=reject; pct=5; rf=afrf; x=1; =; nonsense', { p: 'reject', isTest: false }],
    // A policy is no longer required: who wants reports has one.
    ['v=DMARC1; rua=mailto:d@shop.example', { p: 'none' }],
    ['v=DMARC1', { p: undefined }],
    ['v=DMARC1; p=non', { p: undefined }],
    ['v=DMARC1; p=non; rua=mailto:d@shop.example', { p: 'none' }],
    ['v=DMARC1; p=reject; sp=all; rua=mailto:d@shop.example', { p: 'none', sp: 'none' }],
    ['v=DMARC1; p=reject; np=all; rua=nobody', { p: undefined }],
    ['v=DMARC1; p=reject; psd=x; adkim=q; t=maybe', { p: 'reject', psd: 'u', adkim: 'r', isTest: false }],
    ['v=dmarc1; p=reject', undefined],
    ['v=DMARC10; p=reject', undefined],
    ['p=reject; v=DMARC1', undefined],
    ['v=spf1 -all', undefined],
    ['', undefined],
  ])('%j', (text, wanted) => {
    const record = readDmarcRecord(text);
    if (wanted === undefined) expect(record).toBeUndefined();
    else expect(record).toMatchObject(wanted);
  });
});
