import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { insertAccount } from '../../src/account/store.ts';
import { SharedTransactions } from '../../src/platform/database/shared-transactions.ts';
import { databases } from '../support/database.ts';

test.each(databases())(
  'works that come together share transactions, and none undoes another, on $kind',
  async ({ open }) => {
    const { kysely: db } = await open();
    const shared = new SharedTransactions(db);
    const works = Array.from({ length: 30 }, (_, at) => at);
    const isRefused = (at: number) => at === 7 || at === 25;
    const refuse = (at: number) => {
      throw new Error(`refused ${at}`);
    };
    const xids = new Set<string>();
    const runs = await Promise.allSettled(
      works.map((at) =>
        shared.run(1, async (transaction) => {
          const id = await insertAccount(transaction, { name: `account ${at}`, domain: `d${at}.example` });
          const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(transaction);
          xids.add(rows[0]!.xid);
          // A statement that fails, and work that goes on behind it: neither is seen by the others.
          if (at === 7) await sql`select 1 / 0`.execute(transaction).catch(() => refuse(at));
          if (at === 25) refuse(at);
          return id;
        }),
      ),
    );
    const told = runs.map((run) => (run.status === 'fulfilled' ? 'made' : (run.reason as Error).message));
    expect(told).toEqual(works.map((at) => (isRefused(at) ? `refused ${at}` : 'made')));
    const there = await db.selectFrom('account').select('name').where('name', 'like', 'account %').execute();
    expect(new Set(there.map(({ name }) => name))).toEqual(
      new Set(works.filter((at) => !isRefused(at)).map((at) => `account ${at}`)),
    );
    expect(there).toHaveLength(28);

    xids.clear();
    const answers = await Promise.all(
      works.map((at) =>
        shared.run(1, async (transaction) => {
          const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(transaction);
          xids.add(rows[0]!.xid);
          return at;
        }),
      ),
    );
    expect(answers).toEqual(works);
    // Two begin at once, each with the one that is there.
    expect(xids.size).toBeLessThanOrEqual(4);
  },
);
