import { type RawBuilder, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';

/**
 * The condition that a contact got a trigger mailing as often as its dispatching allows in the running day, week, month or
 * year of the account's calendar, with what is in flight; of columns of `contact`.
 */
export function limitReached({ account_id, id }: Mailing): RawBuilder<boolean> {
  return sql`exists (
    select from mailing_dispatching as dispatching join account on account.id = dispatching.account_id
    where dispatching.account_id = ${account_id} and dispatching.mailing_id = ${id} and delivery_limit > 0
      and delivery_limit <= (
        select count(*) from delivery
        where delivery.account_id = ${account_id} and delivery.mailing_id = ${id} and delivery.contact_id = contact.id
          and sent_at >= date_trunc(lower(delivery_limit_unit), now(), account.time_zone)
      ) + (
        select count(*) from recipient as other
        where other.account_id = ${account_id} and other.mailing_id = ${id} and other.contact_id = contact.id
          and other.state = 'in_flight' and other.purpose in ('trigger', 'automation')))`;
}
