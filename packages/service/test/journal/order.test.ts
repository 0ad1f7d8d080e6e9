import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { givePositions } from '../../src/journal/give-positions.ts';
import { noteRecorded } from '../../src/journal/note.ts';
import type { Place } from '../../src/journal/place.ts';
import { readJournal } from '../../src/journal/read.ts';
import type { Database } from '../../src/platform/database/open.ts';
import type { Schema } from '../../src/platform/database/schema.ts';
import { databases } from '../support/database.ts';

describe.each(databases())('the journal on $kind', ({ kind, open }) => {
  let database: Database;
  let accountId: number;
  let lastId: number;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    accountId = await insertAccount(database.kysely, { name: crypto.randomUUID(), domain: 'example.org' });
    lastId = 0;
  });

  /** Ids of so many new events. */
  const newIds = (count: number) => Array.from({ length: count }, () => ++lastId);
  const note = (ids: readonly number[], transaction: Transaction<Schema>) =>
    noteRecorded(transaction, accountId, 'click', ids);
  const record = (ids: readonly number[]) => database.kysely.transaction().execute((tx) => note(ids, tx));

  /** A program that reads page after page. */
  function startReader(limit: number) {
    let after: Place | undefined;
    const ids: number[] = [];
    return {
      ids,
      /** Reads what there is. */
      async read() {
        for (;;) {
          await givePositions(database.kysely, accountId);
          const part = await readJournal(database.kysely, accountId, after, limit);
          if (typeof part === 'string') throw new Error(part);
          expect(part.events.length).toBeLessThanOrEqual(limit);
          ids.push(...part.events.map(({ id }) => id));
          after = part.end;
          if (!part.more) return ids;
        }
      },
    };
  }

  test.each([1, 3, 200, 1000])('pages of %i events have each event once, in the order of their ids', async (limit) => {
    const reader = startReader(limit);
    expect(await reader.read()).toEqual([]);
    for (const count of [1, 2, 1, 450, 3]) await record(newIds(count));
    const all = Array.from({ length: lastId }, (_, at) => at + 1);
    expect(await reader.read()).toEqual(all);
    expect(await reader.read(), 'nothing is new').toEqual(all);
    await record(newIds(1));
    expect(await reader.read()).toEqual([...all, lastId]);
  });

  test('a reader misses nothing and gets nothing twice while others write, fail and read', async () => {
    const readers = [startReader(1), startReader(7), startReader(1000)];
    const committed: number[] = [];
    let writing = true;
    const reading = readers.map(async ({ read }) => {
      while (writing) await read();
    });
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let round = 0; round < 25; round++) {
          const ids = newIds(1 + ((writer + round) % 5));
          const fails = (writer * 7 + round) % 6 === 0;
          const done = database.kysely.transaction().execute(async (transaction) => {
            await note(ids, transaction);
            // So many turns of others between the insertion and the commit.
            for (let turn = 0; turn < (writer * 3 + round) % 5; turn++) await sql`select 1`.execute(transaction);
            if (fails) throw new Error('undone');
          });
          if (fails) await expect(done).rejects.toThrow('undone');
          else await done.then(() => committed.push(...ids));
        }
      }),
    );
    writing = false;
    await Promise.all(reading);
    const [first, ...others] = await Promise.all(readers.map(({ read }) => read()));
    expect(first!.toSorted((a, b) => a - b)).toEqual(committed.toSorted((a, b) => a - b));
    for (const other of others) expect(other, 'the order is the same for all').toEqual(first);
  });

  test('accounts have journals of their own', async () => {
    await record(newIds(3));
    const first = accountId;
    accountId = await insertAccount(database.kysely, { name: crypto.randomUUID(), domain: 'example.net' });
    await record([77]);
    expect(await startReader(10).read()).toEqual([77]);
    accountId = first;
    expect(await startReader(10).read()).toEqual([1, 2, 3]);
  });

  if (kind === 'embedded') return;

  /** Begins a transaction that waits, and then asks once more before its commit. */
  async function begin(work: (transaction: Transaction<Schema>) => Promise<unknown>) {
    const begun = Promise.withResolvers<number>();
    const going = Promise.withResolvers<void>();
    const ended = database.kysely.transaction().execute(async (transaction) => {
      await work(transaction);
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      begun.resolve(rows[0]!.pid);
      await going.promise;
      await sql`select 1`.execute(transaction);
    });
    ended.catch(begun.reject);
    return { pid: await begun.promise, ended, go: () => going.resolve() };
  }
  /** Ends the connection of a transaction, as the death of its process does. */
  async function kill({ pid, ended, go }: Awaited<ReturnType<typeof begin>>) {
    await sql`select pg_terminate_backend(${pid})`.execute(database.kysely);
    go();
    await expect(ended).rejects.toThrow();
  }

  test('an event whose transaction ends late comes behind those that were read meanwhile', async () => {
    const reader = startReader(10);
    const early = newIds(2);
    const late = await begin((transaction) => note(early, transaction));
    const other = newIds(2);
    await record(other);
    expect(await reader.read(), 'it waits for nobody').toEqual(other);
    late.go();
    await late.ended;
    expect(await reader.read()).toEqual([...other, ...early]);
  });

  test('of a writer that is killed nothing is read, and nobody waits for it', async () => {
    const reader = startReader(10);
    const lost = newIds(3);
    const writer = await begin((transaction) => note(lost, transaction));
    await record(newIds(1));
    expect(await reader.read()).toEqual([4]);
    await kill(writer);
    await record(newIds(1));
    expect(await reader.read()).toEqual([4, 5]);
  });

  test('a reader that is killed while it gives positions hands none out', async () => {
    await record(newIds(3));
    const reader = await begin(async (transaction) => {
      await sql`insert into journal (account_id, position) values (${accountId}, 1)`.execute(transaction);
      await sql`update journal_entry set position = 1 where account_id = ${accountId}`.execute(transaction);
    });
    const other = startReader(2).read();
    await kill(reader);
    expect(await other).toEqual([1, 2, 3]);
    expect(await startReader(2).read()).toEqual([1, 2, 3]);
  });
});
