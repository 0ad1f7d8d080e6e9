import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { allOf } from '../../src/audiences/filters/rules.ts';
import { insertContactFilter } from '../../src/audiences/filters/store.ts';
import { findMailing, insertMailing } from '../../src/mailings/store.ts';
import type { MailingType } from '../../src/mailings/tables.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { archiveTask } from '../../src/sending/archiving/task.ts';
import { registerLinks } from '../../src/tracking/links/store.ts';
import { recordClicks } from '../../src/tracking/recording/clicks.ts';
import { recordOpenings } from '../../src/tracking/recording/openings.ts';
import { totalsOf } from '../../src/tracking/totals.ts';
import { usualDatabases } from '../support/database.ts';

const day = 86_400_000;
const days = 60;
const how = { class: 'human', format: 'html', device: 'MOBILE' } as const;
const never = new AbortController().signal;
const ago = (count: number) => new Date(Date.now() - count * day);

/** A mailing that was sent to people so many days ago: each of them opened it, every second one clicked, some bounced. */
async function sentMailing(db: Db, type: MailingType, people: number, at: Date) {
  const accountId = await insertAccount(db, { name: `Herald ${crypto.randomUUID()}`, domain: 'example.com' });
  const about = { name: 'News', subject: 'News', type, creator: 'test' } as const;
  const mailingId = (await insertMailing(db, accountId, about))!;
  const state = type === 'regular' ? 'done' : 'released';
  await db.updateTable('mailing').set({ state }).where('id', '=', mailingId).execute();
  await sql`
    insert into contact (account_id, email, email_folded)
    select ${accountId}, i || '@example.com', i || '@example.com' from generate_series(1, ${people}::int) as i`.execute(
    db,
  );
  const contacts = (await db.selectFrom('contact').select('id').where('account_id', '=', accountId).execute()).map(
    ({ id }) => id,
  );
  const link = { url: 'https://example.org/', type: 'STANDARD' as const, tags: [] };
  const [linkId] = await db.transaction().execute((tx) => registerLinks(tx, accountId, mailingId, [link]));
  const mailing = { accountId, mailingId, contacts, linkId: linkId! };
  await send(db, mailing, at, '');
  if (type === 'regular') {
    await db
      .insertInto('sendout')
      .values({ account_id: accountId, mailing_id: mailingId, frozen_at: at, recipients: people, finished_at: at })
      .execute();
  }
  return mailing;
}

type Sent = Awaited<ReturnType<typeof sentMailing>>;

async function send(db: Db, { accountId, mailingId, contacts, linkId }: Sent, at: Date, occasion: string) {
  await sql`
    insert into recipient (account_id, mailing_id, contact_id, occasion, state, first_tried_at)
    select ${accountId}, ${mailingId}, id, ${occasion}, 'sent', ${at} from unnest(${contacts}::int8[]) as id`.execute(
    db,
  );
  await sql`
    insert into delivery (account_id, mailing_id, contact_id, occasion, message_id, sent_at)
    select ${accountId}, ${mailingId}, id, ${occasion}, ${`${mailingId}${occasion}-`}::text || id, ${at}
    from unnest(${contacts}::int8[]) as id`.execute(db);
  await sql`
    insert into bounce (account_id, mailing_id, contact_id, occasion, at, type, status_code, source, fingerprint)
    select ${accountId}, ${mailingId}, id, ${occasion}, ${at}, case id % 2 when 0 then 'permanent' else 'transient' end,
      '5.1.1', 'reply', ${occasion}::text || id
    from unnest(${contacts}::int8[]) as id where id % 3 = 0`.execute(db);
  await read(db, { accountId, mailingId, contacts, linkId }, at);
}

async function read(db: Db, { accountId, mailingId, contacts, linkId }: Sent, at: Date): Promise<void> {
  const openings = contacts.map((contactId) => ({ contactId, mailingId, at, ...how }));
  const clicks = contacts.filter((id) => id % 2 === 0).map((contactId) => ({ contactId, linkId, at, ...how }));
  await db.transaction().execute((tx) => recordOpenings(tx, accountId, openings));
  await db.transaction().execute((tx) => recordClicks(tx, accountId, clicks));
}

async function archiveAll(db: Parameters<ReturnType<typeof archiveTask>['run']>[0]): Promise<void> {
  const task = archiveTask(days);
  while (await task.run(db, never));
}

const counted = ['delivery', 'recipient', 'bounce', 'opening', 'click', 'reader'] as const;
async function rowsOf(db: Db, mailingId: number): Promise<Record<string, number>> {
  const counts: [string, number][] = [];
  for (const table of counted) {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where mailing_id = ${mailingId}`.execute(db);
    counts.push([table, rows[0]!.count]);
  }
  return Object.fromEntries(counts);
}
const none = Object.fromEntries(counted.map((table) => [table, 0]));
const totals = async (db: Db, { accountId, mailingId }: Sent) => {
  const { lastMinute: _, ...rest } = (await totalsOf(db, accountId, [mailingId])).get(mailingId)!;
  return rest;
};

describe.each(usualDatabases())('events that are not kept any longer, on $kind', ({ open }) => {
  test('a sendout that ended before becomes archived, and its totals stay', async () => {
    const { kysely: db } = await open();
    const old = await sentMailing(db, 'regular', 1200, ago(61));
    const young = await sentMailing(db, 'regular', 10, ago(59));
    // Somebody reads it today: it is over all the same.
    await read(db, { ...old, contacts: old.contacts.slice(0, 3) }, new Date());
    const [before, kept] = [await totals(db, old), await rowsOf(db, young.mailingId)];
    expect(before).toMatchObject({ recipients: 1200, openings: 1203, uniqueOpenings: 1200, uniqueClicks: 600 });
    await archiveAll(db);
    expect(await rowsOf(db, old.mailingId)).toEqual(none);
    expect(await totals(db, old)).toEqual({ ...before, archived: true });
    expect((await findMailing(db, old.accountId, old.mailingId))!.state).toBe('archived');
    const moves = await db
      .selectFrom('mailing_transition')
      .select(['to_state', 'actor'])
      .where('mailing_id', '=', old.mailingId)
      .orderBy('id')
      .execute();
    expect(moves).toEqual(['archiving', 'archived'].map((to_state) => ({ to_state, actor: 'retention' })));
    expect(await rowsOf(db, young.mailingId)).toEqual(kept);
    expect((await findMailing(db, young.accountId, young.mailingId))!.state).toBe('done');
  });

  test('of a trigger mailing the old ones go, and readers who read on stay', async () => {
    const { kysely: db } = await open();
    const mailing = await sentMailing(db, 'trigger', 10, ago(70));
    const loyal = mailing.contacts.slice(0, 4);
    await send(db, { ...mailing, contacts: loyal }, ago(10), 'transaction:2');
    const before = await totals(db, mailing);
    await archiveAll(db);
    const bounced = loyal.filter((id) => id % 3 === 0).length;
    const clicks = loyal.filter((id) => id % 2 === 0).length;
    expect(await rowsOf(db, mailing.mailingId)).toEqual({
      ...{ delivery: 4, recipient: 4, bounce: bounced, opening: 4, click: clicks, reader: 4 },
    });
    expect(await totals(db, mailing)).toEqual({ ...before, archived: true });
    expect((await findMailing(db, mailing.accountId, mailing.mailingId))!.state).toBe('released');
  });

  test('what rules look at stays: of a mailing that a contact filter names, and what a limit counts', async () => {
    const { kysely: db } = await open();
    const named = await sentMailing(db, 'regular', 5, ago(400));
    const rule = { field: 'OPENED', is_customfield: false, operator: 'EQUALS', type: 'integer' } as const;
    const rules = allOf({ ...rule, value: String(named.mailingId) } as never);
    const filter = await insertContactFilter(db, named.accountId, { name: 'readers', author: 'test', rules });
    await sql`
      insert into contact_filter_mailing (account_id, filter_id, mailing_id)
      values (${named.accountId}, ${filter}, ${named.mailingId}) on conflict do nothing`.execute(db);
    const limited = await sentMailing(db, 'trigger', 5, ago(70));
    await sql`
      insert into mailing_dispatching (account_id, mailing_id, type, system_event, speed_level, delivery_limit, delivery_limit_unit)
      values (${limited.accountId}, ${limited.mailingId}, 'SINGLE', 'DOI_CONFIRMED', 'MEDIUM', 1, 'YEAR')`.execute(db);
    // Of this year, whatever day it is today.
    await sql`
      update delivery set sent_at = greatest(sent_at, date_trunc('year', now()))
      where mailing_id = ${limited.mailingId}`.execute(db);
    const before = await rowsOf(db, named.mailingId);
    await archiveAll(db);
    expect(await rowsOf(db, named.mailingId)).toEqual(before);
    expect((await findMailing(db, named.accountId, named.mailingId))!.state).toBe('done');
    expect((await rowsOf(db, limited.mailingId)).delivery).toBe(5);
  });

  test('who reads meanwhile is counted, and a process that stops leaves the rest to the next', async () => {
    const { kysely: db } = await open();
    const mailing = await sentMailing(db, 'trigger', 1000, ago(70));
    const before = await totals(db, mailing);
    const stopped = AbortSignal.abort();
    expect(await archiveTask(days).run(db, stopped)).toBe(true);
    expect((await rowsOf(db, mailing.mailingId)).delivery).toBe(1000);
    let again = 0;
    const reading = (async () => {
      for (const contactId of mailing.contacts.slice(0, 100)) {
        const opening = { contactId, mailingId: mailing.mailingId, at: new Date(), ...how };
        await db.transaction().execute((tx) => recordOpenings(tx, mailing.accountId, [opening]));
        again++;
      }
    })();
    await Promise.all([reading, archiveAll(db)]);
    const after = await totals(db, mailing);
    expect(again).toBe(100);
    // Who had been forgotten when he read counts once more as a reader.
    expect(after).toMatchObject({ recipients: before.recipients, openings: before.openings + again });
    expect(after.uniqueOpenings).toBeGreaterThanOrEqual(before.uniqueOpenings);
    expect(after.uniqueOpenings).toBeLessThanOrEqual(before.uniqueOpenings + again);
    expect((await rowsOf(db, mailing.mailingId)).opening).toBe(again);
  });
});
