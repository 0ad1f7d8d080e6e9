import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { givePositions } from '../../src/journal/give-positions.ts';
import { noteRecorded } from '../../src/journal/note.ts';
import type { Place } from '../../src/journal/place.ts';
import { purgeJournalTask } from '../../src/journal/purge-task.ts';
import { readJournal } from '../../src/journal/read.ts';
import type { EventKind } from '../../src/journal/tables.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { usualDatabases } from '../support/database.ts';

describe.each(usualDatabases())('how long the journal is kept on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    accountId = await insertAccount(database.kysely, { name: crypto.randomUUID(), domain: 'example.org' });
  });

  const record = (kind: EventKind, id: number) => noteRecorded(database.kysely, accountId, kind, [id]);
  /** All that was recorded is so much older; places are with `daysAgo`. */
  const passDays = (days: number) =>
    sql`update journal_entry set recorded_at = recorded_at - make_interval(days => ${days})`.execute(database.kysely);
  const daysAgo = (place: Place, days: number): Place => ({
    ...place,
    at: place.at - days * 86_400_000,
    recordedAt: place.recordedAt - days * 86_400_000,
  });
  async function purge(keepEvents: number | undefined) {
    const task = purgeJournalTask(keepEvents);
    while (await task.run(database.kysely, new AbortController().signal));
  }
  async function read(after?: Place, limit = 10) {
    await givePositions(database.kysely, accountId);
    const part = await readJournal(database.kysely, accountId, after, limit);
    if (typeof part === 'string') return part;
    return { ids: part.events.map(({ kind, id }) => `${kind} ${id}`), end: part.end, more: part.more };
  }
  async function page(...given: Parameters<typeof read>) {
    const part = await read(...given);
    if (typeof part === 'string') throw new Error(part);
    return part;
  }

  test.each<[number | undefined, number, string[]]>([
    [undefined, 30, ['step 1', 'opening 2', 'step 3']],
    [undefined, 32, ['opening 2']],
    [40, 32, ['opening 2']],
    [40, 41, []],
    [7, 8, ['step 1', 'step 3']],
  ])('with %s days of events, those of %i days ago are %j', async (keepEvents, days, left) => {
    await record('step', 1);
    await record('opening', 2);
    await record('step', 3);
    await passDays(days);
    await purge(keepEvents);
    expect((await page()).ids).toEqual(left);
  });

  test('who has read everything goes on, however old that is', async () => {
    await record('opening', 1);
    const end = daysAgo((await page()).end, 100);
    await passDays(100);
    await purge(7);
    expect(await page(end)).toMatchObject({ ids: [], more: false });
    await record('opening', 2);
    expect((await page(end)).ids).toEqual(['opening 2']);
  });

  test('who reads page after page goes on while old events are deleted', async () => {
    for (const id of [1, 2, 3]) await record('opening', id);
    await passDays(8);
    await record('opening', 4);
    const { ids, end } = await page(undefined, 1);
    await purge(7);
    expect([ids, (await page(end)).ids]).toEqual([['opening 1'], ['opening 4']]);
  });

  test('who comes when later events are deleted already is told, and begins anew', async () => {
    await record('opening', 1);
    const old = daysAgo((await page()).end, 9);
    await passDays(9);
    await record('opening', 2);
    await sql`update journal_entry set recorded_at = recorded_at - interval '8 days'
      where account_id = ${accountId} and event_ids = '{2}'`.execute(database.kysely);
    await purge(7);
    await record('opening', 3);
    expect(await read(old)).toBe('too-old');
    expect((await page()).ids).toEqual(['opening 3']);
  });

  test('a journal that was set back does not know later places', async () => {
    for (const id of [1, 2, 3]) await record('opening', id);
    const { end } = await page();
    const earlier = await page(undefined, 1);
    await sql`delete from journal_entry where account_id = ${accountId} and position > 1`.execute(database.kysely);
    await sql`update journal set position = 1 where account_id = ${accountId}`.execute(database.kysely);
    expect(await read(end)).toBe('unknown');
    for (const id of [2, 3, 4]) await record('opening', id);
    expect(await read(end), 'another entry has its position').toBe('unknown');
    expect((await page(earlier.end)).ids).toEqual(['opening 2', 'opening 3', 'opening 4']);
  });
});
