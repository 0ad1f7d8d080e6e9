import { describe, expect, test } from 'vitest';
import { databases } from '../support/database.ts';

describe.each(databases())('a fresh $kind database', ({ kind, open }) => {
  test('has every table and no rows', async () => {
    const database = await open();
    expect(database.kind).toBe(kind);
    expect(await database.kysely.selectFrom('account').selectAll().execute()).toEqual([]);
  });
});
