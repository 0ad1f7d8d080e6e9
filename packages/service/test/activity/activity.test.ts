import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { insertMailing } from '../../src/mailings/store.ts';
import { eraseContacts } from '../../src/people/erasure/erase.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { registerLinks } from '../../src/tracking/links/store.ts';
import { type Click, recordClicks } from '../../src/tracking/recording/clicks.ts';
import { type Delivery, recordDeliveries } from '../../src/tracking/recording/deliveries.ts';
import { type Opening, recordOpenings } from '../../src/tracking/recording/openings.ts';
import { usualDatabases } from '../support/database.ts';

const at = (time: string) => new Date(`2031-02-03T${time}Z`);
const how = { class: 'human', format: 'html', device: 'MOBILE', userAgent: 'Reader/1' } as const;

describe.each(usualDatabases())('activity on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  let other: number;
  let mailing: number;
  let ada: number;
  let ben: number;
  let links: number[];
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    other = await insertAccount(database.kysely, { name: 'other', domain: 'example.net' });
  });
  afterAll(() => database.close());

  /** A mailing with two links, and two contacts, of their own. */
  beforeEach(async () => {
    const about = { name: crypto.randomUUID(), subject: 'x', type: 'regular', creator: 'a' } as const;
    mailing = (await insertMailing(database.kysely, accountId, about))!;
    [ada, ben] = (await contactsOf(accountId, 2)) as [number, number];
    const link = { url: 'https://example.org/', type: 'STANDARD', tags: ['top'] } as const;
    const given = [link, { ...link, url: 'https://example.org/2' }].map((one) => ({ ...one, tags: [...one.tags] }));
    links = await database.kysely.transaction().execute((tx) => registerLinks(tx, accountId, mailing, given));
  });

  async function contactsOf(account: number, count: number): Promise<number[]> {
    const rows = Array.from({ length: count }, () => ({ account_id: account }));
    const inserted = await database.kysely.insertInto('contact').values(rows).returning('id').execute();
    return inserted.map(({ id }) => id);
  }

  const deliver = (...deliveries: Partial<Delivery>[]) => {
    const complete = deliveries.map((delivery, index) => ({
      ...{ mailingId: mailing, contactId: ada, messageId: `${mailing}-${index}@example.org`, sentAt: at('10:00:00') },
      ...delivery,
    }));
    return database.kysely.transaction().execute((tx) => recordDeliveries(tx, accountId, complete));
  };
  const openMails = (...openings: (Partial<Opening> & { at: Date })[]) => {
    const complete = openings.map((opening) => ({ mailingId: mailing, ...how, ...opening }) as Opening);
    return database.kysely.transaction().execute((tx) => recordOpenings(tx, accountId, complete));
  };
  const click = (...clicks: (Partial<Click> & { at: Date })[]) => {
    const complete = clicks.map((one) => ({ linkId: links[0]!, ...how, ...one }) as Click);
    return database.kysely.transaction().execute((tx) => recordClicks(tx, accountId, complete));
  };

  const rowsOf = async (table: 'delivery' | 'reader' | 'opening' | 'click') =>
    database.kysely.selectFrom(table).selectAll().where('mailing_id', '=', mailing).orderBy('id').execute();
  const readers = async () =>
    (await rowsOf('reader')).map((row) => {
      const { contact_id, alias, openings, clicks } = row as unknown as Record<string, unknown>;
      return [contact_id ?? alias, openings, clicks];
    });
  const firsts = async (table: 'opening' | 'click') =>
    (await rowsOf(table)).map((row) => (row as unknown as { first: boolean }).first);

  test('a delivery is written down once, also when it is settled again', async () => {
    const two = [{ contactId: ada }, { contactId: ben, messageId: `${mailing}-b@example.org` }];
    await deliver(...two);
    await deliver(...two);
    expect((await rowsOf('delivery')).map((row) => 'contact_id' in row && row.contact_id)).toEqual([ada, ben]);
    await deliver({ contactId: ada, messageId: 'another@example.org' });
    expect(await rowsOf('delivery'), 'a mailing comes once').toHaveLength(2);
    await deliver({ contactId: ada, messageId: `${mailing}-t@example.org`, occasion: 'doi:7' });
    expect(await rowsOf('delivery'), 'but once for each occasion').toHaveLength(3);
  });

  test('every opening is kept, and the first of each reader counts as unique', async () => {
    await openMails(
      { contactId: ben, at: at('10:00:05') },
      { contactId: ada, at: at('10:00:03') },
      { contactId: ada, at: at('10:00:02') },
      { alias: 'r4nd0m', at: at('10:00:04') },
    );
    await openMails({ contactId: ada, at: at('10:00:01') }, { alias: 'r4nd0m', at: at('10:00:09') });
    expect(await firsts('opening')).toEqual([true, false, true, true, false, false]);
    expect(new Set(await readers())).toEqual(
      new Set([
        [ada, 3, 0],
        [ben, 1, 0],
        ['r4nd0m', 2, 0],
      ]),
    );
    const latest = await database.kysely.selectFrom('reader').select('last_opened_at').where('contact_id', '=', ada);
    expect(await latest.executeTakeFirst()).toEqual({ last_opened_at: at('10:00:03') });
  });

  test('machines open nothing, and the first person after them counts', async () => {
    await openMails({ contactId: ada, at: at('10:00:01'), class: 'machine' });
    expect([await readers(), await firsts('opening')]).toEqual([[[ada, 0, 0]], [false]]);
    await openMails(
      { contactId: ada, at: at('10:00:02'), class: 'machine' },
      { contactId: ada, at: at('10:00:03'), class: 'suspect' },
    );
    expect([await readers(), await firsts('opening')]).toEqual([[[ada, 1, 0]], [false, false, true]]);
  });

  test('clicks are unique by link, and imply an opening where there was none', async () => {
    await openMails({ contactId: ben, at: at('10:00:00') });
    await click(
      { contactId: ada, at: at('10:00:02') },
      { contactId: ada, at: at('10:00:01') },
      { contactId: ada, at: at('10:00:03'), linkId: links[1]! },
      { contactId: ben, at: at('10:00:04') },
      { contactId: ben, at: at('10:00:05'), class: 'machine' },
    );
    await click({ contactId: ada, at: at('10:00:06') });
    expect(await firsts('click')).toEqual([true, false, true, true, false, false]);
    const openings = (await rowsOf('opening')) as unknown as Record<string, unknown>[];
    expect(openings.map(({ source, at: when, first }) => [source, when, first])).toEqual([
      ['pixel', at('10:00:00'), true],
      ['click', at('10:00:01'), true],
    ]);
    expect(new Set(await readers())).toEqual(
      new Set([
        [ada, 1, 4],
        [ben, 1, 1],
      ]),
    );
    await openMails({ contactId: ada, at: at('10:00:07') });
    expect(await firsts('opening')).toEqual([true, true, false]);
  });

  test('of two first events at once, one is the first', async () => {
    const many = Array.from({ length: 8 }, (_, i) => at(`10:00:0${i}`));
    await Promise.all(many.map((when) => openMails({ contactId: ada, at: when }, { alias: 'b', at: when })));
    await Promise.all(many.map((when) => click({ contactId: ada, at: when }, { contactId: ben, at: when })));
    expect((await firsts('opening')).filter(Boolean)).toHaveLength(3);
    expect((await firsts('click')).filter(Boolean)).toHaveLength(2);
    expect(new Set(await readers())).toEqual(
      new Set([
        [ada, 8, 8],
        ['b', 8, 0],
        [ben, 1, 8],
      ]),
    );
  });

  test('an erased contact is counted without its id; nothing more is written about it', async () => {
    await deliver({ contactId: ada });
    await openMails({ contactId: ada, at: at('10:00:01') }, { contactId: ben, at: at('10:00:01') });
    await click({ contactId: ada, at: at('10:00:02') });
    const before = [(await rowsOf('opening')).length, (await rowsOf('click')).length];
    await database.kysely.transaction().execute((tx) => eraseContacts(tx, accountId, [ada]));
    await deliver({ contactId: ada, messageId: `${mailing}-late@example.org` });
    await openMails({ contactId: ada, at: at('10:00:03') });
    await click({ contactId: ada, at: at('10:00:04') });
    expect([(await rowsOf('opening')).length, (await rowsOf('click')).length]).toEqual(before);
    expect(new Set(await readers())).toEqual(
      new Set([
        [null, 1, 1],
        [ben, 1, 0],
      ]),
    );
    const deliveries = (await rowsOf('delivery')) as unknown as { contact_id: number | null }[];
    expect(deliveries.map(({ contact_id }) => contact_id)).toEqual([null, null]);
    const agents = (await rowsOf('opening')) as unknown as { user_agent: string | null }[];
    expect(agents.map(({ user_agent }) => user_agent).sort()).toEqual(['Reader/1', null]);
  });

  test('no account writes about contacts, links or mailings of another', async () => {
    const [stranger] = await contactsOf(other, 1);
    await deliver({ contactId: stranger! });
    await openMails({ contactId: stranger!, at: at('10:00:00') });
    expect((await rowsOf('delivery')).map((row) => 'contact_id' in row && row.contact_id)).toEqual([null]);
    expect(await rowsOf('opening')).toEqual([]);
    const theirs = { ...how, contactId: stranger!, at: at('10:00:00') };
    await database.kysely.transaction().execute((tx) => recordClicks(tx, other, [{ ...theirs, linkId: links[0]! }]));
    expect(await rowsOf('click')).toEqual([]);
    const foreign = database.kysely
      .transaction()
      .execute((tx) => recordOpenings(tx, other, [{ ...theirs, mailingId: mailing }]));
    await expect(foreign).rejects.toMatchObject({ code: '23503' });
  });

  test('thousands in one statement', async () => {
    const ids = await contactsOf(accountId, 3000);
    await deliver(...ids.map((contactId, i) => ({ contactId, messageId: `${mailing}-m${i}@example.org` })));
    await openMails(
      ...ids.flatMap((contactId) => [
        { contactId, at: at('10:00:01') },
        { contactId, at: at('10:00:02') },
      ]),
    );
    await click(...ids.map((contactId) => ({ contactId, at: at('10:00:03') })));
    const { rows } = await sql`
      select (select count(*) from delivery where mailing_id = ${mailing}) as sent,
        (select count(*) from reader where mailing_id = ${mailing} and openings = 2 and clicks = 1) as readers,
        (select count(*) from opening where mailing_id = ${mailing} and first) as opened,
        (select count(*) from click where mailing_id = ${mailing} and first) as clicked`.execute(database.kysely);
    expect(rows).toEqual([{ sent: 3000, readers: 3000, opened: 3000, clicked: 3000 }]);
  });
});
