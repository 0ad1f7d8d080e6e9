import { sql } from 'kysely';
import { isOpen } from '../../account/index.ts';
import type { Task } from '../../platform/tasks/worker.ts';
import { endHolds } from './store.ts';

/** Contacts that are allowed again at once. */
const atOnce = 1000;

/** Allows contacts again that were held back after a bounce, once their days have passed. */
export const endHoldsTask: Task = {
  name: 'end of holds after bounces',
  async run(db) {
    const { rows } = await sql<{ account_id: number; contact_id: number }>`
      select account_id, id as contact_id from contact
      where blocked_until <= now() and block_reason = 'bounce_policy' and ${isOpen(sql`contact.account_id`)}
      limit ${atOnce}`.execute(db);
    const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
    for (const [accountId, due] of byAccount) {
      const ids = due.map(({ contact_id }) => contact_id);
      await db.transaction().execute((transaction) => endHolds(transaction, accountId, ids));
    }
    return rows.length === atOnce;
  },
};
