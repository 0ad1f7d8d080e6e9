import type { Db } from '../../platform/database/schema.ts';
import { isNoCarrier } from '../carrier.ts';
import type { MailingState, MailingType } from '../tables.ts';
import { mailingsMatching } from './conditions.ts';

/** A mailing as operators see it in a list. */
export interface MailingListing {
  id: number;
  name: string;
  type: MailingType;
  state: MailingState;
  subject: string;
  /** ISO 8601. */
  changed: string;
  /** ISO 8601; null when it waits for no time. */
  scheduled: string | null;
}

/** The newest mailings of an account in these states, or in all; and how many there are in them. */
export async function latestMailings(
  db: Db,
  accountId: number,
  states: readonly MailingState[],
  limit: number,
): Promise<{ mailings: MailingListing[]; total: number }> {
  const matching = db
    .selectFrom('mailing')
    .where('mailing.account_id', '=', accountId)
    .where(isNoCarrier(accountId))
    .where(mailingsMatching({ states }));
  const rows = await matching
    .innerJoin('mailing_content as content', (join) =>
      join.onRef('content.account_id', '=', 'mailing.account_id').onRef('content.mailing_id', '=', 'mailing.id'),
    )
    .select(['mailing.id', 'name', 'type', 'state', 'subject', 'mailing.updated_at', 'schedule_time'])
    .orderBy('mailing.id', 'desc')
    .limit(limit)
    .execute();
  const { total } = await matching
    .select((mailing) => mailing.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const mailings = rows.map(({ updated_at, schedule_time, ...row }) => ({
    ...row,
    changed: updated_at.toISOString(),
    scheduled: schedule_time?.toISOString() ?? null,
  }));
  return { mailings, total };
}
