import { describe, expect, test } from 'vitest';
import { isAligned } from './alignment.ts';
import { findDmarcPolicy, organizationalDomain } from './policy.ts';

/** Records by domain, without `_dmarc.`; `?`: the DNS does not respond. */
type Zone = Record<string, string | string[]>;

function dns(zone: Zone) {
  const asked: string[] = [];
  const texts = async (name: string) => {
    asked.push(name.replace(/^_dmarc\./, ''));
    const found = zone[name.replace(/^_dmarc\./, '')] ?? [];
    return found === '?' ? undefined : [found].flat().map((tags) => (tags.includes('v=') ? tags : `v=DMARC1; ${tags}`));
  };
  return { texts, asked };
}

const found = (domain: string, policy: string | undefined) => ({ state: 'found', domain, policy });

describe('policies (RFC 9989, section 4.10)', () => {
  test.each<[string, string, Zone, object]>([
    ['its own', 'shop.example', { 'shop.example': 'p=reject; sp=none' }, found('shop.example', 'reject')],
    ['of the organization', 'news.shop.example', { 'shop.example': 'p=reject' }, found('shop.example', 'reject')],
    ['of names below', 'news.shop.example', { 'shop.example': 'p=reject; sp=none' }, found('shop.example', 'none')],
    ['that is tried', 'shop.example', { 'shop.example': 'p=reject; t=y' }, found('shop.example', 'quarantine')],
    [
      'tried, of names below',
      'a.shop.example',
      { 'shop.example': 'p=none; sp=quarantine; t=y' },
      found('shop.example', 'none'),
    ],
    // The highest record is that of the organization, not the next one.
    [
      'of the highest',
      'a.b.shop.example',
      { 'b.shop.example': 'p=none', 'shop.example': 'p=reject' },
      found('shop.example', 'reject'),
    ],
    [
      'of a part of its own',
      'a.b.shop.example',
      { 'b.shop.example': 'p=none; psd=n', 'shop.example': 'p=reject' },
      found('b.shop.example', 'none'),
    ],
    [
      'below a registry',
      'a.shop.city.example',
      { 'shop.city.example': 'p=none', 'city.example': 'p=reject; psd=y' },
      found('shop.city.example', 'none'),
    ],
    [
      'of the registry',
      'shop.city.example',
      { 'city.example': 'p=reject; psd=y; sp=quarantine' },
      found('city.example', 'quarantine'),
    ],
    ['of a registry itself', 'city.example', { 'city.example': 'p=reject; psd=y' }, found('city.example', 'reject')],
    ['of a top level', 'shop.bank', { bank: 'p=reject; psd=y' }, found('bank', 'reject')],
    ['without one', 'shop.example', { 'shop.example': 'fo=1' }, found('shop.example', undefined)],
    ['reports only', 'shop.example', { 'shop.example': 'rua=mailto:d@shop.example' }, found('shop.example', 'none')],
    [
      'two records',
      'shop.example',
      { 'shop.example': ['p=none', 'p=reject'] },
      { state: 'missing', several: 'shop.example' },
    ],
    [
      'two here, one above',
      'a.shop.example',
      { 'a.shop.example': ['p=none', 'p=none'], 'shop.example': 'p=reject' },
      found('shop.example', 'reject'),
    ],
    ['others only', 'shop.example', { 'shop.example': ['v=spf1 -all'] }, { state: 'missing', several: undefined }],
    ['no answer', 'a.shop.example', { 'shop.example': '?' }, { state: 'silent' }],
  ])('%s: %s', async (_, domain, zone, wanted) => {
    expect(await findDmarcPolicy(dns(zone).texts, domain, true)).toMatchObject(wanted);
  });

  test('names that are not there have a policy of their own', async () => {
    const policy = async (tags: string) =>
      findDmarcPolicy(dns({ 'shop.example': tags }).texts, 'x.shop.example', false);
    expect(await policy('p=none; sp=quarantine; np=reject')).toMatchObject({ policy: 'reject' });
    expect(await policy('p=none; sp=quarantine')).toMatchObject({ policy: 'quarantine' });
    expect(await policy('p=none')).toMatchObject({ policy: 'none' });
  });

  test('a long name costs eight questions', async () => {
    const { texts, asked } = dns({});
    await findDmarcPolicy(texts, 'a.b.c.d.e.f.g.h.i.j.shop.example', true);
    expect(asked).toEqual([
      'a.b.c.d.e.f.g.h.i.j.shop.example',
      'f.g.h.i.j.shop.example',
      'g.h.i.j.shop.example',
      'h.i.j.shop.example',
      'i.j.shop.example',
      'j.shop.example',
      'shop.example',
      'example',
    ]);
  });
});

describe('alignment (RFC 9989, section 4.4)', () => {
  const zone = {
    'shop.example': 'p=none',
    'own.shop.example': 'p=none; psd=n',
    'city.example': 'p=none; psd=y',
  };
  test.each<[string, string, 'r' | 's', boolean]>([
    ['shop.example', 'shop.example', 's', true],
    ['mail.shop.example', 'shop.example', 's', false],
    ['mail.shop.example', 'shop.example', 'r', true],
    ['mail.shop.example', 'news.shop.example', 'r', true],
    ['shop.example', 'own.shop.example', 'r', false],
    ['a.city.example', 'b.city.example', 'r', false],
    ['x.a.city.example', 'a.city.example', 'r', true],
    ['shop.example', 'other.example', 'r', false],
  ])('%s for %s (%s): %s', async (proven, from, mode, wanted) => {
    expect(await isAligned(dns(zone).texts, proven, from, mode)).toBe(wanted);
  });

  test('a DNS that does not respond says nothing', async () => {
    expect(await isAligned(dns({ example: '?' }).texts, 'a.example', 'b.example', 'r')).toBeUndefined();
  });

  test('a domain without a record stands for itself', async () => {
    expect(await organizationalDomain(dns({}).texts, 'a.shop.example')).toBe('a.shop.example');
  });
});
