import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openServiceDatabase } from '../../src/app/compose.ts';
import { findContactFilter, refreshMembers } from '../../src/audiences/index.ts';
import { findMailing } from '../../src/mailings/index.ts';
import { queueSendout } from '../../src/sending/index.ts';
import { usedServerDatabase } from '../support/database.ts';
import { advance, startedSendout } from './harness.ts';

const people = 5;

test('a filter that is refreshed while recipients are fixed takes nobody from them', async () => {
  const { config, remove } = await usedServerDatabase();
  const { kysely: db, close } = await openServiceDatabase(config);
  // As in another process: within a transaction, statements of this one must be the transaction's.
  const { kysely: other, close: closeOther } = await openServiceDatabase(config);
  try {
    const { accountId, mailingId } = await startedSendout(db, people);
    await db.deleteFrom('recipient').execute();
    await db.deleteFrom('recipient_batch').execute();
    await db.updateTable('mailing').set({ state: 'draft' }).where('id', '=', mailingId).execute();
    await queueSendout(db, (await findMailing(db, accountId, mailingId))!, 'user', null);
    await advance(refreshing(db, accountId), accountId, mailingId);
    const rows = await db.selectFrom('recipient').select('id').where('mailing_id', '=', mailingId).execute();
    expect(rows).toHaveLength(people);
  } finally {
    await closeOther();
    await close();
    await remove();
  }

  /** Refreshes a filter each time after its row was read, until that ends or waits for the reader. */
  function refreshing(own: typeof db, accountId: number): typeof db {
    let isRefreshing = false;
    return own.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        const [row] = result.rows;
        if (row?.generation === undefined || row.rules === undefined || isRefreshing) return result;
        isRefreshing = true;
        const filter = (await findContactFilter(other, accountId, Number(row.id)))!;
        const refreshed = refreshMembers(other, filter).finally(() => {
          isRefreshing = false;
        });
        await Promise.race([refreshed, somebodyWaits()]);
        return result;
      },
    });
  }

  async function somebodyWaits(): Promise<void> {
    for (let waits = false; !waits; ) {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(other);
      waits = rows.length > 0;
    }
  }
});
