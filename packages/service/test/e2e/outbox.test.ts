import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertKey } from '../../src/account/keys/store.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const [embedded] = databases();

describe('the list of the outbox', () => {
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    service = await startTestService(await embedded!.open());
    folder = join(service.outboxDirectory, String(service.accountId));
    mkdirSync(folder);
  });
  afterAll(() => service?.close());

  const name = (n: number) => `20310110T1000${String(n).padStart(5, '0')}Z-0123abcd-${n}`;
  /** A mail on whose body the disk spends nothing. */
  const write = (n: number, bytes = 0) => {
    const file = join(folder, `${name(n)}.eml`);
    writeFileSync(file, `Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?= ${n}\r\nTo: Ada <ada@example.org>\r\n\r\n<p>body</p>`);
    if (bytes > 0) truncateSync(file, bytes);
  };
  const page = async (path: string) => {
    const headers = { authorization: `Bearer ${service.key}` };
    const answer = await service.fetch(service.origin + path, { headers });
    return { status: answer.status, text: await answer.text() };
  };
  const namesOn = (text: string) => [...text.matchAll(/href="\/outbox\/([\w-]+)"/g)].map((match) => match[1]);

  test('reads headers only: mails larger than the memory do not matter', async () => {
    for (let n = 0; n < 5; n++) write(n, 3 * 1024 ** 3);
    const { status, text } = await page('/outbox');
    expect([status, namesOn(text)]).toEqual([200, [4, 3, 2, 1, 0].map(name)]);
    expect(text).toContain('<b>Grüße 4</b>');
    expect(text).toContain('to Ada &lt;ada@example.org&gt;');
  });

  test('comes in pages, the newest first, each mail once', async () => {
    for (let n = 0; n < 1250; n++) write(n);
    const seen: (string | undefined)[] = [];
    let path: string | undefined = '/outbox';
    for (let pages = 0; path !== undefined && pages < 20; pages++) {
      const { text } = await page(path);
      expect(text).toContain('of 1250 mails');
      seen.push(...namesOn(text));
      path = /href="(\/outbox\?older_than=[^"]+)"/.exec(text)?.[1];
    }
    expect(seen).toEqual(Array.from({ length: 1250 }, (_, n) => name(1249 - n)));
  });

  test('finds mails by subject and address, over all pages', async () => {
    writeFileSync(join(folder, `${name(0)}.eml`), 'Subject: Spring\r\nTo: Grace <grace@example.org>\r\n\r\nbody');
    for (const query of ['grace', 'SPRING', 'grace@example.org']) {
      const { text } = await page(`/outbox?q=${encodeURIComponent(query)}`);
      expect(namesOn(text)).toEqual([name(0)]);
    }
    const { text } = await page('/outbox?q=ada');
    expect(namesOn(text)).toHaveLength(100);
    const older = /href="(\/outbox\?older_than=[^"]+)"/.exec(text)![1]!.replaceAll('&amp;', '&');
    expect(older).toContain('q=ada');
    expect(namesOn((await page(older)).text)[0]).toBe(name(1149));
    expect((await page('/outbox?q=%3Cb%3E')).text).toContain('value="&lt;b&gt;"');
  });

  test('a mail is shown as HTML in which links open new tabs, as text, with its headers and its source', async () => {
    const mail = [
      'Subject: Both',
      'X-Kind: a<b',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain',
      '',
      'Plain words',
      '--x',
      'Content-Type: text/html',
      '',
      '<!DOCTYPE html><html><body><a href="https://example.org/">Go</a></body></html>',
      '--x--',
    ].join('\r\n');
    writeFileSync(join(folder, `${name(2000)}.eml`), mail);
    const { text } = await page(`/outbox/${name(2000)}`);
    expect([...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'HTML',
      'Text',
      'Headers',
      'Source',
    ]);
    expect(text).toContain('X-Kind: a&lt;b');
    expect(text).toContain('Plain words');
    const html = (await page(`/outbox/${name(2000)}/html`)).text;
    expect(html).toMatch(/^<!DOCTYPE html><base target="_blank"><html>/);
  });

  test('is cleared by a key with the right delete, from its own page only', async () => {
    const clear = (key: string, headers = {}) =>
      service.fetch(`${service.origin}/outbox/clear`, {
        method: 'POST',
        redirect: 'manual',
        headers: { authorization: `Bearer ${key}`, ...headers },
      });
    const reader = generateKey();
    await insertKey(service.db, service.accountId, reader, {
      label: 'reader',
      rights: ['get'],
      creator: 'test',
      expires_at: null,
    });
    expect((await clear(reader)).status).toBe(403);
    expect((await clear(service.key, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await page('/outbox')).text).toContain('Delete all 1251 mails');
    expect((await clear(service.key)).status).toBe(303);
    expect((await page('/outbox')).text).toContain('No mail yet');
  });

  test.each([
    '/outbox?older_than=',
    '/outbox?older_than=0',
    '/outbox?older_than=%00',
    '/outbox?older_than=a&older_than=b',
  ])('%s is no mail, and no failure', async (path) => {
    expect((await page(path)).status).toBe(200);
  });
});
