import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import type { Mailing } from './store.ts';
import type { MailingState, MailingType } from './tables.ts';

/** How many mailings an account has in each state that any is in. */
export async function countByState(db: Db, accountId: number): Promise<{ state: MailingState; mailings: number }[]> {
  return db
    .selectFrom('mailing')
    .select(['state', sql<number>`count(*)`.as('mailings')])
    .where('account_id', '=', accountId)
    .groupBy('state')
    .execute();
}

/** The mailings in some states that were changed last. */
export async function latestInStates(
  db: Db,
  accountId: number,
  states: readonly MailingState[],
  limit: number,
): Promise<Mailing[]> {
  return db
    .selectFrom('mailing')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('state', 'in', states)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A mailing that goes on only when somebody does something. */
export interface StoppedMailing {
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

/** The mailing whose report page has this token. */
export async function findMailingByReportToken(db: Db, token: string): Promise<Mailing | undefined> {
  return db.selectFrom('mailing').selectAll().where('report_token', '=', token).executeTakeFirst();
}

/** The mailing whose public archive page has this token. */
export async function findMailingByArchiveToken(db: Db, token: string): Promise<Mailing | undefined> {
  return db.selectFrom('mailing').selectAll().where('archive_token', '=', token).executeTakeFirst();
}

/** Names of the account's mailings of a type by their ids. */
export async function mailingNames(db: Db, accountId: number, type: MailingType): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('mailing')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
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
