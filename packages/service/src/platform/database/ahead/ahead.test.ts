import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../migrations/index.ts';
import { compareMigrations } from './ahead.ts';

const known = {
  '0001_one': { up: async () => {} },
  '0002_two': {
    up: async (db: Parameters<(typeof migrations)[string]['up']>[0]) => {
      await sql`create table note (id bigint)`.execute(db);
      await sql`create index note_by_id on note (id)`.execute(db);
      await sql`update contact set email = lower(email)`.execute(db);
      await sql`update contact set first = 1`.execute(db);
    },
  },
};

test.each([
  [['0001_one', '0002_two'], [], []],
  [['0001_one'], [{ name: '0002_two', effects: [{ table: 'contact', kind: 'changes-rows' }] }], []],
  [['0001_one', '0002_two', '0003_three'], [], ['0003_three']],
])('after %j', async (applied, ahead, newer) => {
  expect(await compareMigrations(applied, known)).toEqual({ ahead, newer });
});

test('every migration of this version can be read without a database', async () => {
  const { ahead } = await compareMigrations(Object.keys(migrations).slice(0, 5));
  expect(ahead.length).toBe(Object.keys(migrations).length - 5);
  expect(ahead.find(({ name }) => name.includes('contact_tags'))).toEqual({
    name: expect.any(String),
    effects: [{ table: 'contact', kind: 'indexes' }],
  });
});
