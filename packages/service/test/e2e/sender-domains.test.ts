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
  '_dmarc.news.example.org': [],
};

describe.each(usualDatabases())('domains of senders on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    const readTexts = async (name: string) => texts[name];
    service = await startTestService(
      await open(),
      undefined,
      { dkim: { keys: () => [key], texts: readTexts } },
      { readTexts },
    );
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
    const dmarc = { type: 'TXT', purpose: 'dmarc', value: 'v=DMARC1; p=none' };
    expect(await client.account.getSenderDomains().orThrow()).toEqual([
      {
        name: 'shop.example',
        records: [
          { name: 'shop.example', ...spf },
          { name: '_dmarc.shop.example', ...dmarc },
        ],
      },
      {
        name: 'news.example.org',
        records: [
          { name: record.name, type: 'TXT', purpose: 'dkim', value: record.value, found: true },
          { name: 'news.example.org', ...spf, found: true },
          { name: '_dmarc.news.example.org', ...dmarc, found: false },
        ],
      },
    ]);
  });
});
