import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked, visit } from '../support/tracked-mailing.ts';

const html = '<a href="https://shop.example.com/a?x=%26#top">Shop</a><a href="https://elsewhere.example/">Else</a>';

describe.each(usualDatabases())('conversions on $kind', ({ open }) => {
  let service: TestService;
  let people: { id: number; email?: string }[];
  let mails: Awaited<ReturnType<typeof sendTracked>>;
  let site_id: number;
  let goal_id: number;
  beforeAll(async () => {
    service = await startTestService(await open());
    people = (await service.client.contacts.list({}).orThrow()).items;
    const { conversions } = service.client;
    site_id = await conversions.createSite({ name: 'Boats', domain: 'Example.com' }).orThrow();
    goal_id = await conversions.createGoal({ siteId: site_id, name: 'Order' }).orThrow();
    mails = await sendTracked(
      service,
      html,
      people.map(({ id }) => id),
    );
  });
  afterAll(() => service?.close());

  const report = (body: { order_id: string; value: string } & Record<string, unknown>) =>
    service.client.conversions.create({ body: { site_id, goal_id, ...body } });
  const tokenOf = (url: string) => url.split('/').at(-1)!;
  const mailOf = (at: number) => mails.mailOf(people[at]!.id);
  const listed = async () => (await service.client.reports.listConversions({}).orThrow()).items;

  test('sites and goals are listed, and their names are unique', async () => {
    const { conversions } = service.client;
    const boats = { id: site_id, name: 'Boats', domain: 'example.com', goals: [{ id: goal_id, name: 'Order' }] };
    const sites = await conversions.listSites().orThrow();
    expect(sites.at(-1)).toEqual(boats);
    expect(await administer(service.db).listSites({})).toEqual(sites);
    const again = [
      await conversions.createSite({ name: 'Boats', domain: 'example.net' }),
      await conversions.createGoal({ siteId: site_id, name: 'Order' }),
      await conversions.createGoal({ siteId: site_id + 1, name: 'Order' }),
      await conversions.createSite({ name: 'Ships', domain: 'https://example.net' }),
    ];
    expect(again.map(({ status }) => status)).toEqual([409, 409, 404, 400]);
    for (let i = sites.length; i < 100; i++) {
      await administer(service.db).addSite({ name: `${i}`, domain: 'x.example' });
    }
    const more = await conversions.createSite({ name: 'More', domain: 'x.example' });
    expect(more).toMatchObject({ status: 409, error: { message: expect.stringContaining('100 sites') } });
    await service.db.deleteFrom('conversion_site').where('domain', '=', 'x.example').execute();
  });

  test('links to a site carry the token of the click, others do not', async () => {
    const [shop, elsewhere] = mailOf(0).links;
    const locations = [await visit(service, shop!), await visit(service, elsewhere!)].map(({ headers }) =>
      headers.get('location'),
    );
    expect(locations).toEqual([
      `https://shop.example.com/a?x=%26&mt=${tokenOf(shop!)}#top`,
      'https://elsewhere.example/',
    ]);
  });

  test('the token tells mailing, contact and link; an order counts once', async () => {
    const token = tokenOf(mailOf(1).links[0]!);
    const first = { stored: true, mailing_id: mails.mailingId };
    expect(await report({ order_id: 'A-1', value: '49.90', token }).orThrow()).toEqual(first);
    expect(await report({ order_id: 'A-1', value: '1', token }).orThrow()).toEqual(first);
    expect(await listed()).toMatchObject([
      {
        contact_id: people[1]!.id,
        contact_email: people[1]!.email,
        value: '49.90',
        mailing_id: mails.mailingId,
        site_name: 'Boats',
        goal_name: 'Order',
        link_id: mails.links[0],
        link_url: 'https://shop.example.com/a?x=%26#top',
      },
    ]);
  });

  test('without a token, the last click of a person within 30 days does', async () => {
    expect(await report({ order_id: 'B-1', value: '5', contact_id: people[2]!.id }).orThrow()).toEqual({
      stored: false,
    });
    await visit(service, mailOf(2).links[1]!);
    await vi.waitFor(
      async () => expect(await service.client.reportCounts.clicks({ ids: [people[2]!.id] }).orThrow()).toBe(1),
      { timeout: 10_000 },
    );
    const inDays = (days: number) => Date.now() + days * 86_400_000;
    const by = { contact_email: people[2]!.email };
    expect(await report({ order_id: 'B-1', value: '5', ...by, timestamp: inDays(31) }).orThrow()).toEqual({
      stored: false,
    });
    expect(await report({ order_id: 'B-1', value: '5', ...by, timestamp: inDays(29) }).orThrow()).toMatchObject({
      stored: true,
    });
    expect((await listed()).at(-1)).toMatchObject({ contact_id: people[2]!.id, link_id: mails.links[1] });
  });

  test('an anonymous mail leads to a conversion of nobody', async () => {
    const token = tokenOf(mails.mailOf(people[3]!.id, 'anonymous').links[0]!);
    await report({ order_id: 'C-1', value: '0.1', token }).orThrow();
    const [row] = (await listed()).filter(({ value }) => value === '0.1');
    expect([row!.contact_id, row!.mailing_id]).toEqual([undefined, mails.mailingId]);
  });

  test('sums are exact', async () => {
    const token = tokenOf(mailOf(4).links[0]!);
    const before = await service.client.reports.getRevenue({}).orThrow();
    expect(before).toBe('55.00');
    for (const [at, value] of ['0.1', '0.2', '123456789012345678.25', '-0.05'].entries()) {
      await report({ order_id: `D-${at}`, value, token }).orThrow();
    }
    expect(await service.client.reports.getRevenue({}).orThrow()).toBe('123456789012345733.50');
    const { items } = await service.client.reports.listUniqueConversions({ ids: [people[4]!.id] }).orThrow();
    expect(items).toEqual([
      { contact_id: people[4]!.id, contact_email: people[4]!.email, revenue: '123456789012345678.50', count_total: 4 },
    ]);
    expect(await service.client.reportCounts.uniqueConversions({}).orThrow()).toBe(4);
    expect(await service.client.reportCounts.conversions({ site_ids: [site_id] }).orThrow()).toBe(7);
    expect(await service.client.reportCounts.conversions({ goal_ids: [goal_id + 1] }).orThrow()).toBe(0);
  });

  test('conversions of erased contacts stay those of as many', async () => {
    const { client } = service;
    const totals = async () => [
      await client.reportCounts.uniqueConversions({}).orThrow(),
      (await client.reports.listUniqueConversions({}).orThrow()).items.map((each) => [each.revenue, each.count_total]),
    ];
    const before = await totals();
    for (const index of [2, 4]) await client.contacts.delete({ id: people[index]!.id }).orThrow();
    expect(await totals()).toEqual(before);
  });

  test('the image of a site counts too, an order once', async () => {
    const token = tokenOf(mailOf(5).links[0]!);
    const image = (query: string, method?: string) =>
      visit(service, `${service.origin}/k/${site_id}/${goal_id}?${query}`, undefined, method);
    for (const method of ['HEAD', 'GET', 'GET']) {
      const answer = await image(`t=${token}&v=19.90&o=E-1`, method);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    }
    const { items } = await service.client.reports.listConversions({ ids: [people[5]!.id] }).orThrow();
    expect(items.map(({ value }) => value)).toEqual(['19.90']);
    expect((await image(`t=${token}&v=1,5`)).status).toBe(400);
    expect((await image(`t=${token}&v=1&v=2`)).status).toBe(400);
    expect((await image('t=x&v=1')).status).toBe(404);
    expect((await visit(service, `${service.origin}/k/${site_id}/999999?t=${token}`)).status).toBe(404);
  });

  test('one recipient makes up at most 20 conversions a day by the image, with orders or without', async () => {
    const token = tokenOf(mailOf(1).links[0]!);
    const statuses = [];
    for (let n = 0; n < 30; n++) {
      const order = n % 2 === 0 ? '' : `&o=F-${n}`;
      statuses.push((await visit(service, `${service.origin}/k/${site_id}/${goal_id}?t=${token}&v=1${order}`)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.at(-1)).toBe(429);
    const { items } = await service.client.reports.listConversions({ ids: [people[1]!.id] }).orThrow();
    expect(items.filter(({ value }) => Number(value) === 1)).toHaveLength(20);
  });

  test('an unknown site or goal is 404, an address that is none 400', async () => {
    const body = (goal: number, more: object) =>
      JSON.stringify({ site_id, goal_id: goal, order_id: 'x', value: '1', ...more });
    const call = (text: string) =>
      callRaw(service, {
        method: 'POST',
        path: '/conversions',
        headers: { 'content-type': 'application/vnd.service.api+json' },
        body: text,
      });
    expect((await call(body(999_999, {}))).status).toBe(404);
    expect((await call(body(goal_id, { contact_email: 'nobody' }))).status).toBe(400);
  });

  test('the command line refuses what is not a domain, and names that are taken', async () => {
    const operator = administer(service.db);
    await expect(operator.addSite({ name: 'X', domain: 'https://x' })).rejects.toThrow('not a valid domain');
    await expect(operator.addSite({ name: 'Boats', domain: 'x.example' })).rejects.toThrow('already');
    await expect(operator.addGoal({ site: 999_999, name: 'X' })).rejects.toThrow('no site');
    await expect(operator.addGoal({ site: site_id, name: 'Order' })).rejects.toThrow('already');
    expect((await operator.listSites({})).slice(1)).toEqual([
      { id: site_id, name: 'Boats', domain: 'example.com', goals: [{ id: goal_id, name: 'Order' }] },
    ]);
  });
});
