import { findContent, type Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { bounceKindsOf, devicesOf, linkResultsOf, timelineOf, totalsOf } from '../../tracking/index.ts';

/** Everything that the report page of a mailing shows. */
export async function readReport(db: Db, mailing: Mailing) {
  const { account_id: account, id } = mailing;
  const content = await findContent(db, mailing);
  return {
    name: mailing.name,
    subject: content.subject,
    hasMail: content.html !== null && content.html !== '',
    totals: (await totalsOf(db, account, [id])).get(id)!,
    timeline: await timelineOf(db, account, id),
    links: await linkResultsOf(db, account, id),
    bounces: await bounceKindsOf(db, account, id),
    ...(await devicesOf(db, account, id)),
  };
}

export type ReportPageData = Awaited<ReturnType<typeof readReport>>;
