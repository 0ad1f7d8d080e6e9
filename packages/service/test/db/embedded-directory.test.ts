import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

/** DBState of pg_control (PostgreSQL, catalog/pg_control.h), behind identifier, control version and catalog version. */
const clusterState = (dataDir: string) => readFileSync(join(dataDir, 'postgres/global/pg_control')).readInt32LE(16);
const shutDown = 1;
const inProduction = 6;

test('the directory is made for its owner alone', async () => {
  const dataDir = join(temporaryDirectory(), 'new', 'data');
  await (await openDatabase({ dataDir })).close();
  const mode = (path: string) => statSync(join(dataDir, path)).mode & 0o777;
  expect([mode('.'), mode('postgres'), mode('postgres/base'), mode('postgres/PG_VERSION')]).toEqual([
    0o700, 0o700, 0o700, 0o600,
  ]);
});

test('a close is clean: rows are kept, the log needs no repair', async () => {
  const dataDir = temporaryDirectory();
  const first = await openDatabase({ dataDir });
  await first.kysely.insertInto('account').values({ name: 'kept', domain: 'example.org' }).execute();
  expect(clusterState(dataDir)).toBe(inProduction);
  await first.close();
  expect(clusterState(dataDir)).toBe(shutDown);

  const second = await openDatabase({ dataDir });
  expect(await second.kysely.selectFrom('account').select('name').execute()).toEqual([{ name: 'kept' }]);
  await second.close();
});

test('what an interrupted start left behind is removed', async () => {
  const dataDir = temporaryDirectory();
  mkdirSync(join(dataDir, 'postgres.new-abc', 'base'), { recursive: true });
  await (await openDatabase({ dataDir })).close();
  expect(readdirSync(dataDir).sort()).toEqual(['lock', 'lock.owner', 'postgres']);
});

test('a database of another PostgreSQL major is refused and not touched', async () => {
  const dataDir = temporaryDirectory();
  mkdirSync(join(dataDir, 'postgres'));
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /was made by PostgreSQL 17, and this Mailwright works with PostgreSQL 18/,
  );
  expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
});

test('the major that is expected is the one that runs', async () => {
  const dataDir = temporaryDirectory();
  const database = await openDatabase({ dataDir });
  const { rows } = await sql`select current_setting('server_version_num')::int4 / 10000 as major`.execute(
    database.kysely,
  );
  expect(rows).toEqual([{ major: Number(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')) }]);
  await database.close();
});

test('a path that is a file is refused', async () => {
  const dataDir = join(temporaryDirectory(), 'file');
  writeFileSync(dataDir, '');
  await expect(openDatabase({ dataDir })).rejects.toThrow(`The data directory ${dataDir} cannot be created`);
  expect(existsSync(dataDir)).toBe(true);
});
