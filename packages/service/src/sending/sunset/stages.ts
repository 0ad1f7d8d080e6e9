import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import { contactPieces } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { recordsContact } from '../../tracking/index.ts';
import { actedSince, isAsked } from '../deliveries/at-rest.ts';
import { refusalReason } from '../deliveries/refusal-reason.ts';

/** What a policy does with a contact who may get mail; each has one stage. */
type SunsetStage = 'due' | 'asked' | 'resting' | 'active' | 'recent' | 'unknown';

/** The settings that a stage depends on. */
interface SunsetRule {
  days: number;
  /** The last mail; undefined without one. */
  mailing: Mailing | undefined;
}

/**
 * The stage of a contact as of now; null if it may get no mail. Of columns of `contact` and of `sunset`, the row of
 * `sunset_contact`, if it has one.
 */
function sunsetStage(accountId: number, { days, mailing }: SunsetRule): RawBuilder<SunsetStage | null> {
  const since = sql`now() - make_interval(days => ${days}::int4)`;
  return sql`case
    when not ${mayGetMail(mailing)} then null
    when ${isAsked(accountId)} then case when sunset.rests_at is null then 'asked' else 'resting' end
    when contact.created_at >= ${since} then 'recent'
    when sunset.woken_at >= ${since} or ${actedSince(accountId, since)} then 'active'
    when not ${isKnown(accountId, mailing, since)} then 'unknown'
    else 'due' end`;
}

/** Whoever has unsubscribed or is blocked gets no last mail, whatever that mailing ignores, and who pauses is left in peace. */
function mayGetMail(mailing: Mailing | undefined): RawBuilder<SqlBool> {
  const ofMailing = mailing === undefined ? sql`` : sql`and ${refusalReason(mailing)} is null`;
  return sql`(contact.email is not null and not contact.anonymous and contact.blocked_at is null
    and contact.unsubscribed_at is null and contact.permission <> 1
    and (contact.paused_until is null or contact.paused_until <= now()) ${ofMailing})`;
}

/** Whether the service would know it if the contact had read its mails, and will know it if it reads the last one. */
function isKnown(accountId: number, mailing: Mailing | undefined, since: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const lastIsKnown = mailing === undefined ? sql`true` : recordsContact(sql`${mailing.tracking_strategy}::text`);
  return sql`(${lastIsKnown} and exists (
    select from delivery
    join mailing on mailing.account_id = delivery.account_id and mailing.id = delivery.mailing_id
    where delivery.account_id = ${accountId} and delivery.contact_id = contact.id and delivery.sent_at >= ${since}
      and ${recordsContact(sql`mailing.tracking_strategy`)}))`;
}

/** The next contacts behind an id with their rows of `sunset`, and the last id; `undefined` if there are none. */
async function nextPiece(db: Db, accountId: number, after: number) {
  const piece = await contactPieces.nextPiece(db, accountId, after);
  if (piece === undefined) return undefined;
  const contacts = piece.contacts.leftJoin('sunset_contact as sunset', (join) =>
    join.onRef('sunset.account_id', '=', 'contact.account_id').onRef('sunset.contact_id', '=', 'contact.id'),
  );
  return { contacts, last: piece.last };
}

/** Finds those of the next contacts who are due, at most so many, and the last id that was looked at. */
export async function findDue(
  db: Db,
  accountId: number,
  rule: SunsetRule,
  { after, most }: { after: number; most: number },
): Promise<{ due: number[]; last: number } | undefined> {
  const piece = await nextPiece(db, accountId, after);
  if (piece === undefined) return undefined;
  const { contacts, last } = piece;
  const rows = await contacts
    .where(sql<boolean>`${sunsetStage(accountId, rule)} = 'due'`)
    .select('contact.id')
    .orderBy('contact.id')
    .limit(most)
    .execute();
  return { due: rows.map(({ id }) => id), last };
}

/** Counts the contacts of each stage, some at a time. */
export async function countStages(db: Db, accountId: number, rule: SunsetRule): Promise<Record<SunsetStage, number>> {
  const counts = { due: 0, asked: 0, resting: 0, active: 0, recent: 0, unknown: 0 };
  for (let after = 0; ; ) {
    const piece = await nextPiece(db, accountId, after);
    if (piece === undefined) return counts;
    const rows = await piece.contacts
      .select([sunsetStage(accountId, rule).as('stage'), sql<number>`count(*)::int8`.as('contacts')])
      .groupBy('stage')
      .execute();
    for (const { stage, contacts } of rows) if (stage !== null) counts[stage] += contacts;
    after = piece.last;
  }
}
