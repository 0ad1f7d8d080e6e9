import { generateKeyPairSync } from 'node:crypto';
import { type Client, createClient } from '@mailwright/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { insertAccount } from '../../src/account/store.ts';
import { dkimRecord } from '../../src/sending/dkim/keys.ts';
import type { DkimKey } from '../../src/sending/dkim/sign.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const key: DkimKey = {
  domain: 'example.org',
  selector: 's1',
  privateKey: generateKeyPairSync('ed25519').privateKey,
};
const record = dkimRecord(key);
const texts: Record<string, string[]> = {
  's1._domainkey.example.org': [record.value],
  'news.example.org': ['google-site-verification=x', 'v=spf1 include:relay.example -all'],
  'relay.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
  '_mta-sts.news.example.org': ['v=STSv1; id='],
  '_dmarc.news.example.org': [],
  '_dmarc.example.org': ['v=DMARC1; p=reject; adkim=s'],
};

describe.each(usualDatabases())('domains of senders on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    const answer = async (name: string) => texts[name] ?? (name.includes('shop') ? undefined : []);
    const dns = { texts: answer, exchanges: answer, addresses: answer, names: answer };
    service = await startTestService(await open(), undefined, { dkim: { keys: () => [key], dns } }, { dns });
    return service.close;
  });

  test('those of the account and of its latest mailings have the records that their mails need', async () => {
    const { client, db, accountId } = service;
    await db.updateTable('account').set({ domain: 'shop.example' }).where('id', '=', accountId).execute();
    await db.deleteFrom('mailing').execute();
    const write = async (by: Client, body: string) => {
      const mailingid = await by.mailings.create({ name: 'Spring', subject: 'Hi' }).orThrow();
      await by.mailings.setSender({ mailingid, body }).orThrow();
    };
    await write(client, 'Ada@News.example.org');
    // Senders of others are no business of this account.
    const apiKey = generateKey();
    const other = await insertAccount(db, { name: 'Other', domain: 'secret.example' });
    await insertKey(db, other, apiKey, { label: 'x', rights: ['post'], creator: 'x', expires_at: null });
    await write(createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch }), 'x@hidden.example');
    const spf = { type: 'TXT', purpose: 'spf', value: 'v=spf1 ip4:ADDRESS -all' };
    const mx = { type: 'MX', purpose: 'mx', value: '10 MAILSERVER' };
    const better = (domain: string, { found, mta_sts = {} }: { found?: boolean; mta_sts?: object } = {}) => {
      const missing = { type: 'TXT', optional: true, ...(found === undefined ? {} : { found }) };
      return [
        { name: `_mta-sts.${domain}`, ...missing, purpose: 'mta_sts', value: 'v=STSv1; id=1', ...mta_sts },
        { name: `_smtp._tls.${domain}`, ...missing, purpose: 'tls_rpt', value: 'v=TLSRPTv1; rua=mailto:ADDRESS' },
        { name: `default._bimi.${domain}`, ...missing, purpose: 'bimi', value: 'v=BIMI1; l=https://HOST/logo.svg' },
      ];
    };
    const dmarc = { type: 'TXT', purpose: 'dmarc', value: 'v=DMARC1; p=none' };
    expect(await client.account.getSenderDomains().orThrow()).toEqual([
      {
        name: 'shop.example',
        records: [
          { name: 'shop.example', ...spf },
          { name: '_dmarc.shop.example', ...dmarc },
          { name: 'shop.example', ...mx },
          ...better('shop.example'),
        ],
      },
      {
        name: 'news.example.org',
        records: [
          { name: record.name, type: 'TXT', purpose: 'dkim', value: record.value, found: true },
          {
            name: 'news.example.org',
            ...spf,
            found: true,
            got: 'v=spf1 include:relay.example -all',
            lookups: 1,
          },
          { name: '_dmarc.news.example.org', ...dmarc, found: true, found_at: '_dmarc.example.org' },
          // Another answer than hosts: they have no addresses.
          {
            name: 'news.example.org',
            ...mx,
            found: false,
            got: texts['news.example.org']!.join('\n'),
            problem: 'host_unknown',
            detail: 'google-site-verification=x',
          },
          ...better('news.example.org', {
            found: false,
            mta_sts: { got: 'v=STSv1; id=', problem: 'invalid', detail: 'id' },
          }),
        ],
      },
    ]);
  });
});
