import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../src/platform/database/schema.ts';
import { usualDatabases } from '../support/database.ts';
import { type Harness, startHarness } from './harness.ts';

describe.each(usualDatabases())('double opt-in at once on $kind', ({ open }) => {
  let db: Db;
  let harness: Harness;
  beforeAll(async () => {
    db = (await open()).kysely;
  });
  beforeEach(async () => {
    await db.deleteFrom('account').execute();
    harness = await startHarness(db);
  });

  const count = async (table: 'opt_in_request' | 'subscription') =>
    (await db.selectFrom(table).select('account_id').execute()).length;

  test('an address is asked three times, whoever asks', async () => {
    const two = [await harness.contact('ada@example.org'), await harness.contact('ADA@example.org')];
    await Promise.all(Array.from({ length: 8 }, (_, i) => harness.ask(two[i % 2]!)));
    expect(await count('opt_in_request')).toBe(3);
  });

  test('a button that is pressed several times confirms once', async () => {
    await harness.ask(await harness.contact('ada@example.org'));
    await harness.deliver();
    const { token } = harness.sent[0]!;
    const pages = await Promise.all(Array.from({ length: 6 }, () => harness.page('POST', token)));
    expect(pages.filter(({ body }) => body.includes('is confirmed'))).toHaveLength(1);
    expect(pages.filter(({ body }) => body.includes('already confirmed'))).toHaveLength(5);
    expect(await count('subscription')).toBe(1);
  });

  test('of a confirmation and a newer request the first one counts', async () => {
    const id = await harness.contact('ada@example.org');
    await harness.ask(id);
    await harness.deliver();
    const [page] = await Promise.all([harness.page('POST', harness.sent[0]!.token), harness.ask(id)]);
    const { permission } = await db.selectFrom('contact').select('permission').executeTakeFirstOrThrow();
    expect([permission, await count('subscription')]).toEqual(page.status === 200 ? [4, 1] : [1, 0]);
  });
});
