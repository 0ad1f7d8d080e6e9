import type { LeftOutContacts } from '@mailwright/server';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';

const reasons: Record<LeftOutContacts['reason'], true> = {
  no_address: true,
  blacklist: true,
  held: true,
  blocked: true,
  unsubscribed: true,
  permission: true,
  paused: true,
  frequency: true,
  pressure: true,
  resting: true,
  not_reached: true,
  responded: true,
  mailing_blacklist: true,
  contacts_limit: true,
};

/**
 * Returns who did not get a mailing that was sent, the most frequent reason first: when the recipients were fixed, and just before
 * a mail was handed over. Failures are not among the reasons.
 */
export async function leftOutOf(db: Db, accountId: number, mailingId: number): Promise<LeftOutContacts[]> {
  const { rows } = await sql<LeftOutContacts>`
    select reason, sum(contacts)::int8 as contacts from (
      select key as reason, value::int8 as contacts from sendout, jsonb_each_text(removed)
      where account_id = ${accountId} and mailing_id = ${mailingId}
      union all
      select reason, count(*) from recipient
      where account_id = ${accountId} and mailing_id = ${mailingId} and purpose = 'campaign' and state = 'skipped'
      group by reason
    ) as counted
    where reason = any(${Object.keys(reasons)}::text[])
    group by reason order by contacts desc, reason collate "C"`.execute(db);
  return rows;
}
