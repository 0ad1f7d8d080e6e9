import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { didCondition, type MailActivity } from '../../tracking/index.ts';
import { hasAnswered } from './answered.ts';

/**
 * Whether a person did anything since an instant: opened or clicked, reached a goal, answered, or subscribed; of columns of
 * `contact`. Machines do not count, and neither do their answers.
 */
export function actedSince(accountId: number, since: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const did = (act: MailActivity) => didCondition(act, accountId, undefined, since);
  return sql`(${did('opened')} or ${did('clicked')} or ${did('converted')}
    or ${hasAnswered(accountId, sql`answer.at >= ${since}`)}
    or exists (
      select from subscription where subscription.account_id = ${accountId} and subscription.contact_id = contact.id
        and subscription.at >= ${since}))`;
}

/**
 * Whether a contact was asked and has not done anything since; of columns of `contact` and of `sunset`, its row of
 * `sunset_contact`. What the contact did is looked up each time, so that a click wakes it at once.
 */
export const isAsked = (accountId: number): RawBuilder<SqlBool> => sql`(sunset.asked_at is not null
  and sunset.woken_at is null and not ${actedSince(accountId, sql`sunset.asked_at`)})`;

/** Whether a contact rests; of columns of `contact`. An account without a policy costs one look at it. */
export const isResting = (accountId: number): RawBuilder<SqlBool> => sql`((
    select active from sunset_policy where account_id = ${accountId}) is true and exists (
    select from sunset_contact as sunset
    where sunset.account_id = ${accountId} and sunset.contact_id = contact.id and sunset.rests_at is not null
      and ${isAsked(accountId)}))`;
