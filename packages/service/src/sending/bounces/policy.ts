import { sql } from 'kysely';
import { blockContacts } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { addressReasons, deadMailboxReasons } from '../bounce-reasons/reasons.ts';
import { type BounceDays, judgeBounces } from './verdict.ts';

/**
 * Blocks those of the contacts to whom mails came back too often, by the limits of the account. Others to whom a mail came
 * back because the mailbox or its server is gone are held back for some days, in which nothing is sent to them. Only bounces
 * about the address count, from the last sign that the mailbox lives: a mail that a person opened or clicked, or one that was
 * taken and did not come back within a week; and from the last time that the contact was allowed again by hand. Several on one
 * day count once.
 * @param heldFrom time of a bounce for which contacts are held back although it is none of a mailbox that is gone
 */
export async function applyBouncePolicy(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  heldFrom?: Date,
): Promise<void> {
  if (contactIds.length === 0) return;
  const isUnknown = sql`bounce.type = 'permanent' and bounce.reason = 'mailbox-unknown'`;
  const isHard = sql`bounce.type = 'permanent' and bounce.reason = any(${deadMailboxReasons}::text[])`;
  const { rows } = await sql<BounceDays & { contact_id: number }>`
    select counted.*, unknown_mailbox_days as unknown_limit, hard_bounce_days as hard_limit, soft_bounce_days as soft_limit,
      case when hold_days > 0 and hold_end > now() then hold_end end as held_until
    from account, (
      select bounce.contact_id,
        count(distinct bounce.at::date) filter (where ${isUnknown}) as unknown_days,
        count(distinct bounce.at::date) filter (where ${isHard}) as hard_days,
        count(distinct bounce.at::date) filter (where not (${isHard})) as soft_days,
        max(bounce.at) filter (where ${isHard}) as last_hard_at,
        (array_agg(bounce.status_code order by bounce.at desc, bounce.id desc))[1] as status_code,
        (array_agg(bounce.reason order by bounce.at desc, bounce.id desc))[1] as reason
      from bounce
      where bounce.account_id = ${accountId} and bounce.contact_id = any(${contactIds}::int8[])
        and bounce.reason = any(${addressReasons}::text[]) and bounce.at > greatest(
          (select max(greatest(last_opened_at, last_clicked_at)) from reader
            where reader.account_id = bounce.account_id and reader.contact_id = bounce.contact_id),
          (select max(sent_at) from delivery
            where delivery.account_id = bounce.account_id and delivery.contact_id = bounce.contact_id
              and sent_at < now() - interval '7 days' and not exists (
                select from bounce as answer
                where answer.account_id = delivery.account_id and answer.contact_id = delivery.contact_id
                  and answer.at between sent_at and sent_at + interval '7 days')),
          (select max(at) from contact_block
            where contact_block.account_id = bounce.account_id and contact_block.contact_id = bounce.contact_id
              and new_status = 'allowed' and contact_block.reason = 'bounce_policy' and until is null),
          '-infinity')
      group by bounce.contact_id
    ) as counted,
      lateral (
        select greatest(last_hard_at, ${heldFrom ?? null}::timestamptz) + make_interval(days => hold_days) as hold_end
      ) as hold
    where account.id = ${accountId}
    order by contact_id`.execute(db);
  for (const row of rows) {
    const verdict = judgeBounces(row);
    if (verdict === undefined) continue;
    await blockContacts(
      db,
      accountId,
      (contact) => contact('contact.id', '=', row.contact_id),
      'bounce_policy',
      verdict,
    );
  }
}
