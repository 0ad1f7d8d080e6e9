import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { type Database, openDatabase } from '../../src/platform/database/open.ts';
import { startChild } from '../support/child.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

/** How many rows each write of scripts/write.ts has. */
const size = (write: number) => [1, 2, 100][write % 3];

async function writes({ kysely }: Database): Promise<Map<number, number>> {
  const rows = await kysely
    .selectFrom('api_key')
    .select(['label', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('label')
    .execute();
  return new Map(rows.map(({ label, count }) => [Number(label), count]));
}

test('kill -9 while it writes, several times: every acknowledged write is there, whole, and so are the indexes', async () => {
  const dataDir = temporaryDirectory();
  let acknowledged = -1;
  for (const more of deep ? [1, 7, 40, 150, 333] : [7, 40]) {
    const child = startChild(new URL('./scripts/write.ts', import.meta.url), dataDir, String(acknowledged + 1));
    for (let count = 0; count < more; count++) acknowledged = Number(await child.line());
    await child.kill();

    const database = await openDatabase({ dataDir });
    const found = await writes(database);
    for (let write = 0; write <= acknowledged; write++) expect([write, found.get(write)]).toEqual([write, size(write)]);
    // Writes beyond were committed but not heard of; they are whole too, and the next round goes on behind them.
    for (const [write, count] of found) expect([write, count]).toEqual([write, size(write)]);
    acknowledged = Math.max(...found.keys());

    await sql`set enable_seqscan = off`.execute(database.kysely);
    const indexed = await sql<{ n: number }>`select count(hash) as n from api_key where hash >= ''`.execute(
      database.kysely,
    );
    expect(indexed.rows).toEqual([{ n: [...found.values()].reduce((sum, count) => sum + count, 0) }]);
    await database.close();
  }
});

test.each([
  ['before there is anything', /^lock/],
  ['while the first files are made', /^postgres\.new-/],
  ['just when they are complete', /^postgres$/],
])('kill -9 in the very first start, %s: the next start finds a good database', async (_, moment) => {
  const dataDir = temporaryDirectory();
  const watcher = watch(dataDir);
  const child = startChild(new URL('./scripts/hold.ts', import.meta.url), dataDir);
  await seen(watcher, moment);
  await child.kill();
  watcher.close();

  const database = await openDatabase({ dataDir });
  expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([]);
  await database.close();
});

async function seen(watcher: FSWatcher, name: RegExp): Promise<void> {
  for (;;) {
    const [, file] = await once(watcher, 'change');
    if (name.test(String(file))) return;
  }
}
