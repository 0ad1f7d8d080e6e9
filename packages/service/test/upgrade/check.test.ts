import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { backUp } from '../../src/platform/database/backups/backup.ts';
import { restoreBackup } from '../../src/platform/database/backups/restore.ts';
import { recordVerifiedBackup } from '../../src/platform/database/backups/verified.ts';
import { migrations } from '../../src/platform/database/migrations/index.ts';
import { type DatabaseConfig, openDatabase } from '../../src/platform/database/open.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { commandLine } from '../support/command-line.ts';
import { temporaryDirectory } from '../support/data-directory.ts';
import { databases } from '../support/database.ts';
import { freshDirectory, startService } from '../support/process.ts';

const dump = readFileSync(new URL('44cf689.sql', import.meta.url), 'utf8');
const last = Object.keys(migrations).at(-1)!;

const placeOptions = (config: DatabaseConfig) =>
  'dataDir' in config ? ['--data', config.dataDir] : ['--database', config.databaseUrl];

async function check(config: DatabaseConfig, ...more: string[]) {
  // Settings of the tests are none of the service's.
  for (const name of Object.keys(process.env).filter((each) => each.startsWith('MAILWRIGHT_')))
    vi.stubEnv(name, undefined);
  const { code, stdout, stderr } = await commandLine([
    'upgrade',
    '--check',
    '--json',
    ...placeOptions(config),
    ...more,
  ]);
  expect(stderr).toBe('');
  const report = JSON.parse(stdout);
  const told = report.findings.map(
    ({ check, state }: { check: string; state: string }) => `${state} ${check}`,
  ) as string[];
  return { code, report, told };
}

/** Looks at a database, or changes it, without migrating it. */
async function within<Result>(config: DatabaseConfig, use: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(config, { migrates: false });
  return use(database.kysely).finally(() => database.close());
}

const stateOf = (config: DatabaseConfig) =>
  within(config, async (db) => {
    const { rows } = await sql<{ state: string }>`
      select string_agg(line, ' ' order by line) as state from (
        select name || timestamp as line from kysely_migration
        union all select table_name || column_name from information_schema.columns where table_schema = 'public') as t`.execute(
      db,
    );
    return rows[0]!.state;
  });

const kinds = databases();
const [embedded] = kinds;

describe.each(kinds)('upgrade --check on $kind', ({ placeFrom }) => {
  test('tells what is ahead of an older database, and changes nothing', async () => {
    const config = await placeFrom(dump);
    const before = await stateOf(config);
    const { code, report, told } = await check(config);
    expect([code, report.ready, told]).toEqual([
      1,
      false,
      ['ok migrations', 'ok disk', 'error backup', expect.stringMatching('settings')],
    ]);
    expect(report.ahead.at(-1).name).toBe(last);
    expect(report.ahead.flatMap(({ effects }: { effects: object[] }) => effects)).toContainEqual(
      expect.objectContaining({ table: 'contact', kind: 'indexes', large: false }),
    );
    expect(report.wayBack.length).toBeGreaterThan(3);
    expect(await stateOf(config)).toBe(before);
  });

  test('has nothing against a database of this version, and something against one of a newer version', async () => {
    const config = await placeFrom(dump);
    await (await openDatabase(config)).close();
    expect(await check(config)).toMatchObject({ code: 0, report: { ready: true, ahead: [] } });
    await within(config, (db) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2030')`.execute(db),
    );
    const { code, report, told } = await check(config);
    expect([code, told[0]]).toEqual([1, 'error migrations']);
    expect(report.findings[0].message).toContain('9999_future');
  });

  test('is content with a backup of today, and judges a file of settings', async () => {
    const config = await placeFrom(dump);
    await (await openDatabase(config)).close();
    await within(config, async (db) => {
      await recordVerifiedBackup(db, new Date());
      await sql`delete from kysely_migration where name = ${last}`.execute(db);
    });
    const settings = join(freshDirectory(), 'mailwright.conf');
    writeFileSync(settings, '# ours\nMAILWRIGHT_PORT="443"\n');
    const { code, report, told } = await check(config, '--settings', settings);
    expect([code, told]).toEqual([0, ['ok migrations', 'ok disk', 'ok backup', 'ok settings']]);
    expect(report.ahead.map(({ name }: { name: string }) => name)).toEqual([last]);
    writeFileSync(settings, 'MAILWRIGHT_PROT=443\n');
    expect(await check(config, '--settings', settings)).toMatchObject({ code: 1, report: { ready: false } });
  });
});

test('the text names what is ahead and the way back; without --check nothing happens', async () => {
  const config = await embedded!.placeFrom(dump);
  const { code, stdout } = await commandLine(['upgrade', '--check', ...placeOptions(config)]);
  expect(code).toBe(1);
  expect(stdout).toContain(last);
  expect(stdout).toMatch(/The way back:\n {2}1\. Before: mailwright backup/);
  const { code: refused, stderr } = await commandLine(['upgrade', ...placeOptions(config)]);
  expect([refused, stderr]).toEqual([1, expect.stringContaining('say --check')]);
});

test('asks the service that runs on the data', async () => {
  const dataDir = freshDirectory();
  const service = await startService(dataDir);
  const { code, report } = await check({ dataDir });
  service.child.kill('SIGTERM');
  await service.ended;
  expect([code, report.ahead]).toEqual([0, []]);
});

test('a directory without a database gets none', async () => {
  const dataDir = temporaryDirectory();
  const { code, stderr } = await commandLine(['upgrade', '--check', '--data', dataDir]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('has no database: there is nothing to upgrade')]);
});

test('the way back: a backup of the version before has its tables and rows after an upgrade', async () => {
  const config = await embedded!.placeFrom(dump);
  if (!('dataDir' in config)) throw new Error('the first kind is embedded');
  const before = await stateOf(config);
  const backup = join(temporaryDirectory(), 'backup');
  await within(config, (db) => backUp(db, config.dataDir, backup, () => {}));
  const upgraded = await openDatabase(config);
  await sql`update account set name = 'after the upgrade'`.execute(upgraded.kysely);
  await upgraded.close();
  const dataDir = join(temporaryDirectory(), 'restored');
  await restoreBackup(backup, dataDir, () => {});
  expect(await stateOf({ dataDir })).toBe(before);
  const names = await within({ dataDir }, (db) => db.selectFrom('account').select('name').execute());
  expect(names).not.toContainEqual({ name: 'after the upgrade' });
});
