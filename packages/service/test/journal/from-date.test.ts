import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { placeFrom } from '../../src/journal/find-place.ts';
import { giveAllPositions } from '../../src/journal/give-positions.ts';
import { noteRecorded } from '../../src/journal/note.ts';
import { purgeJournalTask } from '../../src/journal/purge-task.ts';
import { readJournal } from '../../src/journal/read.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { usualDatabases } from '../support/database.ts';
import { randomOf } from '../support/random.ts';

const start = Date.parse('2031-03-01T08:00:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000);

describe.each(usualDatabases())('reading the journal since a time on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    accountId = await insertAccount(database.kysely, { name: crypto.randomUUID(), domain: 'example.org' });
  });

  /** Commits an entry with this event; the event's id is the second in which its transaction has recorded it. */
  async function commit(second: number) {
    await noteRecorded(database.kysely, accountId, 'click', [second]);
    await sql`update journal_entry set recorded_at = ${at(second)}
      where account_id = ${accountId} and event_ids = ${[second]}::int8[]`.execute(database.kysely);
  }
  async function readSince(seconds: number) {
    await giveAllPositions(database.kysely, accountId);
    const place = await placeFrom(database.kysely, accountId, at(seconds));
    const part = await readJournal(database.kysely, accountId, place, 1000);
    return typeof part === 'string' ? part : part.events.map(({ id }) => id);
  }

  test.each([
    [0, [10, 20, 30]],
    [10, [10, 20, 30]],
    [10.001, [20, 30]],
    [30, [30]],
    [31, []],
  ])('since second %d there are %j', async (seconds, wanted) => {
    for (const second of [10, 20, 30]) await commit(second);
    expect(await readSince(seconds)).toEqual(wanted);
  });

  test('who begins at the present gets all that comes later, also what is recorded and not committed yet', async () => {
    await commit(10);
    await giveAllPositions(database.kysely, accountId);
    const place = await placeFrom(database.kysely, accountId, at(20));
    await commit(30);
    await commit(15);
    await giveAllPositions(database.kysely, accountId);
    const part = await readJournal(database.kysely, accountId, place, 10);
    expect(part).toMatchObject({ events: [{ id: 30 }, { id: 15 }] });
  });

  test('whatever the order in which transactions end, nothing recorded since is missed or read twice', async () => {
    const random = randomOf(620);
    for (let round = 0; round < 8; round++) {
      accountId = await insertAccount(database.kysely, { name: crypto.randomUUID(), domain: 'example.org' });
      const seconds = Array.from({ length: 12 }, (_, index) => index + 1);
      const ends = new Map(seconds.map((second) => [second, random(12) + second]));
      for (const second of seconds.toSorted((a, b) => ends.get(a)! - ends.get(b)!)) {
        await commit(second);
        if (random(5) < 2) await giveAllPositions(database.kysely, accountId);
      }
      for (const since of [1, 4, 7, 12]) {
        const read = (await readSince(since)) as number[];
        expect(new Set(read).size, 'each once').toBe(read.length);
        expect(read).toEqual(expect.arrayContaining(seconds.filter((second) => second >= since)));
      }
    }
  });

  test('a time since which events were deleted is too old, a later one is not', async () => {
    for (const second of [10, 20]) await commit(second);
    await sql`update journal_entry set recorded_at = recorded_at - interval '20 years'
      where account_id = ${accountId} and event_ids = '{10}'`.execute(database.kysely);
    const task = purgeJournalTask(1);
    while (await task.run(database.kysely, new AbortController().signal));
    const years = 20 * 365.25 * 86_400;
    expect([await readSince(-years), await readSince(10)]).toEqual(['too-old', [20]]);
  });
});
