import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const document = (...keys: string[]) => withValue('x', ...keys);
const withValue = (value: string, ...keys: string[]) =>
  `<account_placeholders>${keys.map((key) => `<account_placeholder><key>${key}</key><value>${value}</value></account_placeholder>`).join('')}</account_placeholders>`;

const faults: [body: string, message: string][] = [
  [document('A', 'DOMAIN'), 'key "DOMAIN" is reserved; DOMAIN, MAILING-DOMAIN'],
  [document('cdn-domain'), 'key "cdn-domain" is reserved'],
  [document('A', 'A'), 'key "A" is given twice'],
  [document(''), 'key'],
  [document('x'.repeat(65)), 'key'],
  [withValue('x'.repeat(65_536), 'A'), 'value'],
  ['<account_placeholders><account_placeholder><key>A</key></account_placeholder></account_placeholders>', 'value'],
  [document(...Array.from({ length: 1001 }, (_, i) => `K${i}`)), '1000'],
  ['<placeholders/>', 'account_placeholders'],
];

describe.each(usualDatabases())('placeholders on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    service = await startTestService(await open());
    client = service.client;
  });
  afterAll(() => service?.close());

  const path = '/account/placeholders';
  const headers = { 'content-type': 'application/vnd.service.api+xml' };
  const all = () => client.account.getPlaceholders({}).orThrow();

  test('replaced, added to, changed and deleted', async () => {
    expect(await all()).toEqual([]);
    const imprint = { key: 'IMPRINT', value: 'Example Ltd & Co <b>\n🎈' };
    expect(await client.account.setPlaceholders({ body: [imprint, { key: 'B', value: '1' }] })).toMatchObject({
      status: 204,
    });
    expect(await all()).toEqual([{ key: 'B', value: '1' }, imprint]);
    expect(
      await client.account.updatePlaceholders({
        body: [
          { key: 'B', value: '2' },
          { key: 'b', value: '' },
        ],
      }),
    ).toMatchObject({ status: 204 });
    expect(await all()).toEqual([{ key: 'B', value: '2' }, imprint, { key: 'b', value: '' }]);
    await client.account.deletePlaceholder({ name: 'B' }).orThrow();
    expect(await all()).toEqual([imprint, { key: 'b', value: '' }]);
    await client.account.setPlaceholders({ body: [{ key: 'ONLY', value: 'x'.repeat(65_535) }] }).orThrow();
    expect((await all()).map(({ key, value }) => [key, value.length])).toEqual([['ONLY', 65_535]]);
    await client.account.setPlaceholders({ body: [] }).orThrow();
    expect(await all()).toEqual([]);
  });

  test.each(faults)('%#: 400 by POST and PUT, and nothing is stored', async (body, message) => {
    for (const method of ['POST', 'PUT']) {
      const answer = await callRaw(service, { method, path, headers, body });
      expect([answer.status, messageOf(answer)]).toEqual([400, expect.stringContaining(message)]);
    }
    expect(await all()).toEqual([]);
  });

  test.each([
    ['?name=NONE', 404, 'The account has no placeholder "NONE".'],
    ['', 400, 'name is required'],
    [`?name=${'x'.repeat(65)}`, 400, 'name must have at most 64 characters'],
  ])('DELETE %s: %i', async (query, status, message) => {
    const answer = await callRaw(service, { method: 'DELETE', path: path + query });
    expect([answer.status, messageOf(answer)]).toEqual([status, expect.stringContaining(message)]);
  });

  test('a value that changes makes checks of mailings that show it stale, and takes scheduled ones back', async () => {
    const { client } = service;
    await client.account
      .setPlaceholders({
        body: [
          { key: 'SHOP', value: 'one' },
          { key: 'OTHER', value: 'one' },
        ],
      })
      .orThrow();
    const version = async (mailingid: number) =>
      (
        await service.db
          .selectFrom('mailing')
          .select('content_version')
          .where('id', '=', mailingid)
          .executeTakeFirstOrThrow()
      ).content_version;
    const create = async (name: string, html: string, engine?: string) => {
      const mailingid = await client.mailings.create({ name, subject: 'x' }).orThrow();
      await client.mailings.setHtml({ mailingid, body: html }).orThrow();
      const body = [{ key: 'template_engine', value: engine ?? 'tags' }];
      await client.mailingProperties.add({ mailingid, body }).orThrow();
      return mailingid;
    };
    const shows = await create('Shows SHOP', '<p>[[ACCOUNT|SHOP|x]]</p>');
    const inAddress = await create('Links to SHOP', '<a href="https://e.example/[+|ACCOUNT|SHOP]">x</a>');
    const liquid = await create('SHOP in Liquid', '<p>{{ account.SHOP }}</p>', 'liquid');
    const not = await create('Does not show SHOP', '<p>{{ account.SHOP }} [[ACCOUNT|OTHER]]</p>');
    const sealed = await create('Sealed', '[[ACCOUNT|SHOP]]');
    await service.db.updateTable('mailing').set({ state: 'done' }).where('id', '=', sealed).execute();
    const all = [shows, inAddress, liquid, not, sealed];
    const versions = () => Promise.all(all.map(version));
    const before = await versions();
    const raised = async () => (await versions()).map((now, index) => now - before[index]!);
    await client.account.updatePlaceholders({ body: [{ key: 'SHOP', value: 'one' }] }).orThrow();
    expect(await raised()).toEqual([0, 0, 0, 0, 0]);
    await client.account.updatePlaceholders({ body: [{ key: 'SHOP', value: 'two' }] }).orThrow();
    expect(await raised()).toEqual([1, 1, 1, 0, 0]);
    await client.account.setPlaceholders({ body: [{ key: 'OTHER', value: 'one' }] }).orThrow();
    expect(await raised()).toEqual([2, 2, 2, 0, 0]);
    await client.account.deletePlaceholder({ name: 'OTHER' }).orThrow();
    expect(await raised()).toEqual([2, 2, 3, 1, 0]);
  });

  test('1,000 are the most, and a change that would make more changes nothing', async () => {
    const body = Array.from({ length: 1000 }, (_, i) => ({ key: `K${i}`, value: `${i}` }));
    await client.account.setPlaceholders({ body }).orThrow();
    await client.account.updatePlaceholders({ body }).orThrow();
    const message = 'an account can have at most 1000 placeholders but would have 1001';
    const refused = await client.account.updatePlaceholders({
      body: [
        { key: 'K0', value: 'new' },
        { key: 'MORE', value: 'x' },
      ],
    });
    expect(refused).toMatchObject({ status: 400, error: { message } });
    const left = await all();
    expect([left.length, left.find(({ key }) => key === 'K0')]).toEqual([1000, { key: 'K0', value: '0' }]);
  });
});
