import { type RawBuilder, sql } from 'kysely';

/**
 * The condition on columns of `contact` that the contact got as many other newsletters as the account sends to one within its
 * days. Mails count that are in flight, or may have been taken by a server without saying so. An account without a limit costs
 * one look at it, whatever the number of contacts.
 */
export function isPressed(accountId: number, mailingId: number): RawBuilder<boolean> {
  return sql`(select pressure_mails from account where id = ${accountId}) is not null and exists (
      select from account where account.id = ${accountId} and pressure_mails <= (
        select count(*) from delivery
        where delivery.account_id = ${accountId} and delivery.contact_id = contact.id and delivery.mailing_id <> ${mailingId}
          and delivery.occasion = '' and delivery.sent_at > now() - make_interval(days => pressure_days)
      ) + (
        select count(*) from sendout join recipient as other
          on other.account_id = ${accountId} and other.mailing_id = sendout.mailing_id and other.contact_id = contact.id
          and other.occasion = ''
        where sendout.account_id = ${accountId} and sendout.mailing_id <> ${mailingId}
          and sendout.frozen_at is not null and sendout.finished_at is null
          and other.state <> 'sent' and (other.state = 'in_flight' or other.uncertain > 0 or other.reason = 'uncertain')))`;
}
