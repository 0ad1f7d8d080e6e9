import { execFile } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { openServiceDatabase } from '../../src/app/compose.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { freePort } from '../support/free-port.ts';
import { unprivilegedUser } from '../support/postgres-binaries.ts';
import { runMailwright } from '../support/process.ts';

/** Where Debian has the programs of a server. */
const [programs] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
const missing = programs === undefined ? 'the Debian package postgresql is missing' : undefined;
if (missing) console.log(`No server is restored: ${missing}.`);

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/operation.md'), 'utf8');
/** The block of the guide that begins like this, for the directory of the test. */
const block = (beginning: string, backups: string) => {
  const found = [...guide.matchAll(/```\w*\n([^`]+)```/g)].map(([, text]) => text!);
  return found.find((text) => text.startsWith(beginning))!.replaceAll('/var/backups', backups);
};

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test('a server is restored to a moment by its own tools, as the guide says', async ({ skip }) => {
  if (missing) return skip(missing);
  const user = unprivilegedUser();
  // Programs of another user must find the way.
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-server-'));
  closers.push(async () => rmSync(directory, { recursive: true, force: true }));
  const backups = join(directory, 'backups');
  const port = await freePort();
  for (const place of [directory, backups, join(backups, 'log')]) {
    mkdirSync(place, { recursive: true });
    if (user) chownSync(place, user.uid, user.gid);
  }
  const env = {
    ...process.env,
    PATH: `${programs}:${process.env.PATH}`,
    PGHOST: '127.0.0.1',
    PGPORT: String(port),
    PGUSER: 'postgres',
  };
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(program, args, { ...user, env, cwd: directory });
  const serve = async (data: string) => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
    // Its output is a file, or the command would wait for the server's.
    await run('pg_ctl', '--pgdata', data, '--wait', '--log', join(directory, 'log'), '--options', options, 'start');
    const stop = () => run('pg_ctl', '--pgdata', data, '--wait', '--mode', 'fast', 'stop');
    closers.push(stop);
    return async () => {
      closers.splice(closers.indexOf(stop), 1);
      await stop();
    };
  };
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const withDatabase = async <Result>(work: (db: Db) => Promise<Result>) => {
    const { kysely, close } = await openServiceDatabase({ databaseUrl });
    return work(kysely).finally(close);
  };
  const addAccount = (name: string) =>
    withDatabase((db) => insertAccount(db, { name, domain: `${name}.example.org` }).then(() => presentOf(db)));

  const data = join(directory, 'data');
  await run('initdb', '--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8');
  appendFileSync(join(data, 'postgresql.conf'), block('archive_mode', backups));
  const stop = await serve(data);
  await addAccount('before');
  for (const line of block('pg_basebackup', backups).trim().split('\n')) await run('sh', '-c', line);
  const moment = await addAccount('meanwhile');
  await addAccount('too-late');
  await withDatabase((db) => sql`select pg_switch_wal()`.execute(db));
  await stop();

  const restored = join(directory, 'restored');
  cpSync(join(backups, 'base'), restored, { recursive: true, preserveTimestamps: true });
  const settings = block('restore_command', backups).replace(/'2031[^']+'/, `'${moment}'`);
  appendFileSync(join(restored, 'postgresql.auto.conf'), settings);
  writeFileSync(join(restored, 'recovery.signal'), '');
  if (user) await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, restored]);
  await serve(restored);
  const names = await withDatabase(async (db) => {
    const rows = await db.selectFrom('account').select('name').orderBy('id').execute();
    return rows.map(({ name }) => name);
  });
  expect(names).toEqual(['before', 'meanwhile']);

  const place = ['--database', databaseUrl];
  const recorded = new Date(Date.now() - 3600_000).toISOString();
  expect((await runMailwright(['backup-verified', recorded, ...place]).ended).code).toBe(0);
  const state = await withDatabase((db) => db.selectFrom('verified_backup').select('finished').execute());
  expect(state).toEqual([{ finished: new Date(recorded) }]);
  const future = await runMailwright(['backup-verified', '2099-01-01T00:00:00Z', ...place]).ended;
  expect([future.code, future.stderr]).toEqual([1, expect.stringContaining('in the future')]);
});

async function presentOf(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  return rows[0]!.now;
}
