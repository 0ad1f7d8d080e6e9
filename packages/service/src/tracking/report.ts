import { sql } from 'kysely';
import type { Db } from '../platform/database/schema.ts';
import { clientOf } from './client/client.ts';
import type { BounceReason, DeviceType, MailFormat } from './tables.ts';

/** Openings and clicks of persons in a piece of time. */
export interface TimelinePoint {
  at: Date;
  openings: number;
  clicks: number;
}

/** How they are spread over time, in at most some 60 pieces, from the first event to the last. */
export async function timelineOf(
  db: Db,
  accountId: number,
  mailingId: number,
): Promise<{ step: number; moments: TimelinePoint[] }> {
  const end = (table: 'opening' | 'click', order: 'asc' | 'desc') => sql`(
    select at from ${sql.table(table)} where account_id = ${accountId} and mailing_id = ${mailingId} and class <> 'machine'
    order by at ${sql.raw(order)}, id ${sql.raw(order)} limit 1)`;
  const span = await sql<{ first: Date | null; last: Date | null }>`
    select least(${end('opening', 'asc')}, ${end('click', 'asc')}) as first,
      greatest(${end('opening', 'desc')}, ${end('click', 'desc')}) as last`.execute(db);
  const { first, last } = span.rows[0]!;
  if (first === null || last === null) return { step: 0, moments: [] };
  const step = steps.find((seconds) => (last.getTime() - first.getTime()) / 1000 / seconds < 60) ?? steps.at(-1)!;
  const { rows } = await sql<TimelinePoint>`
    select date_bin(make_interval(secs => ${step}), at, timestamptz '2000-01-01Z') as at,
      count(*) filter (where kind = 'o') as openings, count(*) filter (where kind = 'c') as clicks
    from (
      select at, 'o' as kind from opening
      where account_id = ${accountId} and mailing_id = ${mailingId} and class <> 'machine'
      union all
      select at, 'c' from click
      where account_id = ${accountId} and mailing_id = ${mailingId} and class <> 'machine'
    ) as events
    group by 1 order by 1`.execute(db);
  return { step, moments: rows };
}

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
