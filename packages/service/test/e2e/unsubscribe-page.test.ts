import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { dump } from '../support/dump.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked } from '../support/tracked-mailing.ts';

describe.each(usualDatabases())('unsubscribing on $kind', ({ open }) => {
  let service: TestService;
  let people: number[];
  let mails: Awaited<ReturnType<typeof sendTracked>>;
  beforeAll(async () => {
    service = await startTestService(await open());
    people = (await service.client.contacts.list({}).orThrow()).items.map(({ id }) => id);
    mails = await sendTracked(service, '<p>x</p>', people);
  });
  afterAll(() => service?.close());

  const statusOf = async (id: number) => {
    const field = { standard_field: ['PERMISSION_STATUS' as const] };
    const { permission, standard_fields } = await service.client.contacts
      .get({ id, ...field, ignore_checksum: true })
      .orThrow();
    return [permission, standard_fields?.[0]?.value];
  };
  const entries = async (contact: number) =>
    service.db
      .selectFrom('unsubscription')
      .leftJoin('unsubscription_reason as reason', 'reason.unsubscription_id', 'unsubscription.id')
      .select(['source', 'mailing_id', 'reason.type', 'reason.message'])
      .where('contact_id', '=', contact)
      .orderBy('reason.type')
      .execute();
  const get = (url: string, method = 'GET') => service.fetch(url, { method, redirect: 'manual' });
  const post = (url: string, body?: URLSearchParams | FormData) =>
    service.fetch(url, { method: 'POST', redirect: 'manual', ...(body ? { body } : {}) });

  test('GET and HEAD of every link in a mail change nothing (I5)', async () => {
    const { unsubscribe, online, profile, links, pixel } = mails.mailOf(people[0]!);
    const before = await dump(service.db);
    for (const url of [unsubscribe, online, profile, ...links, pixel]) {
      for (const method of ['GET', 'HEAD', 'GET']) expect((await get(url, method)).status).toBeLessThan(400);
    }
    expect(await dump(service.db)).toBe(before);
    expect(await statusOf(people[0]!)).toEqual([5, 'available']);
  });

  test('the page asks, the button acts, with reasons', async () => {
    const { unsubscribe } = mails.mailOf(people[0]!);
    const page = await get(unsubscribe);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    expect(await page.text()).toContain('Unsubscribe?');
    const form = new URLSearchParams([
      ['reason', 'no_demand'],
      ['reason', 'something else'],
      ['message', 'Too much \u0001<b>'],
    ]);
    const answer = await post(unsubscribe, form);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('You are unsubscribed');
    expect(await statusOf(people[0]!)).toEqual([1, 'unsubscribed']);
    const about = { source: 'link', mailing_id: mails.mailingId };
    expect(await entries(people[0]!)).toEqual([
      { ...about, type: 'no_demand', message: null },
      { ...about, type: 'other', message: 'Too much <b>' },
    ]);
    expect(await (await get(unsubscribe)).text()).toContain('You are unsubscribed');
  });

  test.each(['form', 'multipart'])(
    'one click of a mail program (RFC 8058, %s): 200, no redirect, harmless again',
    async (kind) => {
      const contact = people[kind === 'form' ? 1 : 2]!;
      const { unsubscribe } = mails.mailOf(contact);
      const body = kind === 'form' ? new URLSearchParams() : new FormData();
      body.set('List-Unsubscribe', 'One-Click');
      for (let i = 0; i < 3; i++) expect((await post(unsubscribe, body)).status).toBe(200);
      expect(await statusOf(contact)).toEqual([1, 'unsubscribed']);
      expect(await entries(contact)).toMatchObject([
        { source: 'list-unsubscribe-header', mailing_id: mails.mailingId },
      ]);
      // Nobody has opened these mails, but reports know their readers by a hash all the same.
      const { items } = await service.client.reports
        .listUnsubscriptions({ ids: [contact], embed_contact_hash: true })
        .orThrow();
      expect(items).toMatchObject([{ contact_hash: expect.stringMatching(/^[0-9a-f]{16}$/) }]);
    },
  );

  test('reasons may follow later, and are added to the same entry', async () => {
    const { unsubscribe } = mails.mailOf(people[3]!);
    await post(unsubscribe);
    await post(unsubscribe, new URLSearchParams({ reason: 'too_many_messages' }));
    expect(await entries(people[3]!)).toMatchObject([{ source: 'link', type: 'too_many_messages' }]);
  });

  test('a recipient has one reason of each type, and the last words', async () => {
    const { unsubscribe } = mails.mailOf(people[3]!);
    for (const message of ['First', 'Second', 'Second', 'Third'])
      expect((await post(unsubscribe, new URLSearchParams({ reason: 'no_demand', message }))).status).toBe(200);
    expect((await entries(people[3]!)).map(({ type, message }) => [type, message])).toEqual([
      ['no_demand', null],
      ['other', 'Third'],
      ['too_many_messages', null],
    ]);
  });

  test('hundreds of clicks from one mailbox are all heard', async () => {
    const { unsubscribe } = mails.mailOf(people[3]!);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(unsubscribe, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('the pages of a mailing speak its language', async () => {
    await service.client.mailings.setLocale({ mailingid: mails.mailingId, body: 'de_AT' }).orThrow();
    const page = await (await get(mails.mailOf(people[4]!).unsubscribe)).text();
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('Abmelden?');
  });

  test('unknown tokens and unreadable forms', async () => {
    const { unsubscribe, links } = mails.mailOf(people[4]!);
    const token = mails.mailOf(people[4]!).online.split('/').at(-1);
    for (const path of ['/u/x', `/u/${token}`]) {
      expect((await get(service.origin + path)).status).toBe(404);
      expect((await post(service.origin + path)).status).toBe(404);
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await service.fetch(unsubscribe, { method: 'POST', headers, body: 'nothing' })).status).toBe(400);
    expect(links).toEqual([]);
    expect(await statusOf(people[4]!)).toEqual([5, 'available']);
  });

  test('whoever was erased is told that it is done', async () => {
    const { unsubscribe } = mails.mailOf(people[5]!);
    await service.client.contacts.delete({ id: people[5]! }).orThrow();
    expect(await (await get(unsubscribe)).text()).toContain('Sie sind abgemeldet');
    expect((await post(unsubscribe)).status).toBe(200);
  });
});
