import { createHash } from 'node:crypto';
import { reply } from '@mailwright/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { voidFormerLeases } from '../../src/app/former-leases.ts';
import { eraseContacts } from '../../src/people/erasure/erase.ts';
import type { Database } from '../../src/platform/database/open.ts';
import type { Db } from '../../src/platform/database/schema.ts';
import { longestKept } from '../../src/platform/idempotency/answer.ts';
import { onceInTransaction, onceWithLease } from '../../src/platform/idempotency/once.ts';
import { purgeChangesTask } from '../../src/platform/idempotency/purge-task.ts';
import { claimKey, keepAnswer, type NamedChange } from '../../src/platform/idempotency/store.ts';
import { databases } from '../support/database.ts';

const operation = { responses: [{ status: 201, contents: [] }] } as never;

describe.each(databases())('changes under a key on $kind', ({ open }) => {
  let database: Database;
  let db: Db;
  let accountId: number;
  beforeAll(async () => {
    database = await open();
    db = database.kysely;
    const account = db.insertInto('account').values({ name: 'one', domain: 'example.org' });
    accountId = (await account.returning('id').executeTakeFirstOrThrow()).id;
  });
  afterAll(() => database.close());

  const change = (key: string, request = key): NamedChange => ({
    accountId,
    keyId: 1,
    key,
    requestHash: createHash('sha256').update(request).digest(),
  });
  const age = (by: string) =>
    sql`update idempotency_key set created_at = created_at - ${by}::interval, running_until = running_until - ${by}::interval`.execute(
      db,
    );
  const again = { status: 201, headers: { 'Idempotent-Replayed': 'true' } };
  const inTransaction = (key: string, result: unknown, request = key) =>
    db
      .transaction()
      .execute((transaction) => onceInTransaction(transaction, change(key, request), operation, async () => result));
  const withLease = (key: string, make: () => unknown) => onceWithLease(db, change(key), operation, async () => make());

  test.each<[string, unknown, object]>([
    ['an id', 7, { ...again, body: 7 }],
    ['nothing', undefined, { ...again, body: undefined }],
    ['a report', { count: 1, list: ['é', null] }, { ...again, body: { count: 1, list: ['é', null] } }],
    ['a reply', reply(200, 'x', { 'X-A': '1' }), { status: 200, body: 'x', headers: { 'X-A': '1', ...again.headers } }],
  ])('%s is answered again', async (what, result, repeated) => {
    expect(await inTransaction(what, result)).toBe(result);
    expect(await inTransaction(what, 'another')).toEqual(Object.assign(reply(0), repeated));
  });

  test('what a former process had under way is free at once where there can be no other process', async () => {
    await claimKey(db, change('crashed'), true);
    expect(await claimKey(db, change('crashed'), true)).toMatchObject({ running: true });
    await voidFormerLeases(database, () => {});
    const earlier = await claimKey(db, change('crashed'), true);
    expect(earlier?.running ?? false).toBe(database.kind === 'server');
  });

  test('after a failure there is neither the key nor the change', async () => {
    const failing = db.transaction().execute((transaction) =>
      onceInTransaction(transaction, change('fails'), operation, async () => {
        throw new Error('no');
      }),
    );
    await expect(failing).rejects.toThrow('no');
    expect(await inTransaction('fails', 8)).toBe(8);
  });

  test('of several transactions at once, as of several processes, one makes the change', async () => {
    let made = 0;
    const once = () =>
      db
        .transaction()
        .execute((transaction) => onceInTransaction(transaction, change('at once'), operation, async () => ++made));
    const results = await Promise.all(Array.from({ length: 5 }, once));
    expect(made).toBe(1);
    expect(results.filter((result) => result === 1)).toHaveLength(1);
    expect(results.filter((result) => result !== 1).map((result) => (result as { body: unknown }).body)).toEqual(
      Array(4).fill(1),
    );
  });

  test('an answer beyond the bound is not kept, and the change is not made again', async () => {
    await inTransaction('long', 'x'.repeat(longestKept));
    await expect(inTransaction('long', 1)).rejects.toMatchObject({ status: 409, headers: [] });
    const { rows } = await sql<{ size: number }>`
      select max(length(answer::text)) as size from idempotency_key`.execute(db);
    expect(rows[0]!.size).toBeLessThan(longestKept);
  });

  test('keys that are claimed together are each free or taken, and get answers of their own', async () => {
    await claimKey(db, change('taken'), true);
    const keys = ['first', 'taken', 'second', 'first'];
    const earlier = await Promise.all(keys.map((key) => claimKey(db, change(key), true)));
    expect(earlier.map((found) => found?.running)).toEqual([undefined, true, undefined, true]);
    const answered = ['first', 'second'];
    await Promise.all(
      answered.map((body) => keepAnswer(db, change(body), { status: 200, headers: {}, body } as never)),
    );
    const kept = await Promise.all(answered.map((key) => claimKey(db, change(key), false)));
    expect(kept).toMatchObject(answered.map((body) => ({ sameRequest: true, running: false, answer: { body } })));
  });

  test('a key is free again after 24 hours', async () => {
    await inTransaction('old', 1);
    await age('23 hours');
    expect(await inTransaction('old', 2)).toMatchObject({ body: 1 });
    await age('1 hour');
    expect(await inTransaction('old', 3, 'another request')).toBe(3);
    expect(await inTransaction('old', 4, 'another request')).toMatchObject({ body: 3 });
  });

  test('long work is refused under its key while it runs', async () => {
    const repeated = withLease('long work', () => 1);
    const during = withLease('busy', () => withLease('busy', () => 2).catch((error) => error));
    expect(await repeated).toBe(1);
    expect(await withLease('long work', () => 3)).toMatchObject({ body: 1 });
    expect(await during).toMatchObject({ status: 409, headers: [['Retry-After', '1']] });
  });

  test('long work that fails gives its key back', async () => {
    const failing = withLease('failing work', () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await withLease('failing work', () => 1)).toBe(1);
  });

  test('long work that was cut off may be done again a minute later, by the same request only', async () => {
    await claimKey(db, change('cut off'), true);
    await expect(withLease('cut off', () => 1)).rejects.toMatchObject({ status: 409 });
    await age('1 minute');
    expect(await claimKey(db, change('cut off', 'another'), true)).toMatchObject({ sameRequest: false });
    expect(await withLease('cut off', () => 2)).toBe(2);
  });

  test('the background forgets what is older than 24 hours, in pieces', async () => {
    await sql`delete from idempotency_key`.execute(db);
    await sql`
      insert into idempotency_key (account_id, api_key_id, key_hash, request_hash, created_at)
      select ${accountId}, 2, sha256(i::text::bytea), '', now() - interval '24 hours' from generate_series(1, 1500) i`.execute(
      db,
    );
    await inTransaction('young', 1);
    const { signal } = new AbortController();
    expect(await purgeChangesTask.run(db, signal)).toBe(true);
    expect(await purgeChangesTask.run(db, signal)).toBe(false);
    expect(await inTransaction('young', 2)).toMatchObject({ body: 1 });
  });

  test('when contacts are erased only ids are kept, of this account', async () => {
    const other = await db
      .insertInto('account')
      .values({ name: 'two', domain: 'two.example.org' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const elsewhere = { ...change('elsewhere'), accountId: other.id };
    await claimKey(db, elsewhere, false);
    await keepAnswer(db, elsewhere, { status: 201, headers: {}, body: { email: 'ada@example.org' } });
    await inTransaction('report', { email: 'ada@example.org' });
    await inTransaction('id', 7);
    await inTransaction('empty', undefined);
    await eraseContacts(db, accountId, []);
    await expect(inTransaction('report', 1)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('may have been erased'),
    });
    expect(await inTransaction('id', 1)).toMatchObject({ body: 7 });
    expect(await inTransaction('empty', 1)).toMatchObject({ body: undefined });
    expect(await claimKey(db, elsewhere, false)).toMatchObject({ answer: { body: { email: 'ada@example.org' } } });
  });
});
