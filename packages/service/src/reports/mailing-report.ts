import type { MailingReport } from '@mailwright/server';
import { sql } from 'kysely';
import { findContent, type Mailing, resends, showSubject } from '../mailings/index.ts';
import type { Db } from '../platform/database/schema.ts';
import { formatSqlDateTime } from '../platform/time/format.ts';
import { obstacles } from '../sending/index.ts';
import { bounceKindsOf, devicesOf, linkResultsOf, timelineOf, totalsOf } from '../tracking/index.ts';

/** Returns all that the report of a mailing shows, to its team and to others. It names no contacts. */
export async function readMailingReport(db: Db, mailing: Mailing): Promise<MailingReport> {
  const { account_id: account, id } = mailing;
  const { subject, html } = await findContent(db, mailing);
  const totals = (await totalsOf(db, account, [id])).get(id)!;
  const { step, moments } = await timelineOf(db, account, id);
  const resent_by = await resends.findResend(db, mailing);
  const links = await linkResultsOf(db, account, id);
  const { devices, programs } = await devicesOf(db, account, id);
  const shares = (rows: typeof devices) => rows.map(({ name, readers }) => ({ name, contacts: readers }));
  return {
    mailing_id: id,
    name: mailing.name,
    subject: await showSubject(db, mailing, subject),
    state: mailing.state,
    recipients: totals.recipients,
    opens: totals.openings,
    opens_unique: totals.uniqueOpenings,
    clicks: totals.clicks,
    clicks_unique: totals.uniqueClicks,
    bounces_unique: totals.bouncedMails,
    unsubscriptions: totals.unsubscriptions,
    complaints: totals.complaints,
    incomplete: totals.archived,
    left_out: await obstacles.leftOutOf(db, account, id),
    ...(mailing.resend_of !== null && { resend_of: mailing.resend_of }),
    ...(resent_by !== undefined && { resent_by }),
    has_mail: html !== null && html !== '',
    ...(mailing.report_ends && { url_ends: formatSqlDateTime(mailing.report_ends) }),
    step,
    moments: moments.map(({ at, opens, clicks }) => ({ timestamp: formatSqlDateTime(at), opens, clicks })),
    links: links
      .map(({ id: link_id, url, label, clicks, readers }) => ({ link_id, url, label, clicks, contacts: readers }))
      .sort((one, other) => other.clicks - one.clicks),
    devices: shares(devices),
    programs: shares(programs),
    bounce_reasons: await bounceKindsOf(db, account, id),
    unsubscription_reasons: await reasonsOfMailing(db, account, id),
  };
}

/** Reasons that contacts gave when they unsubscribed from a mailing, the most frequent first. */
async function reasonsOfMailing(db: Db, accountId: number, mailingId: number) {
  const { rows } = await sql<MailingReport['unsubscription_reasons'][number]>`
    select type collate "C" as reason, count(*) as count
    from unsubscription_reason join unsubscription
      on unsubscription.account_id = unsubscription_reason.account_id and unsubscription.id = unsubscription_id
    where unsubscription.account_id = ${accountId} and mailing_id = ${mailingId}
    group by type order by count(*) desc, reason`.execute(db);
  return rows;
}
