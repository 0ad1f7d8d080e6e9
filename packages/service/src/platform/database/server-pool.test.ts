import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { executionBytes } from './protocol.ts';
import type { Target } from './server-address.ts';
import { serverPool } from './server-pool.ts';

interface Execution {
  submit(connection: { stream: { write(bytes: Uint8Array): void } }): void;
  handleError(error: Error): void;
  handleReadyForQuery(): void;
}

interface Failing {
  code?: string;
  cut?: boolean;
  fails?: boolean;
  target?: Target;
}

/** A pool with one connection, on which the first statement fails and cuts it off, if it is told to. */
function failingPool({ code, cut, fails = true, target = 'any' }: Failing) {
  const client = Object.assign(new EventEmitter(), {
    sent: [] as (Uint8Array | string)[],
    query: (query: string | Execution) => {
      const error = Object.assign(new Error('no'), { code });
      if (fails && cut) client.emit('error', error);
      if (typeof query === 'string') {
        client.sent.push(query);
        return fails ? Promise.reject(error) : Promise.resolve({ rows: [] });
      }
      query.submit({ stream: { write: (bytes) => client.sent.push(bytes) } });
      if (fails) query.handleError(error);
      else query.handleReadyForQuery();
      return query;
    },
    released: [] as unknown[],
    release: (destroy: boolean) => client.released.push(destroy),
  });
  const pool = Object.assign(new EventEmitter(), {
    connect: async () => {
      pool.emit('connect', client);
      return client;
    },
  });
  const log: string[] = [];
  return {
    pool: serverPool(pool as unknown as pg.Pool, {
      log: (line) => log.push(line),
      preparedStatements: true,
      timeoutMillis: 0,
      target,
      connect: () => pool.connect() as never,
    }),
    client,
    log,
  };
}

test.each([
  ['a failure of the statement', { code: '23505' }, 'insert', 'Error', false],
  ['a lost connection', { cut: true }, 'insert', 'ConnectionLostError', true],
  ['a server that goes down', { code: '57P01' }, 'insert', 'ConnectionLostError', true],
  ['a connection lost in COMMIT', { cut: true }, 'commit', 'CommitUnknownError', true],
  ['a statement that is out of date', { code: '0A000' }, 'select', 'Error', true],
  ['a change on a standby, where any server suits', { code: '25006' }, 'insert', 'ReadOnlyError', true],
  ['a demoted server', { code: '25006', target: 'read-write' as const }, 'insert', 'ConnectionLostError', true],
  ['a full disk', { code: '53100' }, 'insert', 'DiskFullError', false],
])('%s', async (_, failure: Failing, sql, name, destroyed) => {
  const { pool, client, log } = failingPool(failure);
  const connection = await pool.connect();
  await expect(connection.query(sql, [])).rejects.toMatchObject({ name });
  connection.release();
  expect(client.released).toEqual([destroyed]);
  expect(log).toEqual('cut' in failure ? ['A connection to PostgreSQL was lost: no'] : []);
});

test('what was not committed on a lost connection is undone already', async () => {
  const { pool } = failingPool({ cut: true });
  const connection = await pool.connect();
  await connection.query('commit', []).catch(() => {});
  expect(await connection.query('rollback', [])).toMatchObject({ command: 'ROLLBACK' });
});

test('statements are prepared under a name for each text; the one that was used longest ago makes room', async () => {
  const { pool, client } = failingPool({ fails: false });
  const connection = await pool.connect();
  const long = `select '${'x'.repeat(9000)}'`;
  for (const sql of ['select 1', 'select 2', 'select 1', long]) await connection.query(sql, []);
  const message = (name: string, sql?: string, closing: string[] = []) =>
    executionBytes({ closing, name, sql, values: [] });
  expect(client.sent).toEqual([message('s1', 'select 1'), message('s2', 'select 2'), message('s1'), message('', long)]);
  for (let n = 3; n <= 257; n++) await connection.query(`select ${n}`, []);
  expect(client.sent.at(-1)).toEqual(message('s257', 'select 257', ['s2']));
});

test('what begins a transaction is sent with its first statement, and not for one without any', async () => {
  const { pool, client } = failingPool({ fails: false });
  const connection = await pool.connect();
  for (const sql of ['begin', 'commit', 'begin', 'select 1', 'commit', 'select 2']) await connection.query(sql, []);
  const message = (name: string, sql: string, opening?: string) =>
    executionBytes({ opening, closing: [], name, sql, values: [] });
  expect(client.sent).toEqual([message('s1', 'select 1', 'begin'), 'commit', message('s2', 'select 2')]);
});
