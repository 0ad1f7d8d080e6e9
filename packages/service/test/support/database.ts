import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { deep } from '../../../../tools/verify/src/deep.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { preparePostgresDirectory } from '../../src/platform/database/embedded/directory.ts';
import { openEngine } from '../../src/platform/database/embedded/engine.ts';
import type { Database, DatabaseConfig } from '../../src/platform/database/open.ts';
import { usedDirectory } from './data-directory.ts';

/** A password takes a quarter of a second of processor time at the cost of the service, and many tests sign in. */
const passwordCost = { N: 2, r: 8, p: 1 };
/** A busy machine takes longer than a service that is stopped may. */
const closeTimeoutMillis = 600_000;

export interface DatabaseKind {
  kind: Database['kind'];
  /** A fresh, migrated database of its own. It is closed and removed after the test file at the latest. */
  open(): Promise<Database>;
  /** The same with what an older version left behind, as SQL. */
  openFrom(dump: string): Promise<Database>;
  /** Where that is, without opening it; removed after the test file. */
  placeFrom(dump: string): Promise<DatabaseConfig>;
}

/**
 * Both kinds of database, for `describe.each(databases())('… on $kind', ({ open }) => …)`. Call it where tests are
 * collected, not inside of one. Opening fails if there is no PostgreSQL: no test is skipped.
 */
export function databases(): DatabaseKind[] {
  const opened: Database[] = [];
  const left: Place[] = [];
  afterAll(async () => {
    await Promise.all(opened.map((database) => database.close()));
    await Promise.all(left.map(({ remove }) => remove()));
  });
  const kept = async (made: Promise<Place>) => {
    const place = await made;
    left.push(place);
    return place.config;
  };
  const openIn = (place: () => Promise<Place>) => async () => {
    const { config, remove } = await place();
    const database = await openServiceDatabase(config, { passwordCost, closeTimeoutMillis });
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
    {
      kind: 'embedded',
      open: openIn(directory),
      openFrom: (dump) => openIn(() => directoryFrom(dump))(),
      placeFrom: (dump) => kept(directoryFrom(dump)),
    },
    {
      kind: 'server',
      open: openIn(usedServerDatabase),
      openFrom: (dump) => openIn(() => serverDatabaseFrom(dump))(),
      placeFrom: (dump) => kept(serverDatabaseFrom(dump)),
    },
  ];
}

/**
 * The databases for tests whose SQL runs alike on both: a PostgreSQL server, which opens a hundred times as fast, and in
 * `npm run test:deep` the embedded database too. The contract tests call every operation on the embedded one in each run.
 */
export function usualDatabases(): DatabaseKind[] {
  return databases().filter(({ kind }) => deep || kind === 'server');
}

interface Place<Config = DatabaseConfig> {
  config: Config;
  remove(): Promise<void>;
}

async function directory(): Promise<Place> {
  const dataDir = await usedDirectory(inject('shortLivedDirectory'));
  return { config: { dataDir }, remove: async () => rmSync(dataDir, { recursive: true, force: true }) };
}

async function directoryFrom(dump: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mailwright-data-'));
  const engine = await openEngine(await preparePostgresDirectory(dataDir, () => {}));
  await engine.exec(`drop schema public cascade; create schema public; ${dump}`);
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
  const name = newName();
  await administer(`create database ${name} template template0 ${options}`);
  return placeOf(name);
}

const newName = () => `test_${randomUUID().replaceAll('-', '')}`;

function placeOf(name: string): Place<{ databaseUrl: string }> {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { config: { databaseUrl: url.href }, remove: () => administer(`drop database ${name} with (force)`) };
}

/** A new database that has tables and nothing else: a copy of one that was migrated once in this test run. */
export async function usedServerDatabase(): Promise<Place<{ databaseUrl: string }>> {
  const name = newName();
  // Copying files takes half the time of copying through the log.
  await administer(`create database ${name} template ${await migratedTemplate()} strategy file_copy`);
  return placeOf(name);
}

const template = 'migrated';
let ready: Promise<string> | undefined;

/** Made by the first test file that asks for it, while others wait. */
function migratedTemplate(): Promise<string> {
  ready ??= (async () => {
    const client = new pg.Client(serverUrl());
    await client.connect();
    try {
      await client.query(`select pg_advisory_lock(hashtext('${template}'))`);
      const { rowCount } = await client.query(`select from pg_database where datname = '${template}'`);
      if (rowCount === 0) {
        const { config, remove } = await emptyServerDatabase();
        await (await openServiceDatabase(config)).close();
        const made = new URL(config.databaseUrl).pathname.slice(1);
        // Nobody may be connected to it while it is copied, autovacuum included.
        await client.query(`create database ${template} template ${made} allow_connections false`);
        await remove();
      }
    } finally {
      await client.end();
    }
    return template;
  })();
  return ready;
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
