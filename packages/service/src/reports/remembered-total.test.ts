import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../platform/database/schema.ts';
import { withHooks } from '../platform/hooks/hooks.ts';
import { rememberedTotal } from './remembered-total.ts';

const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const opened = () => withHooks(new Kysely({ dialect }) as unknown as Db, {} as never);

test.each([
  ['a small total is counted each time', 99_999, [0, 1], 2],
  ['a large one is not', 100_000, [0, 59_999], 1],
  ['for longer than a minute', 100_000, [0, 60_000], 2],
])('%s', async (_, total, times, wanted) => {
  const db = opened();
  let counts = 0;
  const count = async () => {
    counts++;
    return total;
  };
  for (const time of times) expect(await rememberedTotal(db, 'openings', count, () => time)).toBe(total);
  expect(counts).toBe(wanted);
});

test('of another thing, and in another database, it is another one', async () => {
  const db = opened();
  const of = (place: Db, what: string, total: number) => rememberedTotal(place, what, async () => total);
  expect(await of(db, 'openings', 200_000)).toBe(200_000);
  expect(await of(db, 'clicks', 300_000)).toBe(300_000);
  expect(await of(opened(), 'openings', 400_000)).toBe(400_000);
  expect(await of(db, 'openings', 500_000)).toBe(200_000);
});
