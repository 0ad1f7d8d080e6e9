import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/platform/database/open.ts';
import { json } from '../../src/platform/database/values.ts';
import { databases } from '../support/database.ts';

const bytes = new Uint8Array([0, 1, 254, 255]);
const instant = new Date('2026-11-20T12:34:56.789Z');

/** Where the two drivers differ by themselves, each must give the wanted value here. */
const rows: [name: string, expression: RawBuilder<unknown>, wanted: unknown][] = [
  ['int8', sql`9007199254740991::int8`, Number.MAX_SAFE_INTEGER],
  ['count(*)', sql`count(*)`, 1],
  ['sum of int4', sql`sum(2::int4)`, 2],
  ['sum of int8, which is numeric', sql`sum(2::int8)`, '2'],
  ['sum of int8, cast', sql`sum(2::int8)::int8`, 2],
  ['int8[]', sql`array[1, null, 3]::int8[]`, [1, null, 3]],
  ['numeric', sql`12345678901234567890.10::numeric`, '12345678901234567890.10'],
  ['float8', sql`0.1::float8`, 0.1],
  ['boolean[]', sql`array[true, false]`, [true, false]],
  ['bytea', sql`'\\x0001feff'::bytea`, bytes],
  ['timestamptz', sql`'2026-11-20 13:34:56.789+01'::timestamptz(3)`, instant],
  ['timestamptz[]', sql`array['2026-11-20 13:34:56.789+01'::timestamptz(3)]`, [instant]],
  ['date', sql`'2026-11-20'::date`, '2026-11-20'],
  ['timestamp', sql`'2026-11-20 12:00'::timestamp`, '2026-11-20 12:00:00'],
  ['interval', sql`'1 day 2 hours'::interval`, '1 day 02:00:00'],
  ['jsonb', sql`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
  ["jsonb's null", sql`'null'::jsonb`, null],
  ['text[]', sql`array['a', null, 'NULL', '', 'b"c,d']`, ['a', null, 'NULL', '', 'b"c,d']],
  ['a Date parameter', sql`${instant}::timestamptz`, instant],
  ['a Date before time zones', sql`${new Date('1850-01-01T00:00:00Z')}::timestamptz`, new Date('1850-01-01T00:00:00Z')],
  ['a bytes parameter', sql`${bytes}::bytea`, bytes],
  ['a Buffer parameter', sql`${Buffer.from(bytes)}::bytea`, bytes],
  ['an array parameter', sql`${['a', 'b"c', null]}::text[]`, ['a', 'b"c', null]],
  ['an array of numbers', sql`${[1, 2]}::int8[]`, [1, 2]],
  ['a number for a text', sql`${12}::text`, '12'],
  ['an object for a text', sql`${{ a: 1 }}::text`, '{"a":1}'],
  ['a bigint parameter', sql`${10n}::int8`, 10],
  ['undefined', sql`${undefined}::text`, null],
  ['text with every kind of symbol', sql`${'ä€😀\'"\\\n'}::text`, 'ä€😀\'"\\\n'],
  ['json of an object', sql`${json({ a: { b: [] } })}`, { a: { b: [] } }],
  ['json of an array', sql`${json([1, 'a', null])}`, [1, 'a', null]],
  ['json of a text', sql`${json('a"b')}`, 'a"b'],
  ['json of null is not NULL', sql`${json(null)} is null`, false],
];

describe.each(databases())('values on $kind', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  test.each(rows)('%s', async (_, expression, wanted) => {
    const result = await sql<{ value: unknown }>`select ${expression} as value`.execute(database.kysely);
    expect(result.rows).toEqual([{ value: wanted }]);
  });

  test.each(['9007199254740992', '-9007199254740992'])('the bigint %s is an error, not another number', async (n) => {
    const query = sql`select ${n}::int8`.execute(database.kysely);
    await expect(query).rejects.toThrow(`The bigint ${n} exceeds the safe integers`);
    expect((await sql`select 1 as still_there`.execute(database.kysely)).rows).toEqual([{ still_there: 1 }]);
  });

  test('a bare array is no JSON', async () => {
    const query = sql`select ${[1, 2]}::jsonb`.execute(database.kysely);
    await expect(query).rejects.toMatchObject({ code: '22P02' });
  });

  test('changed rows are counted', async () => {
    const { kysely } = database;
    const insert = await kysely
      .insertInto('account')
      .values([1, 2, 3].map((n) => ({ name: `count ${n}`, domain: 'example.org' })))
      .executeTakeFirst();
    const update = await kysely
      .updateTable('account')
      .set({ domain: 'x' })
      .where('name', '<', 'count 3')
      .executeTakeFirst();
    const remove = await kysely.deleteFrom('account').where('name', 'like', 'count %').executeTakeFirst();
    expect([insert.numInsertedOrUpdatedRows, update.numUpdatedRows, remove.numDeletedRows]).toEqual([3n, 2n, 3n]);
  });

  test('errors carry what the handlers of conflicts need', async () => {
    const { kysely } = database;
    const { id } = await kysely
      .insertInto('account')
      .values({ name: 'errors', domain: 'example.org' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const field = { account_id: id, name: 'size', type: 'string' };
    await kysely.insertInto('custom_field').values(field).execute();
    await expect(kysely.insertInto('custom_field').values(field).execute()).rejects.toMatchObject({
      code: '23505',
      table: 'custom_field',
      constraint: 'custom_field_account_id_name_key',
      detail: `Key (account_id, name)=(${id}, size) already exists.`,
      message: 'duplicate key value violates unique constraint "custom_field_account_id_name_key"',
    });
  });
});
