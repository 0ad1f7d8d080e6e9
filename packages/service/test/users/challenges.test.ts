import { beforeAll, describe, expect, test } from 'vitest';
import { bindOnce, spendOnce } from '../../src/account/users/challenges.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { databases } from '../support/database.ts';

describe.each(databases())('secrets that count once, on $kind', ({ open }) => {
  let db: Db;
  beforeAll(async () => {
    db = (await open()).kysely;
  });

  test('a secret is spent once, also by several at the same time', async () => {
    const spent = await Promise.all(Array.from({ length: 5 }, () => spendOnce(db, 'handshake', 'single-sign-on')));
    expect(spent.filter(Boolean)).toHaveLength(1);
  });

  test('a secret is bound to its first use', async () => {
    const uses = [];
    for (const use of ['one', 'other', 'one']) uses.push(await bindOnce(db, 'token', use, 5));
    expect(uses).toEqual([true, false, true]);
  });
});
