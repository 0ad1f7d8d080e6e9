import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { silentDns } from '../../platform/network/dns.ts';
import { missingKeyFault, signatureFaults } from './faults.ts';
import { dkimRecord } from './keys.ts';

const keyOf = (domain: string, selector = 's1') => ({
  domain,
  selector,
  privateKey: generateKeyPairSync('ed25519').privateKey,
});
const key = keyOf('example.com');
const second = keyOf('example.com', 's2');
const keys = () => [key, second, keyOf('other.example')];
const records = new Map([key, second].map((each) => [dkimRecord(each).name, [dkimRecord(each).value]]));
const other = [dkimRecord(keyOf('example.com')).value];

test.each<[what: string, sender: string, changed: [string, readonly string[] | undefined][], wanted: RegExp[]]>([
  ['all records are there', 'news@example.com', [], []],
  ['the key of the domain above', 'news@mail.Example.com', [], []],
  ['there is no key', 'news@example.org', [], [/no key for example\.org, so its mails are not signed/]],
  ['one record is missing', 'news@example.com', [['s2._domainkey.example.com', []]], [/^DKIM record s2\..*no record/]],
  ['a record has another key', 'news@example.com', [['s1._domainkey.example.com', other]], [/another key/]],
  ['the DNS does not answer', 'news@example.com', [['s1._domainkey.example.com', undefined]], []],
])('%s', async (_, sender, changed, wanted) => {
  const zone = new Map<string, readonly string[] | undefined>([...records, ...changed]);
  const faults = await signatureFaults({ keys, dns: { ...silentDns, texts: async (name) => zone.get(name) } }, sender);
  expect(faults).toEqual(wanted.map((pattern) => expect.stringMatching(pattern)));
});

test('a directory without keys signs nothing', () => {
  expect(missingKeyFault([], 'news@example.com')).toContain('mailwright dkim --domain example.com');
});
