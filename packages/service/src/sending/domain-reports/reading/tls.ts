import { toDomainName } from './domain-name.ts';
import { checkHead, ReportFault, type TlsReport, type TlsRow, toCount, toLine } from './report.ts';

/** Policies of a report, and failures of a policy. */
const maxPolicies = 1000;
const maxFailures = 5000;

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads a report about encrypted connections (RFC 8460, section 4.4), with the connections summed up by domain and result.
 * @throws ReportFault
 */
export function readTlsReport(text: string): TlsReport {
  const report = membersOf(parse(text));
  const range = membersOf(report['date-range']);
  const head = checkHead({
    reporter: toLine(report['organization-name']) ?? toLine(report['contact-info']),
    reportId: toLine(report['report-id']),
    begin: toInstant(range['start-datetime']),
    end: toInstant(range['end-datetime']),
  });
  const policies = listOf(report.policies, maxPolicies, 'policies');
  if (policies.length === 0) throw new ReportFault('the report has no policies');
  return { kind: 'tls', ...head, sessions: sumUp(policies.map(membersOf).flatMap(toRows)) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ReportFault(`the report is not valid JSON: ${toLine((error as Error).message)}`);
  }
}

/** Connections of a policy. The summary counts all failures; details may be missing, or name fewer. */
function toRows({ policy, summary, 'failure-details': details }: Members): TlsRow[] {
  const domain = toDomainName(membersOf(policy)['policy-domain']);
  if (domain === undefined) return [];
  const sums = membersOf(summary);
  const failures = listOf(details, maxFailures, 'failures').map(membersOf);
  const named = failures.flatMap((failure): TlsRow[] => {
    const sessions = toCount(failure['failed-session-count']);
    const result = toResult(failure['result-type']);
    return sessions === undefined ? [] : [{ domain, result, sessions }];
  });
  const failed = named.reduce((sum, { sessions }) => sum + sessions, 0);
  const unnamed = Math.max(0, (toCount(sums['total-failure-session-count']) ?? 0) - failed);
  return [
    { domain, result: 'success', sessions: toCount(sums['total-successful-session-count']) ?? 0 },
    ...named,
    { domain, result: 'unknown', sessions: unnamed },
  ];
}

function sumUp(rows: readonly TlsRow[]): TlsRow[] {
  const sums = new Map<string, TlsRow>();
  for (const row of rows) {
    if (row.sessions === 0) continue;
    const key = `${row.domain} ${row.result}`;
    const known = sums.get(key);
    if (known === undefined) sums.set(key, { ...row });
    else known.sessions += row.sessions;
  }
  return [...sums.values()];
}

/** RFC 8460, section 4.3. */
const results: ReadonlySet<unknown> = new Set([
  'starttls-not-supported',
  'certificate-host-mismatch',
  'certificate-expired',
  'certificate-not-trusted',
  'validation-failure',
  'tlsa-invalid',
  'dnssec-invalid',
  'dane-required',
  'sts-policy-fetch-error',
  'sts-policy-invalid',
  'sts-webpki-invalid',
]);

const toResult = (value: unknown): string => (results.has(value) ? (value as string) : 'unknown');

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** Some reports have a member where the RFC has a list. */
function listOf(value: unknown, most: number, name: string): readonly unknown[] {
  const list = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
  if (list.length > most) throw new ReportFault(`the report has more than ${most} ${name}`, true);
  return list;
}

/** RFC 3339, which some reports write without an offset. */
function toInstant(value: unknown): Date | undefined {
  const [, date, time, offset = 'Z'] =
    (typeof value === 'string' &&
      /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)?$/.exec(value.trim())) ||
    [];
  const instant = new Date(`${date}T${time}${offset.toUpperCase()}`);
  return date === undefined || Number.isNaN(instant.getTime()) ? undefined : instant;
}
