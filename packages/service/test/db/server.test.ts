import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/open.ts';
import { ConnectionLostError, DatabaseUnavailableError } from '../../src/platform/database/unavailable.ts';
import { emptyServerDatabase } from '../support/database.ts';

test.each([
  [
    'nobody listens',
    'postgres://mail:secret@127.0.0.1:1/mail',
    /server 127\.0\.0\.1:1\/mail cannot be used: .*ECONNREFUSED/,
  ],
  [
    'there is no such machine',
    'postgres://mail:secret@nowhere.invalid/mail',
    /server nowhere\.invalid\/mail cannot be used/,
  ],
  ['it is no URL at all', 'secret', /cannot be used/],
])('when %s, the error says so and keeps the password', async (_, databaseUrl, message) => {
  const error = await openDatabase({ databaseUrl }).catch((error) => error);
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain('secret');
});

test('a wrong password is refused without telling it', async () => {
  const { config, remove } = await emptyServerDatabase();
  const url = new URL(config.databaseUrl);
  url.password = 'secret';
  const error = await openDatabase({ databaseUrl: url.href }).catch((error) => error);
  expect(error.message).toMatch(/password authentication failed/);
  expect(error.message).not.toContain('secret');
  await remove();
});

test('a database of another encoding is refused', async () => {
  const { config, remove } = await emptyServerDatabase(`encoding 'LATIN1' locale_provider libc locale 'C'`);
  await expect(openDatabase(config)).rejects.toThrow('the encoding of the database is LATIN1, but it must be UTF8');
  await remove();
});

test('a lost connection is logged and replaced', async () => {
  const { config, remove } = await emptyServerDatabase();
  const lines: string[] = [];
  const { kysely, close } = await openDatabase(config, { log: (line) => lines.push(line) });
  const other = new pg.Client(config.databaseUrl);
  await other.connect();
  // The pool closes a connection that is idle for ten seconds: on a busy machine there may be none at the first try.
  const cutOff = async () => {
    await sql`select 1`.execute(kysely).catch(() => {});
    await other.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    return lines[0];
  };
  await expect.poll(cutOff).toMatch(/^A connection to PostgreSQL was lost: /);
  // The last connection that was cut off may not be noticed before it is used.
  const ask = () =>
    sql`select 1 as one`.execute(kysely).then(
      ({ rows }) => rows,
      () => [],
    );
  await expect.poll(ask).toEqual([{ one: 1 }]);
  await other.end();
  await close();
  await remove();
});

test('a statement that takes too long is ended, and so is a transaction that does nothing', async () => {
  const { config, remove } = await emptyServerDatabase();
  const lost = Promise.withResolvers<string>();
  const { kysely, close } = await openDatabase(config, { statementTimeoutMillis: 200, log: lost.resolve });
  await expect(sql`select pg_sleep(60)`.execute(kysely)).rejects.toThrow(DatabaseUnavailableError);
  const idle = kysely.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    await lost.promise; // by the server, which says so on the idle connection
    await sql`select 1`.execute(transaction);
  });
  await expect(idle).rejects.toThrow(ConnectionLostError);
  expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }]);
  await close();
  await remove();
});
