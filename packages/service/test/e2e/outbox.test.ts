import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
  const namesOn = (text: string) => [...text.matchAll(/\/outbox\/([\w-]+)"/g)].map((match) => match[1]);

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

  test.each([
    '/outbox?older_than=',
    '/outbox?older_than=0',
    '/outbox?older_than=%00',
    '/outbox?older_than=a&older_than=b',
  ])('%s is no mail, and no failure', async (path) => {
    expect((await page(path)).status).toBe(200);
  });
});
