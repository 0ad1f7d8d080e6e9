import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pooledConnection } from './connection.ts';
import { ConnectionQueue } from './connection-queue.ts';
import type { Session } from './session.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const idleMillis = 300_000;

function twoConnections() {
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const session = {
    async run(sql: string, _parameters: readonly unknown[], { opening }: { opening?: string } = {}) {
      sent.push(...(opening ? [opening] : []), sql);
      if (sql === 'select slow') await new Promise<void>((resolve) => answers.push(resolve));
      return { command: 'SELECT', rowCount: 0, rows: [] };
    },
  } as unknown as Session;
  const queue = new ConnectionQueue(60_000);
  const connect = () => pooledConnection(async () => session, queue, idleMillis);
  return { sent, answers, idle: connect(), other: connect() };
}

test('a transaction that does nothing for five minutes is undone, and the next one has its turn', async () => {
  const { sent, idle, other } = twoConnections();
  await idle.query('begin', []);
  await idle.query('insert 1', []);
  await vi.advanceTimersByTimeAsync(idleMillis - 1);
  await idle.query('insert 2', []);
  await vi.advanceTimersByTimeAsync(idleMillis - 30_000);
  const next = other.query('select 1', []);
  expect(sent).toEqual(['begin', 'insert 1', 'insert 2']);
  await vi.advanceTimersByTimeAsync(30_000);
  await next;
  expect(sent).toEqual(['begin', 'insert 1', 'insert 2', 'rollback', 'select 1']);
  const gone = { name: 'IdleTransactionError', message: expect.stringContaining('nothing was changed') };
  await expect(idle.query('insert 3', [])).rejects.toMatchObject(gone);
  await expect(idle.query('commit', [])).rejects.toMatchObject(gone);
  idle.release();
  await other.query('select 2', []);
  expect(sent.slice(5)).toEqual(['select 2']);
});

test('a rollback of what was undone is no fault, and the connection can begin another', async () => {
  const { sent, idle } = twoConnections();
  await idle.query('begin', []);
  await vi.advanceTimersByTimeAsync(idleMillis);
  await idle.query('rollback', []);
  await idle.query('begin', []);
  await idle.query('insert 1', []);
  await idle.query('commit', []);
  expect(sent).toEqual(['begin', 'insert 1', 'commit']);
});

test('one that waits for an answer is not idle', async () => {
  const { sent, answers, idle } = twoConnections();
  await idle.query('begin', []);
  const slow = idle.query('select slow', []);
  await vi.advanceTimersByTimeAsync(3 * idleMillis);
  answers[0]!();
  await slow;
  await idle.query('commit', []);
  expect(sent).toEqual(['begin', 'select slow', 'commit']);
});
