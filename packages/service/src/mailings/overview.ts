import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { isGood } from './report-address.ts';
import type { Mailing } from './store.ts';
import type { MailingState } from './tables.ts';

/** A mailing that goes on only when somebody does something. */
export interface StoppedMailing {
  id: number;
  name: string;
  state: MailingState;
  /** Why, if it was said. */
  reason: string | null;
}

/** The mailings that were paused or have failed, the last ones first. */
export async function stoppedMailings(db: Db, accountId: number, limit: number): Promise<StoppedMailing[]> {
  return db
    .selectFrom('mailing')
    .select((mailing) => [
      'id',
      'name',
      'state',
      mailing
        .selectFrom('mailing_transition as transition')
        .select('reason')
        .where('transition.account_id', '=', accountId)
        .whereRef('transition.mailing_id', '=', 'mailing.id')
        .orderBy('transition.id', 'desc')
        .limit(1)
        .as('reason'),
    ])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['paused', 'failed'])
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The mailing whose report page has this token, unless its address was withdrawn or has expired. */
export async function findMailingByReportToken(db: Db, token: string): Promise<Mailing | undefined> {
  const mailing = await db.selectFrom('mailing').selectAll().where('report_token', '=', token).executeTakeFirst();
  return mailing && isGood(mailing) ? mailing : undefined;
}

/** The mailing whose public archive page has this token. */
export async function findMailingByArchiveToken(db: Db, token: string): Promise<Mailing | undefined> {
  return db.selectFrom('mailing').selectAll().where('archive_token', '=', token).executeTakeFirst();
}

/** Number of domains that are looked up in the DNS, or shown. */
const shownDomains = 20;

/** Domains that mailings are sent from, of one account or of all, those of the mailings that were changed last first. */
export async function senderDomains(db: Db, accountId?: number, most = shownDomains): Promise<string[]> {
  const own = accountId === undefined ? sql`true` : sql`mailing.account_id = ${accountId}`;
  const { rows } = await sql<{ domain: string }>`
    select lower(split_part(sender, '@', 2)) as domain
    from mailing_content join mailing on mailing.account_id = mailing_content.account_id and mailing.id = mailing_id
    where sender like '%@%' and ${own} group by 1 order by max(updated_at) desc limit ${most}`.execute(db);
  return rows.map(({ domain }) => domain);
}
