import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { backUp } from '../../src/platform/database/backups/backup.ts';
import { restoreBackup } from '../../src/platform/database/backups/restore.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

const quiet = () => {};

test('a backup that is made while others write is the database of one moment', async () => {
  const dataDir = join(temporaryDirectory(), 'data');
  const target = join(temporaryDirectory(), 'backup');
  const { kysely, close } = await openDatabase({ dataDir });
  await sql`create table written (id int primary key, batch int not null, text text not null)`.execute(kysely);
  await sql`create index on written (batch)`.execute(kysely);
  await sql`insert into written select -i, -1, repeat('old', 500) from generate_series(1, 20000) as i`.execute(kysely);
  let batches = 0;
  let done = false;
  const writing = (async () => {
    for (; !done; batches++) {
      await kysely.transaction().execute(async (transaction) => {
        await sql`insert into written select 3 * ${batches}::int + i, ${batches}, 'new' from generate_series(0, 2) as i`.execute(
          transaction,
        );
        await sql`update written set text = ${`changed by ${batches}`} where id = ${-1 - (batches % 20000)}`.execute(
          transaction,
        );
      });
      // What upkeep and erasures do; the log of before must still be there for the backup.
      if (batches % 50 === 49) await sql`checkpoint`.execute(kysely);
      if (batches % 70 === 69) await sql`select pg_switch_wal()`.execute(kysely);
    }
  })();
  await expect.poll(() => batches).toBeGreaterThan(20);
  const before = batches;
  const shown: number[] = [];
  await backUp(kysely, dataDir, target, ({ copied, total }) => shown.push(copied / total));
  const after = batches;
  done = true;
  await writing;
  expect(shown.at(-1)).toBe(1);
  expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  expect(after).toBeGreaterThan(before);
  const slots = await sql`select slot_name from pg_replication_slots`.execute(kysely);
  expect(slots.rows).toEqual([]);
  await close();

  const restored = join(temporaryDirectory(), 'restored');
  await restoreBackup(target, restored, quiet);
  const copy = await openDatabase({ dataDir: restored });
  const { rows } = await sql<{ batch: number; rows: number }>`
    select batch, count(*) as rows from written where batch >= 0 group by batch order by batch`.execute(copy.kysely);
  expect(rows).toEqual(Array.from({ length: rows.length }, (_, batch) => ({ batch, rows: 3 })));
  expect(rows.length).toBeGreaterThanOrEqual(before);
  expect(rows.length).toBeLessThanOrEqual(after + 1);
  // The second statement of the last transaction is there with its first.
  const last = await sql<{ text: string }>`
    select text from written where id = ${-1 - ((rows.length - 1) % 20000)}`.execute(copy.kysely);
  expect(last.rows).toEqual([{ text: `changed by ${rows.length - 1}` }]);
  await sql`set enable_seqscan = off`.execute(copy.kysely);
  const indexed = await sql<{ n: number }>`select count(*) as n from written where batch > -2`.execute(copy.kysely);
  expect(indexed.rows).toEqual([{ n: 20000 + 3 * rows.length }]);
  await sql`insert into written values (99999999, 1, 'it can be written to')`.execute(copy.kysely);
  await copy.close();
});

test('what cannot be done is said, and leaves nothing behind', async () => {
  const directory = temporaryDirectory();
  const dataDir = join(directory, 'data');
  const { kysely, close } = await openDatabase({ dataDir });
  mkdirSync(join(directory, 'there'));
  await expect(backUp(kysely, dataDir, join(directory, 'there'), quiet)).rejects.toThrow('already exists');
  await expect(backUp(kysely, dataDir, join(directory, 'no', 'way'), quiet)).rejects.toThrow('is not a directory');
  const failing = () => {
    throw new Error('the disk is full');
  };
  await expect(backUp(kysely, dataDir, join(directory, 'half'), failing)).rejects.toThrow('the disk is full');
  expect(readdirSync(directory).sort()).toEqual(['data', 'there']);
  await backUp(kysely, dataDir, join(directory, 'whole'), quiet);
  const whole = join(directory, 'whole');
  await expect(restoreBackup(whole, dataDir, quiet)).rejects.toThrow('is in use by another Mailwright');
  await close();
  await expect(restoreBackup(whole, dataDir, quiet)).rejects.toThrow('already contains a database');
  await expect(restoreBackup(join(directory, 'there'), join(directory, 'new'), quiet)).rejects.toThrow(
    'is not a backup',
  );
  writeFileSync(join(whole, 'backup.json'), '{"format":2}');
  await expect(restoreBackup(whole, join(directory, 'new'), quiet)).rejects.toThrow('newer version of Mailwright');
  expect(existsSync(join(directory, 'new'))).toBe(false);
});
