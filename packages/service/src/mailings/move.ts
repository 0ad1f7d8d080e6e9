import { sql } from 'kysely';
import { inTransaction } from '../platform/database/in-transaction.ts';
import type { Db } from '../platform/database/schema.ts';
import { publish } from '../platform/events/publish.ts';
import { type Actor, type Move, targetOf } from './state-machine.ts';
import type { Mailing } from './store.ts';
import type { MailingState } from './tables.ts';

declare module '../platform/events/publish.ts' {
  interface EventData {
    mailing_state: {
      mailing_id: number;
      old_state: MailingState;
      new_state: MailingState;
      reason?: string | undefined;
    };
  }
}

/**
 * Moves a mailing to another state by compare-and-set, writes it into the log of transitions and tells of it, all in one
 * transaction: the caller's, if there is one. Gives the new state;
 * undefined when the mailing cannot make the move from the state it is in, or when somebody else has moved it meanwhile.
 */
export async function moveMailing(
  db: Db,
  mailing: Pick<Mailing, 'account_id' | 'id' | 'state' | 'type'>,
  move: Move,
  actor: Actor,
  reason: string | null = null,
): Promise<MailingState | undefined> {
  const { account_id, id, state: from, type } = mailing;
  const to = targetOf(move, from, actor, type);
  if (to === undefined) return undefined;
  return inTransaction(db, async (transaction) => {
    const { rows } = await sql`
      with moved as (
        update mailing set state = ${to}, version = version + 1, updated_at = now()
        where account_id = ${account_id} and id = ${id} and state = ${from}
        returning account_id, id
      )
      insert into mailing_transition (account_id, mailing_id, from_state, to_state, actor, reason)
      select account_id, id, ${from}, ${to}, ${actor}, ${reason} from moved
      returning id`.execute(transaction);
    if (rows.length === 0) return undefined;
    await publish(transaction, account_id, [
      { type: 'mailing_state', mailing_id: id, old_state: from, new_state: to, reason: reason?.slice(0, 1000) },
    ]);
    return to;
  });
}
