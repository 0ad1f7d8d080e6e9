import { type SqlBool, sql } from 'kysely';
import { blockContacts } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { hardStatuses, neutralStatus } from './reading/status.ts';

/** A contact is blocked after bounces on so many days in a row: hard ones, and others that are about the address. */
const hardLimit = 3;
const softLimit = 10;

/**
 * Blocks those of the contacts to whom mails came back too often. Bounces count from the last sign that the mailbox lives:
 * a mail that a person opened or clicked, or one that was taken and did not come back within a week. Several on one day
 * count once.
 */
export async function applyBouncePolicy(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  if (contactIds.length === 0) return;
  const overLimit = sql<SqlBool>`(contact.id in (
    select bounce.contact_id from bounce
    where bounce.account_id = ${accountId} and bounce.contact_id = any(${contactIds}::int8[])
      and bounce.at > greatest(
        (select max(greatest(last_opened_at, last_clicked_at)) from reader
          where reader.account_id = bounce.account_id and reader.contact_id = bounce.contact_id),
        (select max(sent_at) from delivery
          where delivery.account_id = bounce.account_id and delivery.contact_id = bounce.contact_id
            and sent_at < now() - interval '7 days' and not exists (
              select from bounce as answer
              where answer.account_id = delivery.account_id and answer.contact_id = delivery.contact_id
                and answer.at between sent_at and sent_at + interval '7 days')),
        '-infinity')
    group by bounce.contact_id
    having count(distinct bounce.at::date) filter (where status_code = any(${hardStatuses}::text[])) >= ${hardLimit}
      or count(distinct bounce.at::date) filter (
        where status_code <> all(${hardStatuses}::text[]) and status_code !~ ${neutralStatus}) >= ${softLimit}))`;
  await blockContacts(db, accountId, () => overLimit, 'bounce_policy');
}
