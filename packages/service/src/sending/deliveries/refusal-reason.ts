import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { excludedContacts } from '../../mailing-blacklists/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { isResting } from './at-rest.ts';
import { isPressed } from './pressure.ts';
import { resendRefusal } from './resend-refusal.ts';

/**
 * Why a contact is no recipient of a mailing, or null; of columns of `contact`. Permission does not matter for trigger
 * mailings that ignore it, which answer to something that a person has done, and neither does that it has unsubscribed or
 * paused. How often a contact wants newsletters, how many the account sends to one, and that it rests count for regular mailings
 * alone.
 */
export function refusalReason(mailing: Mailing): RawBuilder<string | null> {
  const { account_id, id, type, ignore_permission } = mailing;
  const consent =
    type === 'trigger' && ignore_permission
      ? sql``
      : sql`when contact.unsubscribed_at is not null then 'unsubscribed' when contact.permission = 1 then 'permission'
          when contact.paused_until > now() then 'paused'`;
  const frequency =
    type === 'regular'
      ? sql`when ${isResting(account_id)} then 'resting'
          when ${isTooSoon(account_id, id)} then 'frequency' when ${isPressed(account_id, id)} then 'pressure'`
      : sql``;
  return sql`case
    when contact.anonymous or contact.email is null then 'no_address'
    when contact.blocked_at is not null then case
      when contact.block_reason = 'blacklist' then 'blacklist' when contact.blocked_until is not null then 'held'
      else 'blocked' end
    ${consent}
    ${resendRefusal(mailing)}
    ${frequency}
    when ${excludedContacts(account_id, id)(expressionBuilder<Schema, 'contact'>())} then 'mailing_blacklist' end`;
}

/** Reports whether the contact got another newsletter within the days that it wants between two. */
function isTooSoon(accountId: number, mailingId: number): RawBuilder<boolean> {
  return sql`contact.newsletter_days is not null and exists (
      select from delivery
      where delivery.account_id = ${accountId} and delivery.contact_id = contact.id and delivery.mailing_id <> ${mailingId}
        and delivery.occasion = '' and delivery.sent_at > now() - make_interval(days => contact.newsletter_days))`;
}
