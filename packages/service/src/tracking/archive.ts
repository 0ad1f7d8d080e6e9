import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Db, Schema } from '../platform/database/schema.ts';
import type { OccasionKey } from './occasion.ts';

/** Rows of one statement: few enough not to delay other statements noticeably. */
const atOnce = 500;

/** The events of a mailing before an instant. */
interface Past {
  accountId: number;
  mailingId: number;
  before: Date;
}

type EventTable = 'delivery' | 'opening' | 'click' | 'bounce';

/** What a mail was: a recipient of the mailing on an occasion. */
export interface ArchivedMail {
  /** Null when the contact was erased. */
  contactId: number | null;
  occasion: OccasionKey;
}

/**
 * Takes deliveries and bounces out of their tables, the oldest first and some at a time, and adds them to the totals of the
 * mailing. Gives whose they were; nobody when none is left.
 */
export async function archiveMails(db: Transaction<Schema>, past: Past): Promise<ArchivedMail[]> {
  const { accountId } = past;
  const { rows } = await sql<ArchivedMail>`
    with delivered as (
      delete from delivery where account_id = ${accountId} and id in (${oldest('delivery', 'sent_at', past)})
      returning contact_id, occasion
    ), bounced as (
      delete from bounce where account_id = ${accountId} and id in (${oldest('bounce', 'at', past)})
      returning id, contact_id, occasion, type
    ), added as (${add(
      past,
      sql`deliveries, bounces, permanent_bounces, bounced_mails`,
      sql`(select count(*) from delivered), (select count(*) from bounced),
        (select count(distinct (coalesce(contact_id, -id), occasion)) from bounced where type = 'permanent'),
        (select count(distinct (coalesce(contact_id, -id), occasion)) from bounced)`,
    )})
    select contact_id as "contactId", occasion from delivered
    union all select contact_id, occasion from bounced`.execute(db);
  return rows;
}

/**
 * Takes openings and clicks out of their tables, those of some readers at a time, and adds readers of whom nothing is left to
 * the totals of the mailing: a reader counts as long as he reads. Tells whether there were any.
 */
export async function archiveReadings(db: Transaction<Schema>, past: Past): Promise<boolean> {
  const { accountId, before } = past;
  // Locked as whoever writes an event down locks them, and looked at anew behind that.
  const { rows } = await sql<{ id: number }>`
    select id from reader where account_id = ${accountId} and id in (
      (${oldest('opening', 'at', past, 'reader_id')}) union (${oldest('click', 'at', past, 'reader_id')}))
    order by id for update`.execute(db);
  if (rows.length === 0) return false;
  const readers = sql`any(${rows.map(({ id }) => id)}::int8[])`;
  for (const table of ['opening', 'click'] as const) {
    await sql`
      delete from ${sql.table(table)} where account_id = ${accountId} and reader_id = ${readers} and at < ${before}`.execute(
      db,
    );
  }
  await sql`
    with gone as (
      delete from reader where account_id = ${accountId} and id = ${readers}
        and not exists (select from opening where opening.account_id = ${accountId} and reader_id = reader.id)
        and not exists (select from click where click.account_id = ${accountId} and reader_id = reader.id)
      returning openings, clicks
    ) ${add(
      past,
      sql`openings, unique_openings, clicks, unique_clicks`,
      sql`coalesce((select sum(openings) from gone), 0), (select count(*) from gone where openings > 0),
        coalesce((select sum(clicks) from gone), 0), (select count(*) from gone where clicks > 0)`,
    )}`.execute(db);
  return true;
}

/** The oldest events of a mailing in a table. */
function oldest(table: EventTable, time: string, { accountId, mailingId, before }: Past, column = 'id') {
  return sql`select ${sql.ref(column)} from ${sql.table(table)}
    where account_id = ${accountId} and mailing_id = ${mailingId} and ${sql.ref(time)} < ${before}
    order by ${sql.ref(time)}, id limit ${atOnce}`;
}

/** Adds to some of the totals of a mailing. */
function add({ accountId, mailingId }: Past, columns: RawBuilder<unknown>, values: RawBuilder<unknown>) {
  return sql`
    insert into archived_total as kept (account_id, mailing_id, ${columns})
    values (${accountId}, ${mailingId}, ${values})
    on conflict (account_id, mailing_id) do update set
      deliveries = kept.deliveries + excluded.deliveries,
      openings = kept.openings + excluded.openings, unique_openings = kept.unique_openings + excluded.unique_openings,
      clicks = kept.clicks + excluded.clicks, unique_clicks = kept.unique_clicks + excluded.unique_clicks,
      bounces = kept.bounces + excluded.bounces,
      permanent_bounces = kept.permanent_bounces + excluded.permanent_bounces,
      bounced_mails = kept.bounced_mails + excluded.bounced_mails`;
}

/** The condition that events of a mailing, a row of `mailing`, are older than an instant. */
export function hasEventsBefore(before: RawBuilder<Date>): RawBuilder<boolean> {
  const older = (table: EventTable, time: string) => sql`exists (
    select from ${sql.table(table)} as event where event.account_id = mailing.account_id
      and event.mailing_id = mailing.id and event.${sql.ref(time)} < ${before})`;
  return sql`(${older('delivery', 'sent_at')} or ${older('opening', 'at')}
    or ${older('click', 'at')} or ${older('bounce', 'at')})`;
}

/** When the oldest event of all accounts happened that is kept; undefined without events. */
export async function oldestEvent(db: Db): Promise<Date | undefined> {
  const first = (table: EventTable, time: string) => sql`(
    select ${sql.ref(time)} from ${sql.table(table)} where account_id = account.id order by ${sql.ref(time)}, id limit 1)`;
  const { rows } = await sql<{ at: Date | null }>`
    select min(least(${first('delivery', 'sent_at')}, ${first('opening', 'at')}, ${first('click', 'at')},
      ${first('bounce', 'at')})) as at from account`.execute(db);
  return rows[0]!.at ?? undefined;
}
