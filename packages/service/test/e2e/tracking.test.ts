import type { FilterRule } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { browser, sendTracked, visit } from '../support/tracked-mailing.ts';

/** A busy machine may take longer than the second that events take otherwise. */
const slow = { timeout: 10_000 };

const shop = 'https://shop.example.com/a?x=1&y=%26&z=a+b';
const html = `<body><a href="${shop.replaceAll('&', '&amp;')}">Shop</a><a href="https://example.com/b">B</a></body>`;

describe.each(usualDatabases())('tracked mails on $kind', ({ open }) => {
  let service: TestService;
  let people: number[];
  beforeAll(async () => {
    service = await startTestService(await open());
    const { items } = await service.client.contacts.list({}).orThrow();
    people = items.map(({ id }) => id);
  });
  afterAll(() => service?.close());

  const eventsOf = async (table: 'opening' | 'click', mailingId: number) => {
    const query = service.db.selectFrom(table).innerJoin('reader', 'reader.id', `${table}.reader_id`);
    return query
      .select(['contact_id', 'alias', 'class', 'first', 'device_type'])
      .where(`${table}.mailing_id`, '=', mailingId)
      .orderBy(`${table}.id`)
      .execute();
  };
  const written = (table: 'opening' | 'click', mailingId: number, count: number) =>
    vi.waitFor(async () => {
      const events = await eventsOf(table, mailingId);
      expect(events).toHaveLength(count);
      return events;
    }, slow);

  test('a link leads byte for byte to where it was meant to, and counts', async () => {
    const { mailOf, mailingId } = await sendTracked(service, html, people);
    const answer = await visit(service, mailOf(people[0]!).links[0]!);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, shop]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store, private');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store, private');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer-when-downgrade');
    expect(await written('click', mailingId, 1)).toMatchObject([
      { contact_id: people[0], alias: null, class: 'human', first: true, device_type: 'COMPUTER' },
    ]);
    expect(await eventsOf('opening', mailingId)).toMatchObject([{ contact_id: people[0], first: true }]);
  });

  test('the pixel is an image that is never kept', async () => {
    const { mailOf, mailingId } = await sendTracked(service, html, people);
    const answer = await visit(service, mailOf(people[1]!).pixel);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    expect(answer.headers.get('cache-control')).toBe('no-store, private');
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(/^GIF89a/);
    expect(await written('opening', mailingId, 1)).toMatchObject([{ contact_id: people[1], class: 'human' }]);
  });

  test('nobody can tell who bears an anonymous mail, and it counts once', async () => {
    const { mailOf, mailingId } = await sendTracked(service, html, people);
    const { pixel, links } = mailOf(people[0]!, 'highest-permission');
    for (const url of [pixel, pixel, links[0]!]) await visit(service, url);
    const openings = await written('opening', mailingId, 2);
    expect(openings.map(({ contact_id, first }) => [contact_id, first])).toEqual([
      [null, true],
      [null, false],
    ]);
    expect((await written('click', mailingId, 1))[0]!.alias).toBe(openings[0]!.alias);
  });

  test('a personal address is filled when it is followed, for its recipient alone', async () => {
    const personal = '<a href="https://example.com/[[CONTACT|CITY|x]]?id=[CONTACT|ID]&amp;n=[CONTACT|FIRSTNAME]">x</a>';
    const { mailOf } = await sendTracked(service, personal, people);
    const { location } = Object.fromEntries((await visit(service, mailOf(people[0]!).links[0]!)).headers);
    expect(location).toBe(`https://example.com/Paris?id=${people[0]}&n=Ada`);
    const anonymous = mailOf(people[0]!, 'anonymous').links[0]!;
    expect((await visit(service, anonymous)).status).toBe(404);
  });

  test('an address that no header can hold is encoded, whatever its template, fallback or values have', async () => {
    const addresses: [template: string, wanted: string][] = [
      ['日本/?n=[CONTACT|FIRSTNAME]', '%E6%97%A5%E6%9C%AC/?n=Ada'],
      ['two words/[CONTACT|FIRSTNAME]?a=b c#top of [CONTACT|CITY]', 'two%20words/Ada?a=b%20c#top%20of%20Paris'],
      ['?n=[CONTACT|TITLE|schöner Ort]', '?n=sch%C3%B6ner%20Ort'],
    ];
    const anchors = addresses.map(([template]) => `<a href="https://example.com/${template}">x</a>`);
    const { mailOf } = await sendTracked(service, anchors.join(''), people);
    const { links } = mailOf(people[0]!);
    const locations = await Promise.all(
      links.map(async (link) => (await visit(service, link)).headers.get('location')),
    );
    expect(locations).toEqual(addresses.map(([, wanted]) => `https://example.com/${wanted}`));
  });

  test('the online version is the mail as its recipient got it, and runs nothing', async () => {
    const mail = '<p>Hello [[CONTACT|FIRSTNAME]] <script>x</script><a href="[[LINK|UNSUBSCRIBE]]">bye</a></p>';
    const { mailOf } = await sendTracked(service, mail, people);
    const { online, unsubscribe, links } = mailOf(people[0]!);
    const answer = await visit(service, online);
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox /);
    expect([answer.headers.get('cache-control'), answer.headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex']);
    const text = await answer.text();
    expect(text).toContain('Hello Ada ');
    expect(text).toContain(`href="${unsubscribe}"`);
    expect(links).toEqual([]);
    expect((await visit(service, unsubscribe.replace('/u/', '/v/'))).status).toBe(404);
  });

  test('HEAD redirects without a click, and whoever asks so is a machine', async () => {
    const { mailOf, mailingId } = await sendTracked(service, html, people);
    const { links, pixel } = mailOf(people[2]!);
    const head = await visit(service, links[0]!, browser, 'HEAD');
    expect([head.status, head.headers.get('location')]).toEqual([302, shop]);
    expect((await visit(service, pixel, browser, 'HEAD')).status).toBe(200);
    await visit(service, links[0]!);
    expect(await written('click', mailingId, 1)).toMatchObject([{ class: 'machine', first: false }]);
    expect(await eventsOf('opening', mailingId)).toEqual([]);
  });

  test.each(['/c/x', '/o/x.gif', `/c/${'A'.repeat(60)}`, `/c/${'x'.repeat(99)}`, '/c/%00'])(
    '%s redirects nowhere',
    async (path) => {
      const answer = await visit(service, service.origin + path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('location')).toBeNull();
    },
  );

  test('a token of one kind opens no other address', async () => {
    const { mailOf } = await sendTracked(service, html, people);
    const { links, unsubscribe } = mailOf(people[0]!);
    const token = (url: string) => url.split('/').at(-1)!;
    for (const path of [`/c/${token(unsubscribe)}`, `/o/${token(links[0]!)}.gif`]) {
      expect((await visit(service, service.origin + path)).status).toBe(404);
    }
  });

  test('filters follow what readers really do', async () => {
    const { mailOf, mailingId: mailing_id } = await sendTracked(service, html, people);
    const { client } = service;
    const membersOf = async (rule: FilterRule) => {
      const body = { name: `${rule.operator} ${crypto.randomUUID()}`, rules: [rule] };
      const contactFilterId = await client.contactFilters.create({ body }).orThrow();
      await vi.waitFor(
        async () => expect((await client.contactFilters.get({ contactFilterId }).orThrow()).state).toBe('uptodate'),
        slow,
      );
      const { items } = await client.contacts.listByFilter({ contactFilterId }).orThrow();
      return items.map(({ id }) => id);
    };
    await visit(service, mailOf(people[0]!).links[1]!);
    await visit(service, mailOf(people[1]!).pixel);
    await visit(service, mailOf(people[2]!).pixel, 'Mozilla/5.0');
    await visit(service, mailOf(people[3]!, 'anonymous').pixel);
    await written('opening', mailing_id, 4);
    expect(await membersOf({ operator: 'CLICKED', mailing_id })).toEqual([people[0]]);
    expect(await membersOf({ operator: 'OPENED', mailing_id, days: 1 })).toEqual([people[0], people[1]]);
    expect(await membersOf({ operator: 'NOT_OPENED', mailing_id })).toEqual(people.slice(2));
  });
});
