import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { deep, leftToDeep } from '../../../../tools/verify/src/deep.ts';
import { type Database, openDatabase } from '../../src/platform/database/open.ts';
import { sendSignal } from '../../src/platform/database/signals.ts';
import { DatabaseUnavailableError } from '../../src/platform/database/unavailable.ts';
import { startPostgres } from '../support/postgres.ts';
import { startReplica } from '../support/replica.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A primary and its streaming standby, without which no change is acknowledged. */
async function startPair() {
  const primary = await startPostgres();
  closers.push(() => primary.stop());
  const url = primary.answer.url!;
  const standby = await startReplica(url);
  closers.push(() => standby.stop());
  await run(url, "alter system set synchronous_standby_names = '*'");
  // What is acknowledged can be read at the standby too: the tables, for example.
  await run(url, "alter system set synchronous_commit = 'remote_apply'");
  await run(url, 'select pg_reload_conf()');
  const [{ data_directory: directory }] = await run(url, 'show data_directory');
  const { host } = new URL(standby.url);
  return {
    primary,
    url,
    standby,
    /** Address of both, the standby first. */
    both: (parameters: string) => `${url.replace('@', `@${host},`)}?${parameters}`,
    promote: () => run(standby.url, 'select pg_promote()'),
    /** Stops every process of the primary without ending any. */
    freeze: async () => {
      const backends = await run(url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()');
      const postmaster = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
      const pids = [postmaster, ...backends.map(({ pid }) => pid)];
      const signal = (name: NodeJS.Signals) => {
        for (const pid of pids) process.kill(pid, name);
      };
      signal('SIGSTOP');
      closers.push(() => signal('SIGCONT'));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each statement has its own columns
async function run(url: string, text: string): Promise<any[]> {
  const client = new pg.Client(url);
  await client.connect();
  return (await client.query(text).finally(() => client.end())).rows;
}

async function open(databaseUrl: string, log: string[] = []): Promise<Database> {
  const database = await openDatabase({ databaseUrl }, { log: (line) => log.push(line) });
  closers.push(() => database.close());
  return database;
}

const inRecovery = async ({ kysely }: Database) =>
  (await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(kysely)).rows[0]!.standby;

/** Numbers that were acknowledged, until `enough` of them were. What fails is written again. */
async function write({ kysely }: Database, start: number, enough: number): Promise<number[]> {
  const acknowledged: number[] = [];
  for (let n = start; acknowledged.length < enough; n++) {
    try {
      await sql`insert into written (n) values (${n})`.execute(kysely);
      acknowledged.push(n);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20)); // as a client that was answered 503
    }
  }
  return acknowledged;
}

const written = async ({ kysely }: Database) =>
  (await sql<{ n: number }>`select n from written`.execute(kysely)).rows.map(({ n }) => n);

test('of several servers one of the wanted role is taken, also if another is down', async () => {
  const { primary, both, promote } = await startPair();
  const database = await open(both('target_session_attrs=read-write'));
  expect(await inRecovery(database)).toBe(false);
  expect(await inRecovery(await open(both('target_session_attrs=standby')))).toBe(true);

  await primary.stop();
  const nowhere = await openDatabase({ databaseUrl: both('target_session_attrs=read-write') }).catch((error) => error);
  expect(nowhere.message).toMatch(
    /^The PostgreSQL server cannot be used: 127\.0\.0\.1:\d+\/postgres: it is a standby, but target_session_attrs is read-write; 127\.0\.0\.1:\d+\/postgres: .*ECONNREFUSED/,
  );
  await promote();
  expect(await inRecovery(database)).toBe(false);
});

test('when the primary is stopped and the standby promoted, nothing acknowledged is lost', async () => {
  const { primary, both, promote } = await startPair();
  const database = await open(both('target_session_attrs=read-write'));
  await sql`create table written (n int primary key)`.execute(database.kysely);
  const first = await write(database, 0, 50);
  const writing = Promise.all([1, 2, 3, 4].map((writer) => write(database, writer * 1_000_000, 200)));
  await primary.stop();
  await promote();
  const later = await writing;
  const stored = new Set(await written(database));
  expect([first, ...later].flat().filter((n) => !stored.has(n))).toEqual([]);
});

test.runIf(deep)(
  `connections to a frozen primary are cut, and writes and signals go on at the promoted standby${leftToDeep}`,
  async () => {
    const { both, promote, freeze } = await startPair();
    const log: string[] = [];
    const database = await open(both('target_session_attrs=read-write&connect_timeout=2'), log);
    const heard = { again: () => {} };
    const listener = database.listen(() => heard.again());
    closers.push(() => listener.close());
    await listener.ready;
    await sql`create table written (n int primary key)`.execute(database.kysely);
    await write(database, 0, 10);
    await freeze();
    const writing = Promise.all([1, 2, 3, 4].map((writer) => write(database, writer * 1_000_000, 20)));
    await promote();
    expect((await writing).flat()).toHaveLength(80);
    expect(log).toContainEqual(
      expect.stringMatching(/^A connection to PostgreSQL was lost: .*its server does not answer: /),
    );
    const signalled = new Promise<void>((resolve) => {
      heard.again = resolve;
    });
    const sending = setInterval(() => void sendSignal(database.kysely, 'work').catch(() => {}), 200);
    await signalled.finally(() => clearInterval(sending));
  },
);

test('connections to a server that begins to refuse changes leave the pool for one that takes them', async () => {
  const { url, both, promote } = await startPair();
  const database = await open(both('target_session_attrs=read-write'));
  await sql`create table written (n int primary key)`.execute(database.kysely);
  await write(database, 0, 3);
  await run(url, "alter system set synchronous_standby_names = ''");
  await promote();
  await run(url, 'alter system set default_transaction_read_only = on');
  await run(url, 'select pg_reload_conf()');
  // Until the server has told its processes of the setting, changes go there still.
  while (!(await sql<{ on: string }>`show transaction_read_only`.execute(database.kysely)).rows.some(isOn));
  const sent = await write(database, 100, 5);
  expect((await run(both('').replace(/@.*,/, '@'), 'select n from written')).map(({ n }) => n)).not.toContain(sent[0]);
  expect(await written(database)).toEqual(expect.arrayContaining(sent));
});

const isOn = (row: object) => Object.values(row).includes('on');
