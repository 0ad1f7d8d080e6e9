import { sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { hasEventsBefore } from '../../tracking/index.ts';

/** A mailing with events that are not kept any longer. */
export interface PastMailing extends Pick<Mailing, 'account_id' | 'id' | 'type' | 'state'> {
  /** Events before this are archived. */
  before: Date;
  /** Nothing of it happens any more: all of its events are. */
  over: boolean;
}

/**
 * Mailings with events that are older than `days`, some of them, and those whose sendout is: it is over. Left out are mailings
 * that contact filters name, whose rules would find others without them. Of a trigger mailing with a limit for each contact, what
 * counts for that is kept.
 */
export async function findPastMailings(db: Db, days: number, limit: number): Promise<PastMailing[]> {
  const over = sql<boolean>`(mailing.state = 'archiving' or coalesce(
    mailing.state in ('done', 'canceled') and sendout.finished_at < now() - make_interval(days => ${days}), false))`;
  const before = sql<Date>`least(now() - make_interval(days => ${days}), case when delivery_limit > 0
    then date_trunc(lower(delivery_limit_unit), now(), account.time_zone) end)`;
  const { rows } = await sql<PastMailing>`
    select mailing.account_id, mailing.id, mailing.type, mailing.state,
      case when ${over} then now() else ${before} end as before, ${over} as over
    from account join mailing on mailing.account_id = account.id
    left join sendout on sendout.account_id = account.id and sendout.mailing_id = mailing.id
    left join mailing_dispatching as dispatching
      on dispatching.account_id = account.id and dispatching.mailing_id = mailing.id
    where (${over} or ${hasEventsBefore(before)}) and not exists (
      select from contact_filter_mailing as named
      where named.account_id = account.id and named.mailing_id = mailing.id)
    order by mailing.account_id, mailing.id limit ${limit}`.execute(db);
  return rows;
}
