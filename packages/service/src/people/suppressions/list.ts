import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { entryOf } from '../blacklists/entry.ts';

type SuppressionReason = 'unsubscribed' | 'complaint' | 'bounce' | 'blacklist';

/** A reason for which no mailing is sent to an address, or to all addresses that an entry matches. */
export interface Suppression {
  /** An address in lower case, or the entry of a blacklist. */
  entry: string;
  reason: SuppressionReason;
  since: Date;
  /** Until when it applies, after bounces that only hold the address back. */
  until: Date | null;
  contact_id: number | null;
  blacklist_id: number | null;
  /** How it unsubscribed, which bounces, or the name of the blacklist and where the entry comes from. */
  explanation: string | null;
}

interface SuppressionFilter {
  /** All reasons if it is empty. */
  reasons: readonly SuppressionReason[];
  /** An address in its normal form; entries that match it are included. */
  email?: string | undefined;
}

/** The last row of a page, after which the next one begins. */
type SuppressionPosition = Pick<Suppression, 'entry' | 'reason' | 'blacklist_id'>;

const every: readonly SuppressionReason[] = ['unsubscribed', 'complaint', 'bounce', 'blacklist'];

/** Returns suppressions by entry, from an offset or after a position. */
export async function listSuppressions(
  db: Db,
  accountId: number,
  filter: SuppressionFilter,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: SuppressionPosition | undefined },
): Promise<Suppression[]> {
  const behind = after
    ? sql<SqlBool>`entry >= ${after.entry} and (entry, reason, coalesce(blacklist_id, 0))
        > (${after.entry}, ${after.reason}, ${after.blacklist_id ?? 0}::int8)`
    : sql<SqlBool>`true`;
  const order = sql`order by entry, reason, blacklist_id`;
  const parts = sources(accountId, filter).map(
    (source) => sql`(select * from (${source}) as source where ${behind} ${order} limit ${offset + limit})`,
  );
  // Explanations of bounces are read for the page alone.
  const { rows } = await sql<Suppression>`
    select entry, reason, since, until, contact_id, blacklist_id, coalesce(explanation, case reason when 'bounce' then (
      select explanation from contact_block
      where contact_block.account_id = ${accountId} and contact_block.contact_id = page.contact_id
      order by id desc limit 1) end) as explanation
    from (
      select * from (${sql.join(parts, sql` union all `)}) as suppression
      ${order} limit ${limit} offset ${offset}
    ) as page ${order}`.execute(db);
  return rows;
}

/** Returns how many suppressions there are of each reason that occurs. */
export async function countSuppressions(
  db: Db,
  accountId: number,
  filter: SuppressionFilter,
): Promise<Map<SuppressionReason, number>> {
  const all = sql.join(sources(accountId, filter), sql` union all `);
  const { rows } = await sql<{ reason: SuppressionReason; count: number }>`
    select reason, count(*) as count from (${all}) as suppression group by reason`.execute(db);
  return new Map(rows.map(({ reason, count }) => [reason, count]));
}

/** Contacts that have unsubscribed, contacts with bounces, and entries of blacklists; the truth is in their tables. */
function sources(accountId: number, { reasons, email }: SuppressionFilter): RawBuilder<unknown>[] {
  const wanted = reasons.length > 0 ? reasons : every;
  const isWanted = sql`any(${wanted}::text[])`;
  const address = sql`email_folded collate "C"`;
  const ofContact = email === undefined ? sql`email_folded is not null` : sql`${address} = ${email}`;
  const unsubscribed = sql`
    select ${address} as entry,
      case unsubscribe_source when 'complaint' then 'complaint' else 'unsubscribed' end collate "C" as reason,
      unsubscribed_at as since, null::timestamptz as until, id as contact_id, null::int8 as blacklist_id, unsubscribe_source as explanation
    from contact
    where account_id = ${accountId} and ${ofContact} and unsubscribed_at is not null
      and case unsubscribe_source when 'complaint' then 'complaint' else 'unsubscribed' end = ${isWanted}`;
  const bounced = sql`
    select ${address} as entry, 'bounce' collate "C" as reason, blocked_at as since, blocked_until as until, id as contact_id,
      null::int8 as blacklist_id, null::text as explanation
    from contact
    where account_id = ${accountId} and ${ofContact} and block_reason = 'bounce_policy'`;
  const matches = email === undefined ? sql`true` : sql`entry = any(${entriesMatching(email)}::text[])`;
  const listed = sql`
    select entry, 'blacklist' collate "C" as reason, blacklist_entry.created_at as since, null::timestamptz as until, null::int8 as contact_id,
      blacklist.id as blacklist_id,
      left(name || coalesce(', from ' || import_name, ''), 1000) as explanation
    from blacklist
    join blacklist_entry on blacklist_entry.account_id = blacklist.account_id and blacklist_id = blacklist.id
    where (blacklist.account_id = ${accountId} or global) and ${matches}`;
  const named: [RawBuilder<unknown>, readonly SuppressionReason[]][] = [
    [unsubscribed, ['unsubscribed', 'complaint']],
    [bounced, ['bounce']],
    [listed, ['blacklist']],
  ];
  return named.flatMap(([source, itsReasons]) =>
    itsReasons.some((reason) => wanted.includes(reason)) ? [source] : [],
  );
}

/** Returns the entries that match an address: itself, its domain and its local part. */
function entriesMatching(email: string): string[] {
  const [local, domain] = email.split('@');
  return [entryOf(email), `*@${domain}`, `${entryOf(local!)}@*`];
}
