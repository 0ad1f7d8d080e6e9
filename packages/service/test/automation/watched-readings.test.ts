import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StartOn } from '../../src/events/tables.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { recordConversion } from '../../src/tracking/conversions/record.ts';
import { insertGoal, insertSite } from '../../src/tracking/conversions/sites.ts';
import { registerLinks } from '../../src/tracking/links/store.ts';
import { recordClicks } from '../../src/tracking/recording/clicks.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import type { EventClass } from '../../src/tracking/tables.ts';
import { usualDatabases } from '../support/database.ts';
import { start, WatchedWorld } from './watched-world.ts';

const how = { at: start, format: 'html', device: 'MOBILE' } as const;
const urls = ['https://example.org/', 'https://example.org/2'];

describe.each(usualDatabases())('programs that watch what is read on $kind', ({ open }) => {
  let database: Database;
  let world: WatchedWorld;
  let mailing: number;
  let other: number;
  let links: number[];
  let ada: number;
  let ben: number;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    world = await WatchedWorld.of(database);
    const { db, accountId } = world;
    const about = (name: string) => ({ name, subject: 'x', type: 'regular', creator: 'a' }) as const;
    mailing = (await insertMailing(db, accountId, about('News')))!;
    other = (await insertMailing(db, accountId, about('More news')))!;
    const given = urls.map((url) => ({ url, type: 'STANDARD' as const, tags: [] }));
    links = await db.transaction().execute((tx) => registerLinks(tx, accountId, mailing, given));
    [ada, ben] = [await world.contact(), await world.contact()];
  });

  const opens = (contactId: number, of: EventClass = 'human', mailingId = mailing) =>
    world.db
      .transaction()
      .execute((tx) => recordOpenings(tx, world.accountId, [{ ...how, contactId, mailingId, class: of }]));
  const clicks = (contactId: number, link: number, of: EventClass = 'human') =>
    world.db
      .transaction()
      .execute((tx) => recordClicks(tx, world.accountId, [{ ...how, contactId, linkId: links[link]!, class: of }]));
  const begunAfter = async (start_on: StartOn, work: () => Promise<unknown>) => {
    const id = await world.program(start_on);
    await work();
    await world.run();
    return world.begun(id);
  };

  test('a person who opens the mailing begins; machines and suspects do not, nor who opens another one', async () => {
    const begun = await begunAfter({ kind: 'mailing_opened', mailing_id: mailing }, async () => {
      await opens(ada, 'machine');
      await opens(ada, 'suspect');
      await opens(ada, 'human', other);
      await opens(ben);
      await world.db
        .transaction()
        .execute((tx) =>
          recordOpenings(tx, world.accountId, [{ ...how, alias: 'somebody', mailingId: mailing, class: 'human' }]),
        );
    });
    expect(begun).toEqual([ben]);
  });

  test('a click by which the mailing is known to be read is an opening, once', async () => {
    const id = await world.program({ kind: 'mailing_opened', mailing_id: mailing });
    for (const _ of 'twice') {
      await clicks(ada, 0);
      await world.run();
      await world.endRuns();
    }
    await clicks(ben, 0, 'suspect');
    await world.run();
    expect(await world.begun(id)).toEqual([ada]);
  });

  test.each<[string, string | undefined, string]>([
    ['any link', undefined, 'ada ben'],
    ['the first link', urls[0], 'ada'],
    ['the second link', urls[1], 'ben'],
    ['a link that the mailing does not have', 'https://example.org/3', ''],
  ])('a person who clicks %s begins', async (_, link, wanted) => {
    const rule: StartOn = { kind: 'link_clicked', mailing_id: mailing, ...(link !== undefined && { link }) };
    const begun = await begunAfter(rule, async () => {
      await opens(ada);
      await clicks(ada, 1, 'machine');
      await clicks(ben, 0, 'suspect');
      await clicks(ada, 0);
      await clicks(ben, 1);
    });
    expect(begun.map((who) => (who === ada ? 'ada' : 'ben')).join(' ')).toBe(wanted);
  });

  test('a goal that is reached begins, once for each order, after the mailing that is wanted', async () => {
    const { db, accountId } = world;
    const siteId = (await insertSite(db, accountId, { name: 'Shop', domain: 'example.org' }))!;
    const [goal, another] = [
      await insertGoal(db, accountId, siteId, 'Order'),
      await insertGoal(db, accountId, siteId, 'Call'),
    ];
    const reach = (contactId: number | null, goalId: number, orderId: string, mailingId = mailing) =>
      world.change((tx) =>
        recordConversion(
          tx,
          accountId,
          { siteId, goalId, orderId, value: '1', at: start },
          { mailingId, contactId, linkId: null, mailingSentAt: start },
        ),
      );
    const ids = [
      await world.program({ kind: 'goal_reached', goal_id: goal! }),
      await world.program({ kind: 'goal_reached', goal_id: goal!, mailing_id: mailing }),
    ];
    for (const _ of 'twice') {
      await reach(ada, goal!, '1');
      await reach(ben, another!, '2');
      await reach(ben, goal!, '3', other);
      await reach(null, goal!, '4');
      await world.run();
      await world.endRuns();
    }
    expect(await Promise.all(ids.map((id) => world.begun(id)))).toEqual([[ada, ben], [ada]]);
  });
});
