import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { actedSince } from '../deliveries/at-rest.ts';
import type { SunsetPolicy } from './policy.ts';

/** Contacts of a round, by their ids: behind `after`, up to `last`. */
interface Range {
  after: number;
  last: number;
}

/**
 * Forgets contacts who did something since they were asked, or were woken by hand so long ago that they may be asked again; and
 * those whose last mail was deleted before they could rest, because nobody knows whether it reached them.
 */
export async function forgetWoken(db: Db, { account_id, days }: SunsetPolicy, { after, last }: Range): Promise<void> {
  await sql`
    delete from sunset_contact as sunset
    where sunset.account_id = ${account_id} and sunset.contact_id > ${after} and sunset.contact_id <= ${last} and (
      sunset.woken_at < now() - make_interval(days => ${days}::int4)
      or sunset.woken_at is null and (
        sunset.rests_at is null and sunset.mailing_id is null
        or exists (
          select from contact where contact.account_id = ${account_id} and contact.id = sunset.contact_id
            and ${actedSince(account_id, sql`sunset.asked_at`)})))`.execute(db);
}

/** Has contacts rest whose last mail was sent, or failed, so many days ago; a mail that is late gives them as many days. */
export async function beginRests(
  db: Db,
  { account_id, wait_days }: SunsetPolicy,
  { after, last }: Range,
): Promise<void> {
  const since = sql`now() - make_interval(days => ${wait_days}::int4)`;
  await sql`
    update sunset_contact as sunset set rests_at = now()
    where sunset.account_id = ${account_id} and sunset.contact_id > ${after} and sunset.contact_id <= ${last}
      and sunset.rests_at is null and sunset.woken_at is null and sunset.asked_at <= ${since}
      and not exists (
        select from recipient
        where recipient.account_id = ${account_id} and recipient.mailing_id = sunset.mailing_id
          and recipient.contact_id = sunset.contact_id and recipient.state in ('pending', 'in_flight', 'deferred'))
      and not exists (
        select from delivery
        where delivery.account_id = ${account_id} and delivery.contact_id = sunset.contact_id
          and delivery.mailing_id = sunset.mailing_id and delivery.sent_at > ${since})`.execute(db);
}

/** Records that contacts are asked by a last mail, or rest at once without one. */
export async function recordAsked(
  db: Db,
  { account_id, sends, mailing_id }: SunsetPolicy,
  contactIds: readonly number[],
): Promise<void> {
  await sql`
    insert into sunset_contact (account_id, contact_id, asked_at, mailing_id, rests_at)
    select ${account_id}::int8, contact_id, now(), ${mailing_id}::int8, case when ${sends} then null else now() end
    from unnest(${contactIds}::int8[]) as contact_id order by contact_id
    on conflict (account_id, contact_id) do update
      set asked_at = excluded.asked_at, mailing_id = excluded.mailing_id, rests_at = excluded.rests_at, woken_at = null`.execute(
    db,
  );
}
