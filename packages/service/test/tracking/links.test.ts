import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import {
  bearerOf,
  personalPages,
  pixelImage,
  registerPlan,
  signingKey,
  type TrackingPlan,
  trackedAddresses,
  trackingPlan,
} from '../../src/tracking/index.ts';
import type { TrackingStrategy } from '../../src/tracking/tables.ts';
import { databases } from '../support/database.ts';

describe.each(databases())('links of a mailing on $kind', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test('are registered once for each place, and keep their ids when it is done again', async () => {
    const db = database.kysely;
    const account = await insertAccount(db, { name: 'one', domain: 'example.org' });
    const about = { name: 'a', subject: 'x', type: 'regular', creator: 'a' } as const;
    const mailing = (await insertMailing(db, account, about))!;
    const register = (html: string) => {
      const plan = trackingPlan('anonymous', { html, text: 'https://example.org/b' });
      return db.transaction().execute((transaction) => registerPlan(transaction, account, mailing, plan));
    };
    const [one, two] = ['<a href="https://example.org/a?x=1&amp;y=2">A</a>', '<a href="https://example.org/b">B</a>'];
    const first = await register(one + two + two);
    expect([first.html.length, first.text.length, new Set([...first.html, ...first.text]).size]).toEqual([3, 1, 4]);
    expect(await register(one + two + two)).toEqual(first);
    const changed = await register(two + two);
    expect(changed.html[1]).toBe(first.html[1]);
    expect(changed.text).toEqual(first.text);
    expect(first.html).not.toContain(changed.html[0]);
    const rows = await db.selectFrom('link').select(['url', 'format', 'position', 'label']).orderBy('id').execute();
    expect(rows[0]).toEqual({ url: 'https://example.org/a?x=1&y=2', format: 'html', position: 0, label: 'A' });
    expect(rows[3]).toEqual({ url: 'https://example.org/b', format: 'text', position: 0, label: '' });
  });

  /** As a sendout does it: once for a mailing, then for each recipient. */
  test('are replaced in the mail of each recipient', async () => {
    const db = database.kysely;
    const account = await insertAccount(db, { name: 'two', domain: 'example.net' });
    const about = { name: 'b', subject: 'x', type: 'regular', creator: 'a' } as const;
    const mailing = (await insertMailing(db, account, about))!;
    const strategy: TrackingStrategy = 'highest-permission';
    const html = '<body><a href="https://example.org/a">A</a><a href="https://example.org/?[CONTACT|ID]">B</a></body>';
    const plan: TrackingPlan = trackingPlan(strategy, { html, text: null });
    const ids = await db.transaction().execute((tx) => registerPlan(tx, account, mailing, plan));
    const maker = { publicUrl: 'https://localhost', key: await signingKey(db, account), mailingId: mailing };

    const mailFor = (permission: number, recipientId: number) => {
      const bearer = bearerOf(strategy, permission, { recipientId, contactId: 3 })!;
      const tracked = trackedAddresses(maker, bearer);
      const places = plan.html.map((place, index) => ({ ...place, address: tracked.link(ids.html, index) }));
      const replaced = places.filter(({ personal }) => !(personal && 'alias' in bearer));
      const edits = [
        ...replaced.map(({ start, end, address }) => ({ start, end, by: address })),
        { start: plan.pixelAt!, end: plan.pixelAt!, by: pixelImage(tracked.pixel()) },
      ];
      return edits.reduceRight((mail, { start, end, by }) => mail.slice(0, start) + by + mail.slice(end), html);
    };
    const link = '<a href="https://localhost/c/[\\w-]{20,64}">';
    const pixel = '<img src="https://localhost/o/[\\w-]{20,64}\\.gif" [^>]*>';
    expect(mailFor(5, 7)).toMatch(new RegExp(`^<body>${link}A</a>${link}B</a>${pixel}</body>$`));
    const personal = '<a href="https://example.org/\\?\\[CONTACT\\|ID\\]">';
    expect(mailFor(4, 8)).toMatch(new RegExp(`^<body>${link}A</a>${personal}B</a>${pixel}</body>$`));
    expect(personalPages(maker, { recipientId: 7, contactId: 3 }).unsubscribe()).toMatch(
      /^https:\/\/localhost\/u\/[\w-]{20,60}$/,
    );
  });
});
