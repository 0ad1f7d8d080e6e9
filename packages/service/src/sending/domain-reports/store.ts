import { sql } from 'kysely';
import { type Account, senders } from '../../account/index.ts';
import { senderDomains } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { attributeMails, policyFor } from './attribution.ts';
import { compareTexts, foldAddresses, type SourceMails } from './fold-addresses.ts';
import {
  type AggregateReport,
  type DomainReport,
  dayOf,
  type PublishedPolicy,
  type TlsReport,
} from './reading/report.ts';
import { toStanding } from './standing.ts';

/** Reports and their figures are kept so long. */
export const keptDays = 180;
/** Domains of senders that drafts have. */
const maxDomains = 1000;
/** Clocks of receivers may be wrong by so much. */
const aheadMillis = 2 * 86_400_000;

/** What has become of a report. */
export interface ReportReceipt {
  kind: DomainReport['kind'];
  reporter: string;
  report_id: string;
  day: string;
  /** `known` was counted before; `out_of_time` is older than what is kept, or about days to come. */
  state: 'counted' | 'known' | 'out_of_time';
  /** Mails, or connections, that count. */
  counted: number;
  /** Those of domains that the account does not send from, which do not. */
  foreign: number;
  /** Rows that have no address or no number. */
  unreadable_rows: number;
}

/** Counts a report once, in one transaction: for the domains that the account sends from, and for no other account. */
export async function storeReport(db: Db, account: Account, report: DomainReport, now: Date): Promise<ReportReceipt> {
  const own = await ownDomains(db, account);
  const day = dayOf(report);
  const { kind, reporter, reportId } = report;
  const domain = report.kind === 'dmarc' ? report.domain : (report.sessions[0]?.domain ?? '');
  const counts = report.kind === 'dmarc' ? mailsOf(report, own) : sessionsOf(report, own);
  const { foreign, counted } = counts;
  const receipt = {
    kind,
    reporter,
    report_id: reportId,
    day,
    counted,
    foreign,
    unreadable_rows: report.kind === 'dmarc' ? report.unreadableRows : 0,
  };
  const millis = now.getTime();
  if (report.end.getTime() > millis + aheadMillis || Date.parse(day) < millis - keptDays * 86_400_000)
    return { ...receipt, state: 'out_of_time', counted: 0 };
  const isNew = await db.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('domain_report')
      .values({ account_id: account.id, kind, reporter, report_id: reportId, domain, begins_at: report.begin, day })
      .onConflict((known) => known.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return false;
    if ('sessions' in counts) await addSessions(transaction, account.id, day, counts.sessions);
    else {
      await addDomains(transaction, account.id, day, counts.policies);
      await addMails(transaction, account.id, day, counts.mails);
    }
    return true;
  });
  return isNew ? { ...receipt, state: 'counted' } : { ...receipt, state: 'known', counted: 0 };
}

async function ownDomains(db: Db, { id, domain }: Account): Promise<Set<string>> {
  const known = await senders.listSenderDomains(db, id);
  return new Set([domain, ...known.map((each) => each.domain), ...(await senderDomains(db, id, maxDomains))]);
}

/** Domains that a report is about, each with the policy that applies to it. */
type Policies = Map<string, PublishedPolicy | undefined>;

function mailsOf(report: AggregateReport, own: ReadonlySet<string>) {
  const policies: Policies = new Map();
  const mails: SourceMails[] = [];
  let counted = 0;
  let foreign = 0;
  for (const row of report.sources) {
    const { address, dkim, spf, disposition, messages } = row;
    const domain = attributeMails(own, report.domain, row.from);
    if (domain === undefined) {
      foreign += messages;
      continue;
    }
    counted += messages;
    policies.set(domain, policyFor(domain, report));
    const standing = toStanding(row);
    mails.push({ domain, address, standing, dkim, spf, disposition, provenBy: row.provenBy ?? null, messages });
  }
  // A report without mails says that there were none.
  if (report.sources.length === 0 && own.has(report.domain))
    policies.set(report.domain, policyFor(report.domain, report));
  return { policies, mails, counted, foreign };
}

function sessionsOf(report: TlsReport, own: ReadonlySet<string>) {
  const sessions = report.sessions.filter(({ domain }) => own.has(domain));
  const sum = (rows: typeof sessions) => rows.reduce((all, row) => all + row.sessions, 0);
  const counted = sum(sessions);
  return { sessions, counted, foreign: sum(report.sessions) - counted };
}

async function addDomains(db: Db, accountId: number, day: string, policies: Policies): Promise<void> {
  const rows = [...policies].sort(([first], [second]) => compareTexts(first, second));
  await sql`
    insert into reported_domain (account_id, domain, day, reports, policy)
    select ${accountId}::int8, domain, ${day}::date, 1, policy
    from unnest(${rows.map(([domain]) => domain)}::text[], ${rows.map(([, policy]) => policy ?? null)}::text[])
      as new (domain, policy)
    on conflict (account_id, domain, day) do update
      set reports = reported_domain.reports + 1, policy = coalesce(excluded.policy, reported_domain.policy)`.execute(
    db,
  );
}

async function addMails(db: Db, accountId: number, day: string, mails: readonly SourceMails[]): Promise<void> {
  const rows = foldAddresses(mails, await knownAddresses(db, accountId, day, mails));
  await sql`
    insert into mail_source (account_id, domain, day, address, standing, dkim, spf, disposition, proven_by, messages)
    select ${accountId}::int8, domain, ${day}::date, address, standing, dkim, spf, disposition, proven_by, messages
    from unnest(
      ${rows.map(({ domain }) => domain)}::text[], ${rows.map(({ address }) => address)}::text[],
      ${rows.map(({ standing }) => standing)}::text[], ${rows.map(({ dkim }) => dkim)}::bool[],
      ${rows.map(({ spf }) => spf)}::bool[], ${rows.map(({ disposition }) => disposition)}::text[],
      ${rows.map(({ provenBy }) => provenBy)}::text[], ${rows.map(({ messages }) => messages)}::int8[])
      as new (domain, address, standing, dkim, spf, disposition, proven_by, messages)
    on conflict (account_id, domain, day, address, standing, dkim, spf, disposition) do update
      set messages = mail_source.messages + excluded.messages,
        proven_by = coalesce(excluded.proven_by, mail_source.proven_by)`.execute(db);
}

/** Addresses that a day has already, by domain. Reports that are stored at the same time do not see each other's. */
async function knownAddresses(
  db: Db,
  accountId: number,
  day: string,
  mails: readonly SourceMails[],
): Promise<Map<string, Set<string>>> {
  const domains = [...new Set(mails.map(({ domain }) => domain))];
  const { rows } = await sql<{ domain: string; addresses: string[] }>`
    select domain, array_agg(distinct address) as addresses from mail_source
    where account_id = ${accountId} and domain = any(${domains}::text[]) and day = ${day}::date
    group by domain`.execute(db);
  return new Map(rows.map(({ domain, addresses }) => [domain, new Set(addresses)]));
}

async function addSessions(db: Db, accountId: number, day: string, sessions: TlsReport['sessions']): Promise<void> {
  const rows = sessions.toSorted((first, second) =>
    compareTexts(`${first.domain} ${first.result}`, `${second.domain} ${second.result}`),
  );
  await sql`
    insert into tls_session (account_id, domain, day, result, sessions)
    select ${accountId}::int8, domain, ${day}::date, result, sessions
    from unnest(${rows.map(({ domain }) => domain)}::text[], ${rows.map(({ result }) => result)}::text[],
      ${rows.map(({ sessions }) => sessions)}::int8[]) as new (domain, result, sessions)
    on conflict (account_id, domain, day, result) do update
      set sessions = tls_session.sessions + excluded.sessions`.execute(db);
}
