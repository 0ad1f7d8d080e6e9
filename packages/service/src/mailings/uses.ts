import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';

export interface UsingMailing {
  id: number;
  name: string;
}

/** More are not of interest to somebody who asks what would be concerned. */
const most = 20;

/** Finds the newest mailings whose contents have a text. */
export async function mailingsContaining(db: Db, accountId: number, text: string): Promise<UsingMailing[]> {
  const { rows } = await sql<UsingMailing>`
    select mailing.id, mailing.name from mailing join mailing_content as content
      on content.account_id = mailing.account_id and content.mailing_id = mailing.id
    where mailing.account_id = ${accountId} and exists (
      select from (values (subject), (preview_text), (sender_alias), (recipient_alias), (html), (text_body)) as part (text)
      where strpos(part.text, ${text}) > 0)
    order by mailing.id desc limit ${most}`.execute(db);
  return rows;
}

/** Finds mailings that wait for their time and are sent by the time zones in a custom field. */
export async function scheduledByField(db: Db, accountId: number, fieldId: number): Promise<UsingMailing[]> {
  return db
    .selectFrom('mailing_schedule as schedule')
    .innerJoin('mailing', (join) =>
      join.onRef('mailing.account_id', '=', 'schedule.account_id').onRef('mailing.id', '=', 'schedule.mailing_id'),
    )
    .select(['mailing.id', 'mailing.name'])
    .where('schedule.account_id', '=', accountId)
    .where('schedule.zone_field_id', '=', fieldId)
    .where('mailing.state', '=', 'scheduled')
    .orderBy('mailing.id', 'desc')
    .limit(most)
    .execute();
}

/** Finds the newest mailings for a target group, and those that start for the contacts of a filter. */
export async function mailingsForAudience(
  db: Db,
  accountId: number,
  { targetGroup, contactFilter }: { targetGroup: number; contactFilter: number },
): Promise<{ targeted: UsingMailing[]; dispatched: UsingMailing[] }> {
  const targeted = await db
    .selectFrom('mailing')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('target_group_id', '=', targetGroup)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  const dispatched = await db
    .selectFrom('mailing_dispatching as dispatching')
    .innerJoin('mailing', (join) =>
      join
        .onRef('mailing.account_id', '=', 'dispatching.account_id')
        .onRef('mailing.id', '=', 'dispatching.mailing_id'),
    )
    .select(['mailing.id', 'mailing.name'])
    .where('dispatching.account_id', '=', accountId)
    .where('dispatching.contact_filter_id', '=', contactFilter)
    .orderBy('mailing.id', 'desc')
    .limit(most)
    .execute();
  return { targeted, dispatched };
}
