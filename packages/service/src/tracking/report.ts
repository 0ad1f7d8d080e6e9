import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { clientOf } from './client/client.ts';
import type { BounceReason, DeviceType, MailFormat } from './tables.ts';

/** Recipients who opened and clicked for the first time in a piece of time. */
export interface TimelinePoint {
  at: Date;
  opens: number;
  clicks: number;
}

/** First opens and clicks of recipients over time, in at most `maxPieces` and one; those without any are absent. */
export async function timelineOf(
  db: Db,
  accountId: number,
  mailingId: number,
): Promise<{ step: number; moments: TimelinePoint[] }> {
  const counting = (table: 'opening' | 'click') => sql`
    ${sql.table(table)} where account_id = ${accountId} and mailing_id = ${mailingId} and first and class <> 'machine'`;
  // A click counts once for each link, and a recipient once for all of them.
  const all = sql`
    select at, 'o' as kind from ${counting('opening')}
    union all select min(at), 'c' from ${counting('click')} group by reader_id`;
  const span = await sql<{ first: Date | null; last: Date | null }>`
    select min(at) as first, max(at) as last from (${all}) as events`.execute(db);
  const { first, last } = span.rows[0]!;
  if (first === null || last === null) return { step: 0, moments: [] };
  const step =
    steps.find((seconds) => (last.getTime() - first.getTime()) / 1000 / seconds < maxPieces) ?? steps.at(-1)!;
  const { rows } = await sql<TimelinePoint>`
    select date_bin(make_interval(secs => ${step}), at, timestamptz '2000-01-01Z') as at,
      count(*) filter (where kind = 'o') as opens, count(*) filter (where kind = 'c') as clicks
    from (${all}) as events group by 1 order by 1`.execute(db);
  return { step, moments: rows };
}

/** More bars than these could not be told apart, and would make the page large. */
const maxPieces = 36;
const hour = 3600;
/** Seconds. */
const steps = [60, 300, 900, hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour];

/** A link of a mailing with its clicks. */
export interface LinkResult {
  id: number;
  url: string;
  label: string;
  format: MailFormat;
  position: number;
  clicks: number;
  /** Readers who followed it. */
  readers: number;
}

/** The links of a mailing in the order in which they stand, those of the HTML first. */
export async function linkResultsOf(db: Db, accountId: number, mailingId: number): Promise<LinkResult[]> {
  const { rows } = await sql<LinkResult>`
    select link.id, url, label, link.format, position, count(click.id) as clicks, count(distinct reader_id) as readers
    from link left join click on click.account_id = link.account_id and click.link_id = link.id and class <> 'machine'
    where link.account_id = ${accountId} and link.mailing_id = ${mailingId}
    group by link.account_id, link.id order by link.format, position, link.id`.execute(db);
  return rows;
}

/** Readers by what they read with, the most first. */
export async function devicesOf(db: Db, accountId: number, mailingId: number) {
  const { rows } = await sql<{ device: DeviceType; user_agent: string | null; readers: number }>`
    select device_type as device, user_agent, count(*) as readers from opening
    where account_id = ${accountId} and mailing_id = ${mailingId} and first
    group by device_type, user_agent`.execute(db);
  const devices = new Map<string, number>();
  const programs = new Map<string, number>();
  for (const { device, user_agent, readers } of rows) {
    const program = clientOf(user_agent ?? '').browser_group ?? '';
    devices.set(device, (devices.get(device) ?? 0) + readers);
    programs.set(program, (programs.get(program) ?? 0) + readers);
  }
  const byCount = (counts: Map<string, number>) =>
    [...counts].map(([name, readers]) => ({ name, readers })).sort((a, b) => b.readers - a.readers);
  return { devices: byCount(devices), programs: byCount(programs) };
}

/** How many mails came back for a reason. */
export interface BounceKind {
  reason: BounceReason;
  permanent: number;
  transient: number;
}

/** Bounces of a mailing by reason, the most first. */
export async function bounceKindsOf(db: Db, accountId: number, mailingId: number): Promise<BounceKind[]> {
  const { rows } = await sql<BounceKind>`
    select reason, count(*) filter (where type = 'permanent') as permanent,
      count(*) filter (where type = 'transient') as transient
    from bounce where account_id = ${accountId} and mailing_id = ${mailingId} group by reason
    order by count(*) desc, reason`.execute(db);
  return rows;
}
