import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { keptStatement } from './kept-statement.ts';
import type { Schema } from './schema.ts';

function recording() {
  const sent: unknown[] = [];
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push([query.sql, query.parameters]),
  });
  return { db, sent };
}

test('each call sends the same statement with its own values', async () => {
  const { db, sent } = recording();
  let built = 0;
  const find = keptStatement((each) => {
    built++;
    return each.selectFrom('contact').select('id').where('account_id', '=', 0).where('email', '=', '');
  });
  await find(db, 1, 'ada@example.org');
  await find(db, 2, 'bob@example.org');
  const statement = 'select "id" from "contact" where "account_id" = $1 and "email" = $2';
  expect(sent).toEqual([
    [statement, [1, 'ada@example.org']],
    [statement, [2, 'bob@example.org']],
  ]);
  expect(built).toBe(1);
});

test('a call that leaves out the value of a parameter sends nothing', async () => {
  const { db, sent } = recording();
  const find = keptStatement((each) => each.selectFrom('contact').select('id').where('account_id', '=', 0).limit(1));
  await expect(find(db, 1)).rejects.toThrow('1 values for 2 parameters');
  expect(sent).toEqual([]);
});
