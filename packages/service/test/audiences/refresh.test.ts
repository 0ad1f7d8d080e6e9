import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { isRefreshQueued, queueRefresh, refreshMembers } from '../../src/audiences/filters/refresh.ts';
import { refreshFilterJob } from '../../src/audiences/filters/refresh-job.ts';
import { allOf, type Rule } from '../../src/audiences/filters/rules.ts';
import {
  type ContactFilter,
  deleteContactFilter,
  filterCondition,
  findContactFilter,
  insertContactFilter,
  memberCondition,
} from '../../src/audiences/filters/store.ts';
import { countContacts } from '../../src/people/contacts/counts.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { runDueJobs } from '../../src/platform/queue/run-queue.ts';
import { databases } from '../support/database.ts';

const byTens: Rule = { field: 'EXTERNAL_ID', is_customfield: false, operator: 'ENDS_WITH', type: 'string', value: '0' };

describe.each(databases())('refreshing on $kind', ({ open }) => {
  let database: Database;
  let accountId: number;
  beforeAll(async () => {
    database = await open();
    accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    const other = await insertAccount(database.kysely, { name: 'other', domain: 'example.org' });
    await sql`insert into contact (account_id, external_id, permission)
      select case when i % 7 = 0 then ${other}::int8 else ${accountId}::int8 end, i::text, 1 + i % 2
      from generate_series(1, 50000) as i`.execute(database.kysely);
  });
  afterAll(() => database.close());

  const refreshAll = () => runDueJobs(database.kysely, [refreshFilterJob], () => {});

  const create = async () => {
    const id = await insertContactFilter(database.kysely, accountId, {
      name: 'Tens',
      author: 'a',
      rules: allOf(byTens),
    });
    return find(id);
  };
  const find = async (id: number) => (await findContactFilter(database.kysely, accountId, id))!;
  const rowsOf = async ({ id }: ContactFilter) => {
    const rows = database.kysely.selectFrom('contact_filter_member').where('filter_id', '=', id);
    const { count } = await rows.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return count;
  };

  test('in several steps, the members are the contacts of the account that the rules find', async () => {
    const { id } = await create();
    expect(await refreshAll()).toBe(1);
    expect(await refreshAll(), 'there is no more to do').toBe(0);
    const filter = await find(id);
    const live = await countContacts(database.kysely, accountId, filterCondition(filter));
    expect(live.all).toBe(Array.from({ length: 50_000 }, (_, i) => i + 1).filter((i) => i % 10 === 0 && i % 7).length);
    expect(await countContacts(database.kysely, accountId, memberCondition(filter))).toEqual(live);
    expect(filter).toMatchObject({ count_contacts: live.all, count_active_contacts: live.active });
    expect(filter).toMatchObject({ evaluated_at: expect.any(Date) });
    expect(await isRefreshQueued(database.kysely, filter)).toBe(false);
  });

  test('a refresh that is stopped changes nothing, and is done by the next process', async () => {
    const filter = await create();
    const job = { accountId, attempt: 1, now: () => new Date(), signal: AbortSignal.abort(), complete: async () => {} };
    await refreshFilterJob.run(database.kysely, { filterId: filter.id }, job);
    expect(await find(filter.id)).toMatchObject({ generation: 0 });
    await refreshAll();
    expect(await find(filter.id)).toMatchObject({ generation: 2 });
  });

  test('members of a refresh that was cut off are never seen, and go with the next one', async () => {
    const { id } = await create();
    await refreshAll();
    const filter = await find(id);
    await sql`insert into contact_filter_member (account_id, filter_id, generation, contact_id)
      select ${accountId}, ${id}, 2, id from contact where account_id = ${accountId}`.execute(database.kysely);
    await sql`update contact_filter set last_generation = 2 where id = ${id}`.execute(database.kysely);
    const { all } = await countContacts(database.kysely, accountId, memberCondition(await find(id)));
    expect(all).toBe(filter.count_contacts);
    expect(await refreshMembers(database.kysely, filter)).toBe(true);
    expect(await rowsOf(filter)).toBe(filter.count_contacts);
  });

  test('a refresh is queued once', async () => {
    const filter = await create();
    expect(await queueRefresh(database.kysely, filter)).toBe(false);
    await refreshAll();
    expect([await queueRefresh(database.kysely, filter), await queueRefresh(database.kysely, filter)]).toEqual([
      true,
      false,
    ]);
    await refreshAll();
  });

  test('one that was given up can be queued again', async () => {
    const filter = await create();
    await database.kysely.updateTable('job').set({ state: 'dead' }).execute();
    expect(await isRefreshQueued(database.kysely, filter)).toBe(false);
    expect(await queueRefresh(database.kysely, filter)).toBe(true);
    expect(await refreshAll()).toBe(1);
    await database.kysely.deleteFrom('job').execute();
  });

  test('a filter that is deleted meanwhile ends its refresh quietly', async () => {
    const filter = await create();
    await deleteContactFilter(database.kysely, filter);
    expect(await refreshMembers(database.kysely, filter)).toBe(false);
  });
});

// The embedded database has one connection: nothing happens there while a transaction is open.
describe.each(databases().filter(({ kind }) => kind === 'server'))('refreshing beside others on $kind', ({ open }) => {
  test('a change that is not committed yet makes the filter out of date afterwards', async () => {
    const database = await open();
    const accountId = await insertAccount(database.kysely, { name: 'one', domain: 'example.org' });
    const id = await insertContactFilter(database.kysely, accountId, { name: 'All', author: 'a', rules: allOf() });
    const filter = (await findContactFilter(database.kysely, accountId, id))!;
    const begun = Promise.withResolvers<void>();
    const refreshed = Promise.withResolvers<void>();
    const change = database.kysely.transaction().execute(async (transaction) => {
      await sql`insert into contact (account_id, external_id) values (${accountId}, 'late 0')`.execute(transaction);
      begun.resolve();
      await refreshed.promise;
    });
    await begun.promise;
    await refreshMembers(database.kysely, filter);
    refreshed.resolve();
    await change;
    const { evaluated_at } = (await findContactFilter(database.kysely, accountId, id))!;
    const { rows } = await sql<{ last: Date }>`select max(updated_at) as last from contact`.execute(database.kysely);
    expect(rows[0]!.last.getTime()).toBeGreaterThanOrEqual(evaluated_at!.getTime());
  });
});
