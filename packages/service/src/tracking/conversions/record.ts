import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { noteEvents } from '../../journal/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { noteWatched, watchesFor } from '../../platform/events/watch.ts';
import type { TokenContent } from '../tokens/token.ts';

declare module '../../platform/events/watch.ts' {
  interface WatchedKinds {
    /** A contact reached a goal of a site. */
    goal_reached: {
      goal_id: number;
      /** The mailing that led there; absent for any. */
      mailing_id?: number;
    };
  }
}

/** A goal of a site was reached. */
export interface Conversion {
  siteId: number;
  goalId: number;
  orderId: string;
  /** Exact decimal. */
  value: string;
  at: Date;
}

/** The mailing that led to a conversion. */
export interface Attribution {
  mailingId: number;
  contactId: number | null;
  linkId: number | null;
  mailingSentAt: Date;
}

/** For what has no order of its own. */
export const newOrderId = () => randomUUID();

/** Days in which a click leads to a conversion. */
const clickDays = 30;

/** What a tracked address of a mailing leads to, by its token. */
export async function attributionOfToken(
  db: Db,
  { accountId, mailingId, purpose, bearer }: TokenContent,
  mailing: { updated_at: Date },
): Promise<Attribution> {
  const contactId = 'alias' in bearer ? null : bearer.contactId;
  const { rows } = await sql<{ contact: number | null; link: number | null; sent: Date }>`
    select (select id from contact where account_id = ${accountId} and id = ${contactId}::int8) as contact,
      (select id from link where account_id = ${accountId} and id = ${linkOf(purpose)}::int8) as link,
      coalesce(
        (select max(sent_at) from delivery
          where account_id = ${accountId} and mailing_id = ${mailingId} and contact_id = ${contactId}::int8),
        (select min(sent_at) from delivery where account_id = ${accountId} and mailing_id = ${mailingId}),
        ${mailing.updated_at}::timestamptz) as sent`.execute(db);
  const { contact, link, sent } = rows[0]!;
  return { mailingId, contactId: contact, linkId: link, mailingSentAt: sent };
}

const linkOf = (purpose: TokenContent['purpose']) => (typeof purpose === 'string' ? null : purpose.link);

/** The last link that a person among the contacts followed in the 30 days before; undefined when nobody did. */
export async function attributionOfContacts(
  db: Db,
  accountId: number,
  contactIds: readonly number[],
  at: Date,
): Promise<Attribution | undefined> {
  const { rows } = await sql<Attribution>`
    select click.mailing_id as "mailingId", reader.contact_id as "contactId", link_id as "linkId",
      coalesce((
        select max(sent_at) from delivery where delivery.account_id = ${accountId}
          and delivery.mailing_id = click.mailing_id and delivery.contact_id = reader.contact_id), click.at
      ) as "mailingSentAt"
    from reader join click on click.account_id = reader.account_id and reader_id = reader.id
    where reader.account_id = ${accountId} and reader.contact_id = any(${contactIds}::int8[]) and class = 'human'
      and click.at <= ${at} and click.at > ${at}::timestamptz - ${clickDays} * interval '1 day'
    order by click.at desc, click.id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * Writes a conversion down, and notes what programs watch for. An order of a site counts once: the mailing that is answered is that
 * of the first time. To be called in a transaction.
 */
export async function recordConversion(
  db: Db,
  accountId: number,
  { siteId, goalId, orderId, value, at }: Conversion,
  { mailingId, contactId, linkId, mailingSentAt }: Attribution,
): Promise<number> {
  const { rows } = await sql`
    with written as (
      insert into conversion (
        account_id, site_id, goal_id, mailing_id, contact_id, link_id, order_id, value, at, mailing_sent_at)
      values (${accountId}, ${siteId}, ${goalId}, ${mailingId}, ${contactId}, ${linkId}, ${orderId}, ${value}::numeric,
        ${at}, ${mailingSentAt})
      on conflict (account_id, site_id, order_id) do nothing
      returning id
    ), journaled as (${noteEvents(accountId, 'conversion', sql`select id from written`)})
    select id from written`.execute(db);
  if (rows.length > 0 && contactId !== null) {
    const watches = await watchesFor(db, accountId, ['goal_reached']);
    await noteWatched(db, accountId, watches, ({ goal_id, mailing_id = mailingId }) =>
      goal_id === goalId && mailing_id === mailingId ? [contactId] : [],
    );
  }
  return (await mailingOfOrder(db, accountId, siteId, orderId))!;
}

/** Writes a conversion of a contact down that no mailing led to. An order of a site counts once. */
export async function recordUnattributed(
  db: Db,
  accountId: number,
  { siteId, goalId, orderId, value, at }: Conversion,
  contactId: number,
): Promise<void> {
  await sql`
    insert into unattributed_conversion (account_id, site_id, goal_id, order_id, contact_id, value, at)
    values (${accountId}, ${siteId}, ${goalId}, ${orderId}, ${contactId}, ${value}::numeric, ${at})
    on conflict do nothing`.execute(db);
}

/** The mailing that an order was attributed to. */
export async function mailingOfOrder(
  db: Db,
  accountId: number,
  siteId: number,
  orderId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('conversion')
    .select('mailing_id')
    .where('account_id', '=', accountId)
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.mailing_id;
}
