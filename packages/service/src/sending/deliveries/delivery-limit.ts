import { type RawBuilder, sql } from 'kysely';
import type { Account } from '../../account/index.ts';
import { findDispatching, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { MailPurpose } from '../tables.ts';

/**
 * The condition on columns of `contact` that the contact got a trigger mailing as often as its dispatching allows in the running
 * day, week, month or year of the account's calendar, mails in flight included.
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

/** Mails among which those to one contact are limited: of the mailing, or of all newsletters of the account. */
export type LimitScope = 'mailing' | 'account';

/** Returns among which mails the number to one contact is limited; `undefined` if it is not, as for trials. */
export async function limitScope(
  db: Db,
  account: Account,
  mailing: Mailing,
  purpose: MailPurpose,
): Promise<LimitScope | undefined> {
  if (purpose === 'campaign') return account.pressure_mails === null ? undefined : 'account';
  if (mailing.type !== 'trigger' || (purpose !== 'trigger' && purpose !== 'automation')) return undefined;
  const dispatching = await findDispatching(db, mailing);
  return (dispatching?.delivery_limit ?? 0) > 0 ? 'mailing' : undefined;
}

/** A contact who is about to get a mail that is limited. */
interface Limited {
  /** 0 for all newsletters of the account: no mailing has this id. */
  mailingId: number;
  contactId: number;
}

/** Contacts of one scope, as they are locked. */
export const limitedContacts = (
  scope: LimitScope,
  mailing: Mailing,
  contacts: readonly { contact_id: number }[],
): Limited[] =>
  contacts.map(({ contact_id }) => ({ mailingId: scope === 'mailing' ? mailing.id : 0, contactId: contact_id }));

/**
 * Locks contacts, each with the mails that are counted, until the end of the transaction: two statements at the same time do not
 * count each other's mails. Takes the locks in one order, so that no deadlock can happen.
 */
export async function lockLimited(db: Db, limited: readonly Limited[]): Promise<void> {
  const mailings = limited.map(({ mailingId }) => mailingId);
  const contacts = limited.map(({ contactId }) => contactId);
  await sql`
    select pg_advisory_xact_lock(number) from (
      select distinct hashint8extended(contact_id, mailing_id) as number
      from unnest(${mailings}::int8[], ${contacts}::int8[]) as given (mailing_id, contact_id) order by number
    ) as locks`.execute(db);
}
