import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked, visit } from '../support/tracked-mailing.ts';

/** Each report by the end of its names in the client, with the parameter by which rows without a named contact go. */
const reports = [
  ['Opens', 'exclude_anonymous_opens'],
  ['UniqueOpens', 'exclude_anonymous_opens'],
  ['Clicks', 'exclude_anonymous_clicks'],
  ['UniqueClicks', 'exclude_anonymous_clicks'],
  ['Bounces', 'exclude_anonymous_bounces'],
  ['UniqueBounces', 'exclude_anonymous_bounces'],
  ['Unsubscriptions', 'exclude_anonymous'],
  ['UnsubscriptionReasons', undefined],
  ['Blocks', 'exclude_anonymous_blocks'],
  ['Subscribers', 'exclude_anonymous_contacts'],
  ['Recipients', 'exclude_deleted_recipients'],
  ['Conversions', undefined],
  ['UniqueConversions', undefined],
] as const;

type Filters = Record<string, unknown>;
interface Row {
  timestamp?: string;
  contact?: { id?: number; email?: string; anonymous?: boolean };
}

describe.each(usualDatabases())('what holds of every report, on $kind', ({ open }) => {
  let service: TestService;
  let people: number[];
  let mails: Awaited<ReturnType<typeof sendTracked>>;
  beforeAll(async () => {
    service = await startTestService(await open());
    const { client, db, accountId } = service;
    people = (await client.contacts.list({}).orThrow()).items.map(({ id }) => id);
    const html = '<a href="https://shop.example.com/a">a</a><a href="https://example.com/b">b</a>';
    mails = await sendTracked(service, html, people);
    for (const [index, id] of people.entries()) {
      const { pixel, links } = mails.mailOf(id, index < 4 ? 'single-recipient' : 'anonymous');
      for (const url of [pixel, pixel, ...links, links[0]!]) await visit(service, url);
      await visit(service, pixel, 'Mozilla/5.0');
    }
    await vi.waitFor(async () => expect(await client.reportCounts.clicks({}).orThrow()).toBe(12));
    const site = (await client.conversions.listSites().orThrow())[0]!;
    for (const [index, value] of ['0.10', '0.20', '19.99'].entries()) {
      const body = {
        site_id: site.id,
        goal_id: site.goals[0]!.id,
        order_id: `o${index}`,
        value,
        contact_id: people[0]!,
      };
      await client.conversions.create({ body }).orThrow();
    }
    const about = { account_id: accountId, mailing_id: mails.mailingId, at: new Date(), source: 'reply' as const };
    const bounces = [people[0]!, people[0]!, people[1]!].map((contact_id, index) => {
      const type = index === 0 ? ('transient' as const) : ('permanent' as const);
      return { ...about, contact_id, type, status_code: '5.1.1', fingerprint: `${index}` };
    });
    await db.insertInto('bounce').values(bounces).execute();
    for (const id of people.slice(1, 4)) {
      const body = new URLSearchParams([
        ['reason', 'no_demand'],
        ['reason', 'other'],
      ]);
      await service.fetch(mails.mailOf(id).unsubscribe, { method: 'POST', body });
    }
    const blacklistId = await client.blacklists.create({ name: 'Rules' }).orThrow();
    await client.blacklists
      .addEntries({ blacklistId, body: { entries: ['*@example.com', '*@example.org'] } })
      .orThrow();
    await client.contacts.delete({ id: people[1]! }).orThrow();
  });
  afterAll(() => service?.close());

  const page = async (name: string, filters: Filters): Promise<Row[]> => {
    const list = Reflect.get(service.client.reports, `list${name}`) as (input: Filters) => {
      orThrow(): Promise<{ items: Row[] }>;
    };
    return (await list.call(service.client.reports, filters).orThrow()).items;
  };
  const all = async (name: string, filters: Filters): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let index = 1; ; index++) {
      const found = await page(name, { ...filters, page_size: 2, page_index: index });
      rows.push(...found);
      if (found.length < 2) return rows;
    }
  };
  const count = (name: string, filters: Filters): Promise<number> => {
    const method = `${name[0]!.toLowerCase()}${name.slice(1)}`;
    const counting = Reflect.get(service.client.reportCounts, method) as (input: Filters) => {
      orThrow(): Promise<number>;
    };
    return counting.call(service.client.reportCounts, filters).orThrow();
  };

  describe.each(reports)('%s', (name, exclude) => {
    const variants: Filters[] = exclude === undefined ? [{}] : [{}, { [exclude]: false }, { [exclude]: true }];

    test.each(variants)('%j: pages have together what one has, and the count says how many', async (filters) => {
      const whole = await page(name, { ...filters, page_size: 1000 });
      expect(whole.length).toBeGreaterThan(0);
      expect(await all(name, filters)).toEqual(whole);
      expect(await count(name, filters)).toBe(whole.length);
      const times = whole.map(({ timestamp = '' }) => timestamp);
      expect(times).toEqual(times.toSorted());
    });

    test('an interval in which nothing happened is empty', async () => {
      const filters = { from_date: 0, to_date: 1 };
      expect([await all(name, filters), await count(name, filters)]).toEqual([[], 0]);
    });

    if (exclude === undefined) return;

    test('who is erased is a number without a name, and can be left out', async () => {
      const named = ({ contact }: Row) => contact?.anonymous !== true && contact?.email !== undefined;
      const without = await page(name, { [exclude]: true });
      const everybody = await page(name, { [exclude]: false });
      expect(without.every(named)).toBe(true);
      expect(everybody.length).toBeGreaterThan(without.length);
      expect(everybody.filter(named).length).toBe(without.length);
      expect(everybody.map(({ contact }) => contact?.id)).not.toContain(people[1]);
    });
  });

  test.each(['Opens', 'Clicks', 'Bounces'])(
    '%s: unique ones are not more than all, with and without machines',
    async (name) => {
      for (const include_machine of name === 'Bounces' ? [undefined] : [false, true]) {
        const filters = {
          ...(include_machine === undefined ? {} : { include_machine }),
          [`exclude_anonymous_${name.toLowerCase()}`]: false,
        };
        const [unique, total] = [await count(`Unique${name}`, filters), await count(name, filters)];
        expect(unique).toBeGreaterThan(0);
        expect(unique).toBeLessThan(total);
      }
    },
  );

  test('a click implies an opening: as many unique openers as readers', async () => {
    expect(await count('UniqueOpens', { exclude_anonymous_opens: false })).toBe(people.length);
  });

  test('sums of money are exact', async () => {
    const [unique] = (await page('UniqueConversions', {})) as { count_total?: number; revenue?: string }[];
    expect(unique).toMatchObject({ count_total: 3, revenue: '20.29' });
    expect(await service.client.reports.getRevenue({}).orThrow()).toBe('20.29');
  });

  test('what happens is in the reports within a second', async () => {
    const { pixel } = mails.mailOf(people[0]!);
    const took: number[] = [];
    for (let i = 0; i < 5; i++) {
      const asked = performance.now();
      const before = await count('Opens', {});
      const latency = performance.now() - asked;
      await visit(service, pixel);
      const since = performance.now();
      await vi.waitFor(async () => expect(await count('Opens', {})).toBe(before + 1), { interval: 20 });
      // On a busy machine everything takes longer, this as well as a request.
      took.push(performance.now() - since - 20 * latency);
    }
    expect(Math.min(...took)).toBeLessThan(1000);
  });
});
