import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { serverPool } from './server-pool.ts';

/** A pool with one connection, on which the first statement fails and cuts it off, if it is told to. */
function failingPool({ code, cut, fails = true }: { code?: string; cut?: boolean; fails?: boolean }) {
  const client = Object.assign(new EventEmitter(), {
    queries: [] as unknown[],
    query: async (query: unknown) => {
      client.queries.push(query);
      if (!fails) return { command: 'SELECT', rowCount: 0, rows: [] };
      const error = Object.assign(new Error('no'), { code });
      if (cut) client.emit('error', error);
      throw error;
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
  ['a full disk', { code: '53100' }, 'insert', 'DiskFullError', false],
])('%s', async (_, failure, sql, name, destroyed) => {
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

test('statements are prepared under a name for each text; a connection that has prepared 256 is replaced', async () => {
  const { pool, client } = failingPool({ fails: false });
  const connection = await pool.connect();
  for (const sql of ['begin', 'select 1', 'select 2', 'select 1', `select '${'x'.repeat(9000)}'`]) {
    await connection.query(sql, []);
  }
  expect(client.queries.map((query) => (query as { name?: string }).name)).toEqual([
    undefined,
    's1',
    's2',
    's1',
    undefined,
  ]);
  for (let n = 3; n < 256; n++) await connection.query(`select ${n}`, []);
  connection.release();
  await connection.query('select 256', []);
  connection.release();
  expect(client.released).toEqual([false, true]);
});
