import { sql } from 'kysely';
import { moveMailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { senderReasons } from './reading/reasons.ts';

/** Refusals of the sender from which on a sendout is paused, unless there are more than twice as many deliveries. */
const minRefusals = 20;
/** Bounces of a mailing that are looked at: a sender that nobody accepts shows early. */
const maxBounces = 2000;

/**
 * Pauses a sendout whose sender is refused by a third of the receivers or more: the rest of its mails would come back too,
 * and no address is at fault. A person repairs the cause and resumes it.
 */
export async function pauseIfSenderRefused(db: Db, accountId: number, mailingId: number): Promise<void> {
  const ofMailing = sql`account_id = ${accountId} and mailing_id = ${mailingId}`;
  const { rows } = await sql<{ refused: number; delivered: number; last: string | null }>`
    with refusals as (
      select status_code, reason, at, id from (
        select * from bounce where ${ofMailing} order by at desc, id desc limit ${maxBounces}
      ) as latest where reason = any(${senderReasons}::text[])
    ) select (select count(*) from refusals) as refused,
      (select reason || ', ' || status_code from refusals order by at desc, id desc limit 1) as last,
      (select count(*) from (select from delivery where ${ofMailing} limit ${2 * maxBounces + 1}) as taken) as delivered`.execute(
    db,
  );
  const { refused, delivered, last } = rows[0]!;
  if (refused < minRefusals || delivered > 2 * refused) return;
  const mailing = { account_id: accountId, id: mailingId, state: 'sending' as const, type: 'regular' as const };
  const reason = `${refused} receivers refused the sender, the last one with ${last}. Check the sender address and the SPF, DKIM and DMARC records of its domain, then resume the sendout.`;
  await moveMailing(db, mailing, 'pause', 'dispatcher', reason);
}
