import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import type { Contact } from '../contacts/store.ts';

/** When a contact wants newsletters. */
export interface NewsletterPace {
  /** Whole days of a pause that begins now; null ends the pause. */
  pauseDays?: number | null;
  /** Least number of days between two newsletters; null for no limit. */
  everyDays?: number | null;
}

/** Changes when a contact wants newsletters; what is absent stays as it is. The contact must be locked. */
export async function setPace(db: Db, { account_id, id }: Contact, pace: NewsletterPace): Promise<void> {
  const { pauseDays, everyDays } = pace;
  if (pauseDays === undefined && everyDays === undefined) return;
  await db
    .updateTable('contact')
    .set({
      ...(pauseDays !== undefined && {
        paused_until: sql<Date | null>`now() + make_interval(days => ${pauseDays}::int4)`,
      }),
      ...(everyDays !== undefined && { newsletter_days: everyDays }),
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}
