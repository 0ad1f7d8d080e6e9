import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OutsideTransactionError } from '../../src/platform/database/guarded.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { databases } from '../support/database.ts';

const account = (name: string) => ({ name, domain: 'example.org' });

describe.each(databases())('transactions on $kind', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  const names = async () =>
    (await database.kysely.selectFrom('account').select('name').orderBy('id').execute()).map(({ name }) => name);

  test('an error of the caller undoes everything and comes out as it is', async () => {
    const before = await names();
    const failing = database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('account').values(account('lost')).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await names()).toEqual(before);
  });

  test('an error of a statement undoes everything, with its fields', async () => {
    const before = await names();
    const failing = database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('account').values(account('lost')).execute();
      await sql`select 1 / 0`.execute(trx);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await names()).toEqual(before);
  });

  test('a swallowed error of a statement does not commit the rest', async () => {
    const before = await names();
    const failing = database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('account').values(account('lost')).execute();
      await sql`select 1 / 0`.execute(trx).catch(() => {});
    });
    await expect(failing).rejects.toThrow(/transaction/i);
    expect(await names()).toEqual(before);
  });

  test('a savepoint saves the part before it', async () => {
    const trx = await database.kysely.startTransaction().execute();
    await trx.insertInto('account').values(account('kept')).execute();
    const saved = await trx.savepoint('part').execute();
    await expect(sql`select 1 / 0`.execute(saved)).rejects.toMatchObject({ code: '22012' });
    const restored = await saved.rollbackToSavepoint('part').execute();
    await restored.commit().execute();
    expect(await names()).toContain('kept');
  });

  test('concurrent transactions do not see each other half done', async () => {
    const { kysely } = database;
    const { id } = await kysely.insertInto('account').values(account('0')).returning('id').executeTakeFirstOrThrow();
    const increment = () =>
      kysely.transaction().execute(async (trx) => {
        const row = trx.selectFrom('account').select('name').where('id', '=', id).forUpdate();
        const { name } = await row.executeTakeFirstOrThrow();
        await new Promise(setImmediate);
        await trx
          .updateTable('account')
          .set({ name: String(Number(name) + 1) })
          .where('id', '=', id)
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, increment));
    const { name } = await kysely.selectFrom('account').select('name').where('id', '=', id).executeTakeFirstOrThrow();
    expect(name).toBe('20');
  });

  test('what is not committed is not read', async () => {
    const inserted = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const writing = database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('account').values(account('committed')).execute();
      inserted.resolve();
      await commit.promise;
    });
    await inserted.promise;
    const reading = names();
    // The server reads the state before the commit, the embedded database waits for its turn and reads the one after.
    if (database.kind === 'server') expect(await reading).not.toContain('committed');
    commit.resolve();
    await writing;
    if (database.kind === 'embedded') expect(await reading).toContain('committed');
    expect(await names()).toContain('committed');
  });

  test('read only means it', async () => {
    const writing = database.kysely
      .transaction()
      .setAccessMode('read only')
      .execute((trx) => trx.insertInto('account').values(account('lost')).execute());
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a query', () => names()],
    ['another transaction', () => database.kysely.transaction().execute(async () => {})],
    ['a connection', () => database.kysely.connection().execute(async () => {})],
  ])('%s outside of the open transaction is an error at once, and undoes it', async (_, outside) => {
    const before = await names();
    const failing = database.kysely.transaction().execute(async (trx) => {
      await trx.insertInto('account').values(account('lost')).execute();
      await outside();
    });
    await expect(failing).rejects.toThrow(OutsideTransactionError);
    expect(await names()).toEqual(before);
  });

  test('work begun in a transaction may use the database when the transaction is over', async () => {
    const over = Promise.withResolvers<void>();
    const later = await database.kysely.transaction().execute(async () => ({ names: over.promise.then(names) }));
    over.resolve();
    expect(await later.names).toBeInstanceOf(Array);
  });
});
