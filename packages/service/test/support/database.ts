import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { preparePostgresDirectory } from '../../src/platform/database/embedded/directory.ts';
import { openEngine } from '../../src/platform/database/embedded/engine.ts';
import { type Database, type DatabaseConfig, openDatabase } from '../../src/platform/database/open.ts';

export interface DatabaseKind {
  kind: Database['kind'];
  /** A fresh, migrated database of its own. It is closed and removed after the test file at the latest. */
  open(): Promise<Database>;
  /** The same with what an older version left behind, as SQL. */
  openFrom(dump: string): Promise<Database>;
}

/**
 * Both kinds of database, for `describe.each(databases())('… on $kind', ({ open }) => …)`. Call it where tests are
 * collected, not inside of one. Opening fails if there is no PostgreSQL: no test is skipped.
 */
export function databases(): DatabaseKind[] {
  const opened: Database[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
  });
  const openIn = (place: () => Promise<Place>) => async () => {
    const { config, remove } = await place();
    const database = await openDatabase(config);
    const closed = () => database.close().then(remove);
    let closing: Promise<void> | undefined;
    const disposable: Database = {
      ...database,
      close: () => {
        closing ??= closed();
        return closing;
      },
    };
    opened.push(disposable);
    return disposable;
  };
  return [
    { kind: 'embedded', open: openIn(directory), openFrom: (dump) => openIn(() => directoryFrom(dump))() },
    { kind: 'server', open: openIn(emptyServerDatabase), openFrom: (dump) => openIn(() => serverDatabaseFrom(dump))() },
  ];
}

interface Place<Config = DatabaseConfig> {
  config: Config;
  remove(): Promise<void>;
}

/** A copy of a data directory that was migrated once in this test run: five times faster than a first start. */
async function directory(): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-data-'));
  cpSync(await migratedDirectory(), dataDir, { recursive: true });
  return { config: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function migratedDirectory(): Promise<string> {
  const ready = join(inject('runDirectory'), 'migrated');
  if (existsSync(ready)) return ready;
  const dataDir = mkdtempSync(`${ready}-`);
  await (await openDatabase({ dataDir })).close();
  try {
    renameSync(dataDir, ready);
  } catch {
    rmSync(dataDir, { recursive: true, force: true }); // another test file was first
  }
  return ready;
}

async function directoryFrom(dump: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-data-'));
  const engine = await openEngine(await preparePostgresDirectory(dataDir, () => {}));
  await engine.exec(dump);
  await engine.close();
  return { config: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function serverDatabaseFrom(dump: string): Promise<Place> {
  const place = await emptyServerDatabase();
  await administer(dump, place.config.databaseUrl);
  return place;
}

/**
 * A new database without tables on the server of this test run.
 * @param options of CREATE DATABASE
 */
export async function emptyServerDatabase(options = ''): Promise<Place<{ databaseUrl: string }>> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name} template template0 ${options}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { config: { databaseUrl: url.href }, remove: () => administer(`drop database ${name} with (force)`) };
}

async function administer(sql: string, url = serverUrl()): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

function serverUrl(): string {
  const { url, error } = inject('postgres');
  if (url === undefined) throw new Error(`There is no PostgreSQL server for the tests. ${error}`);
  return url;
}
