import fs from 'node:fs';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { openEngine } from '../../src/platform/database/embedded/engine.ts';
import { openDatabase } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

test('every commit reaches fsync, and a checkpoint syncs files and directories', async () => {
  const dataDir = temporaryDirectory();
  await (await openDatabase({ dataDir })).close();
  // The engine of the database thread, here in this thread so that its calls can be counted.
  const engine = await openEngine(`${dataDir}/postgres`);
  const fsync = vi.spyOn(fs, 'fsyncSync');
  const count = async (sql: string) => {
    const before = fsync.mock.calls.length;
    await engine.query(sql);
    return fsync.mock.calls.length - before;
  };

  for (let n = 0; n < 20; n++) {
    expect(await count(`insert into account (name, domain) values ('a', 'b')`)).toBeGreaterThanOrEqual(1);
  }
  expect(await count('select 1')).toBe(0);
  await count('begin');
  expect(await count(`insert into account (name, domain) values ('a', 'b')`)).toBe(0);
  expect(await count('commit')).toBeGreaterThanOrEqual(1);

  const opened = vi.spyOn(fs, 'openSync');
  expect(await count('checkpoint')).toBeGreaterThan(3);
  const paths = opened.mock.calls.map(([path]) => String(path));
  const directories = paths.filter((path) => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory());
  expect(directories.length).toBeGreaterThan(0);
  await engine.close();
});

test('the settings that durability and size rest on are in force', async () => {
  const database = await openDatabase({ dataDir: temporaryDirectory() });
  const { rows } = await sql`
    select name, setting || coalesce(unit, '') as value from pg_settings
    where name in ('fsync', 'wal_sync_method', 'full_page_writes', 'synchronous_commit',
                   'shared_buffers', 'max_connections', 'max_wal_size', 'min_wal_size')
    order by name`.execute(database.kysely);
  expect(rows).toEqual([
    { name: 'fsync', value: 'on' },
    { name: 'full_page_writes', value: 'on' },
    { name: 'max_connections', value: '10' },
    { name: 'max_wal_size', value: '96MB' },
    { name: 'min_wal_size', value: '32MB' },
    { name: 'shared_buffers', value: '20488kB' },
    { name: 'synchronous_commit', value: 'on' },
    { name: 'wal_sync_method', value: 'fsync' },
  ]);
  await database.close();
});
