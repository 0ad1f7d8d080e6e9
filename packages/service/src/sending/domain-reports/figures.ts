import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { otherAddresses } from './fold-addresses.ts';
import { type PlanStep, planPolicy } from './plan.ts';
import type { PublishedPolicy } from './reading/report.ts';
import { explainSource, ownShare, type SourceMeaning, type SourceSums } from './standing.ts';

/** Days in UTC, both included. */
export interface Days {
  from: string;
  to: string;
}

/** What receivers say about a domain in a time. */
export interface DomainFigures {
  domain: string;
  reports: number;
  days: number;
  policy: PublishedPolicy | null;
  messages: number;
  aligned: number;
  signed: number;
  sent: number;
  own_failing: number;
  forwarded: number;
  other_service: number;
  unknown: number;
  quarantined: number;
  rejected: number;
  plan: PlanStep;
  tls: { result: string; sessions: number }[];
}

/** Lists the domains of an account that reports of a time are about, those with most mails first. */
export async function listReputation(db: Db, accountId: number, days: Days): Promise<DomainFigures[]> {
  const within = sql`account_id = ${accountId} and day between ${days.from}::date and ${days.to}::date`;
  const { rows } = await sql<Omit<DomainFigures, 'plan'>>`
    with reported as (
      select domain, sum(reports)::int8 as reports, count(*)::int8 as days,
        (array_agg(policy order by day desc) filter (where policy is not null))[1] as policy
      from reported_domain where ${within} group by domain
    ), source as (
      select domain, address, ${sums}, sum(messages) filter (where dkim) as signed,
        sum(messages) filter (where spf) as sent from mail_source where ${within} group by domain, address
    ), mails as (
      select domain, sum(messages) as messages, sum(aligned) as aligned, sum(signed) as signed, sum(sent) as sent,
        sum(forwarded) as forwarded, sum(other_service) as other_service, sum(quarantined) as quarantined,
        sum(rejected) as rejected, sum(unproven) as unproven,
        sum(unproven) filter (where ${isOwnSource} and address <> ${otherAddresses}) as own_failing
      from source group by domain
    ), tls as (
      select domain, jsonb_agg(jsonb_build_object('result', result, 'sessions', sessions) order by sessions desc, result) as tls
      from (
        select domain, result, sum(sessions)::int8 as sessions from tls_session where ${within} group by domain, result
      ) as results group by domain
    )
    select domain, coalesce(reports, 0)::int8 as reports, coalesce(days, 0)::int8 as days, policy, ${sql.join(
      sumNames.map((name) => sql`coalesce(${sql.ref(name)}, 0)::int8 as ${sql.ref(name)}`),
    )}, coalesce(unproven, 0)::int8 - coalesce(own_failing, 0)::int8 as unknown, coalesce(tls, '[]') as tls
    from (select domain from reported union select domain from tls) as domains
    left join reported using (domain) left join mails using (domain) left join tls using (domain)
    order by messages desc, domain limit 1000`.execute(db);
  return rows.map((row) => ({
    ...row,
    plan: planPolicy({
      policy: row.policy ?? undefined,
      days: row.days,
      aligned: row.aligned,
      ownFailing: row.own_failing,
      otherService: row.other_service,
    }),
  }));
}

const sumNames = [
  'messages',
  'aligned',
  'signed',
  'sent',
  'forwarded',
  'other_service',
  'own_failing',
  'quarantined',
  'rejected',
];

/** Sources of the owner, as `explainSource` has it. */
const isOwnSource = sql`aligned >= messages * ${sql.lit(ownShare)} and aligned > other_service
  and not (forwarded > 0 and forwarded >= other_service)`;

const sums = sql`sum(messages)::int8 as messages,
  coalesce(sum(messages) filter (where standing = 'aligned'), 0)::int8 as aligned,
  coalesce(sum(messages) filter (where standing = 'forwarded'), 0)::int8 as forwarded,
  coalesce(sum(messages) filter (where standing = 'other_service'), 0)::int8 as other_service,
  coalesce(sum(messages) filter (where standing = 'unproven'), 0)::int8 as unproven,
  coalesce(sum(messages) filter (where disposition = 'quarantine'), 0)::int8 as quarantined,
  coalesce(sum(messages) filter (where disposition = 'reject'), 0)::int8 as rejected`;

/** Mails of a domain from one address. */
export interface ReportedSource {
  /** Absent for all addresses beyond those that days have room for. */
  address: string | undefined;
  messages: number;
  aligned: number;
  quarantined: number;
  rejected: number;
  provenBy: string | undefined;
  meaning: SourceMeaning;
}

interface SourcePage extends Days {
  domain: string;
  page_size: number;
  page_index: number;
}

/** Lists the addresses that have sent mails of a domain, those with most mails first. */
export async function listMailSources(db: Db, accountId: number, page: SourcePage): Promise<ReportedSource[]> {
  const { rows } = await sql<
    Omit<SourceSums, 'otherService'> & {
      address: string;
      other_service: number;
      quarantined: number;
      rejected: number;
      proven_by: string | null;
    }
  >`select address, ${sums}, max(proven_by) as proven_by from mail_source where ${ofDomain(accountId, page)}
    group by address order by messages desc, address
    limit ${page.page_size} offset ${(page.page_index - 1) * page.page_size}`.execute(db);
  return rows.map(({ address, proven_by: provenBy, other_service: otherService, ...row }) => ({
    address: address === otherAddresses ? undefined : address,
    messages: row.messages,
    aligned: row.aligned,
    quarantined: row.quarantined,
    rejected: row.rejected,
    provenBy: provenBy ?? undefined,
    meaning: address === otherAddresses ? 'unknown' : explainSource({ ...row, otherService }),
  }));
}

/** Counts the addresses that have sent mails of a domain. */
export async function countMailSources(db: Db, accountId: number, page: Omit<SourcePage, 'page_size' | 'page_index'>) {
  const { rows } = await sql<{ count: number }>`
    select count(distinct address)::int8 as count from mail_source where ${ofDomain(accountId, page)}`.execute(db);
  return rows[0]!.count;
}

const ofDomain = (accountId: number, { domain, from, to }: Days & { domain: string }) => sql`
  account_id = ${accountId} and domain = ${domain} and day between ${from}::date and ${to}::date`;
