import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startBackground } from '../../src/app/background.ts';
import type { Outbox } from '../../src/sending/index.ts';
import { answeringDatabase } from './answering-database.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tables that are read more often than once a minute by a process to which nothing happens, and how often. Each needs a reason. */
const oftener: Record<string, [times: number, why: string]> = {
  job: [12, 'another process may have written one, and poolers forward no notification'],
  recipient_batch: [12, 'the same'],
  erasure: [
    13,
    'mails of erased contacts leave the outbox of each process within five seconds; once a minute for the files',
  ],
};

const tableOf = (sql: string) =>
  /(?:from|into|update) "?(\w+)\b"?(?!\()/.exec(sql.replace(/^with.*? as \(/, ''))?.[1] ?? sql;

test('an idle minute asks little of the database', async () => {
  const { kysely, statements } = answeringDatabase(() => []);
  const environment = { transport: { connections: 1, close: async () => {} }, publicUrl: 'https://localhost' };
  const log: string[] = [];
  const background = startBackground(
    { kysely, kind: 'embedded' } as Parameters<typeof startBackground>[0],
    environment as unknown as Parameters<typeof startBackground>[1],
    {} as Parameters<typeof startBackground>[2],
    {} as Outbox,
    (line) => log.push(line),
    30,
  );
  await vi.advanceTimersByTimeAsync(120_500);
  statements.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  const counts = Map.groupBy(statements, tableOf);
  const often = [...counts].filter(([table, { length }]) => length > (oftener[table]?.[0] ?? 3));
  expect(often.map(([table, each]) => `${each.length} × ${table}: ${each[0]}`)).toEqual([]);
  expect(Object.keys(oftener).filter((table) => !counts.has(table))).toEqual([]);
  expect(statements.length).toBeLessThanOrEqual(60);
  expect(log).toEqual([]);
  await background.close();
});
