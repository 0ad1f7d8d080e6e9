import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dkimRecord } from '../dkim/keys.ts';
import { domainRecords } from './domain-records.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key = { domain: 'shop.example', selector: 's1', privateKey };
const { name, value } = dkimRecord(key);
const other = dkimRecord({ ...key, privateKey: generateKeyPairSync('ed25519').privateKey }).value;

/** What is said of each record of `news.shop.example`. */
async function judge(zone: Record<string, string[]>, returnPath?: string) {
  const nothing = async () => [];
  const dns = {
    texts: async (asked: string) => zone[asked] ?? [],
    exchanges: nothing,
    addresses: nothing,
    names: nothing,
  };
  const records = await domainRecords('news.shop.example', { keys: () => [key], dns, returnPath });
  return Object.fromEntries(
    records.map(({ purpose, name, type, value, ...verdict }) => [`${purpose} ${name}`, verdict]),
  );
}

const spf = 'spf news.shop.example';
const dmarc = 'dmarc _dmarc.news.shop.example';

describe('the DNS records of a domain of senders', () => {
  test.each<[string, string[], object]>([
    [name, [], { [`dkim ${name}`]: { found: false } }],
    [name, [value], { [`dkim ${name}`]: { found: true } }],
    [name, [other], { [`dkim ${name}`]: { found: false, problem: 'other_key' } }],
    ['news.shop.example', [], { [spf]: { found: false } }],
    ['news.shop.example', ['v=spf1 -all', 'x'], { [spf]: { found: true } }],
    ['news.shop.example', ['v=spf10 -all'], { [spf]: { found: false } }],
    ['news.shop.example', ['v=spf1 -all', 'v=spf1 ~all'], { [spf]: { found: false, problem: 'several_records' } }],
    ['news.shop.example', ['v=spf1 mx all'], { [spf]: { found: false, problem: 'allows_everybody' } }],
    ['_dmarc.news.shop.example', [], { [dmarc]: { found: false } }],
    ['_dmarc.news.shop.example', ['v=DMARC1; p=none'], { [dmarc]: { found: true } }],
    ['_dmarc.shop.example', ['v=DMARC1; p=none'], { [dmarc]: { found: true, found_at: '_dmarc.shop.example' } }],
    [
      '_dmarc.news.shop.example',
      ['v=DMARC1; p=none', 'v=DMARC1; p=none'],
      { [dmarc]: { found: false, problem: 'several_records' } },
    ],
    ['_dmarc.news.shop.example', ['v=DMARC1'], { [dmarc]: { found: false, problem: 'no_policy' } }],
  ])('%s: %j', async (place, texts, wanted) => {
    expect(await judge({ [place]: texts })).toMatchObject(wanted);
  });

  test.each<[string, string | undefined, object]>([
    // Return paths at the domain itself are aligned whatever the record asks for.
    ['v=DMARC1; p=none; adkim=s; aspf=s', undefined, { found: true }],
    ['v=DMARC1; p=none', 'bounces.example', { found: true }],
    ['v=DMARC1; p=none; adkim=s', 'bounces.example', { found: true, problem: 'not_aligned' }],
    ['v=DMARC1; p=none; adkim=s', 'b.shop.example', { found: true }],
    ['v=DMARC1; p=none; adkim=s; aspf=s', 'b.shop.example', { found: true, problem: 'not_aligned' }],
  ])('%s with return paths at %s', async (record, returnPath, wanted) => {
    const verdicts = await judge({ '_dmarc.shop.example': [record] }, returnPath);
    expect(verdicts[dmarc]).toEqual({ ...wanted, found_at: '_dmarc.shop.example' });
    expect(Object.keys(verdicts)).toContain(`spf ${returnPath ?? 'news.shop.example'}`);
  });
});
