import type { Db } from '../platform/database/schema.ts';
import type { Mailing } from './store.ts';
import type { MailingState } from './tables.ts';

/** One change of a mailing's state. */
export interface Transition {
  from: MailingState;
  to: MailingState;
  actor: string;
  reason: string | null;
  at: Date;
}

/** The last changes of a mailing's state, the oldest of them first. */
export async function lastTransitions(db: Db, { account_id, id }: Mailing, limit: number): Promise<Transition[]> {
  const rows = await db
    .selectFrom('mailing_transition')
    .select(['from_state as from', 'to_state as to', 'actor', 'reason', 'at'])
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}
