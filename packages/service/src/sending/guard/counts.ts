import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { mailboxDomains, wellKnownDomains, wellKnownProvider } from '../receivers/providers.ts';
import type { AlarmCause } from '../tables.ts';
import { reasonsOf } from './causes.ts';
import { fewestOfReceiver, type Tally } from './rule.ts';

/** Events of a cause, of one domain or of all. */
interface CountedEvents {
  cause: AlarmCause | 'others';
  /** Null for all domains. */
  domain: string | null;
  events: number;
  /** Of these, mails that were rejected when they were handed over. */
  rejected: number;
  /** Mails of the mailing that were accepted. */
  taken: number;
}

/**
 * Counts what has gone wrong in a sendout that is under way: of all mails, and of those to receivers with several events or at
 * which one says much. Empty if nothing has, or the sendout is over.
 */
export async function countTroubles(db: Db, accountId: number, mailingId: number): Promise<Tally[]> {
  const ofMailing = sql`account_id = ${accountId} and mailing_id = ${mailingId}`;
  const { rows } = await sql<CountedEvents>`
    with happened as (
      select contact_id, fingerprint like 'smtp %' as is_rejected, case
          when reason = any(${reasonsOf.refusals}::text[]) then 'refusals'
          when reason = any(${reasonsOf.blocks}::text[]) then 'blocks'
          when type = 'permanent' and reason = any(${reasonsOf.bounces}::text[]) then 'bounces'
          else 'others' end as cause
      from bounce where ${ofMailing}
      union all
      select contact_id, false, 'complaints' from unsubscription where ${ofMailing} and source = 'complaint'
    ), located as (
      select cause, is_rejected, split_part(email_folded, '@', 2) as domain
      from happened left join contact on contact.account_id = ${accountId} and contact.id = contact_id
    )
    select cause, domain, count(*)::int as events, (count(*) filter (where is_rejected))::int as rejected, (
        select count(*) from delivery where ${ofMailing})::int as taken
    from located
    where exists (
      select from mailing
      where account_id = ${accountId} and id = ${mailingId} and type = 'regular' and state in ('sending', 'paused'))
    group by grouping sets ((cause), (cause, domain))
    having grouping(domain) = 1
      or domain is not null and (count(*) >= ${fewestOfReceiver}::int4 or domain = any(${wellKnownDomains}::text[]))`.execute(
    db,
  );
  const all = rows.filter(({ domain }) => domain === null);
  if (all.length === 0) return [];
  const byReceiver = Map.groupBy(
    rows.filter(({ domain }) => domain !== null),
    ({ domain }) => wellKnownProvider(domain!) ?? domain!,
  );
  const tallies = [...byReceiver]
    .map(([receiver, counted]) => toTally(receiver, counted, 0))
    .filter(({ events }) => events.refusals > 0 || Object.values(events).some((count) => count >= fewestOfReceiver));
  const taken = await countTaken(
    db,
    accountId,
    mailingId,
    tallies.map(({ receiver }) => receiver),
  );
  return [
    toTally('', all, all[0]!.taken),
    ...tallies.map((tally) => ({ ...tally, taken: taken.get(tally.receiver) ?? 0 })),
  ];
}

function toTally(receiver: string, counted: readonly CountedEvents[], taken: number): Tally {
  const events = { complaints: 0, bounces: 0, blocks: 0, refusals: 0 };
  for (const each of counted) if (each.cause !== 'others') events[each.cause] += each.events;
  return { receiver, taken, rejected: counted.reduce((sum, each) => sum + each.rejected, 0), events };
}

/** Counts the mails that receivers have accepted, which takes time in proportion to the mails of the sendout. */
async function countTaken(
  db: Db,
  accountId: number,
  mailingId: number,
  receivers: readonly string[],
): Promise<Map<string, number>> {
  const taken = new Map<string, number>();
  if (receivers.length === 0) return taken;
  const domains = receivers.flatMap((receiver) => [receiver, ...mailboxDomains(receiver)]);
  const { rows } = await sql<{ domain: string; mails: number }>`
    select split_part(email_folded, '@', 2) as domain, count(*)::int as mails
    from delivery join contact on contact.account_id = ${accountId} and contact.id = contact_id
    where delivery.account_id = ${accountId} and mailing_id = ${mailingId}
      and split_part(email_folded, '@', 2) = any(${domains}::text[])
    group by domain`.execute(db);
  for (const { domain, mails } of rows) {
    const receiver = wellKnownProvider(domain) ?? domain;
    taken.set(receiver, (taken.get(receiver) ?? 0) + mails);
  }
  return taken;
}
