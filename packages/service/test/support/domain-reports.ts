import type { TestService } from './service.ts';

/** Mails of a report: source, number, and what the receiver found. */
export interface ReportedRow {
  address: string;
  count: number;
  from?: string;
  dkim?: boolean;
  spf?: boolean;
  disposition?: string;
  override?: string;
  provenBy?: string;
}

interface AggregateOptions {
  domain: string;
  id: string;
  /** A day in UTC, `2031-02-03`. */
  day: string;
  policy?: string;
  reporter?: string;
}

/** A DMARC aggregate report (RFC 9990). */
export function aggregateReport(
  { domain, id, day, policy = 'none', reporter = 'Receiver' }: AggregateOptions,
  rows: readonly ReportedRow[],
): string {
  const begin = Date.parse(day) / 1000;
  const records = rows.map(
    ({ address, count, from = domain, dkim, spf, disposition = 'none', override, provenBy }) => `<record>
    <row><source_ip>${address}</source_ip><count>${count}</count>
      <policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim ? 'pass' : 'fail'}</dkim>
        <spf>${spf ? 'pass' : 'fail'}</spf>${override ? `<reason><type>${override}</type></reason>` : ''}</policy_evaluated>
    </row>
    <identifiers><header_from>${from}</header_from></identifiers>
    <auth_results>${provenBy ? `<spf><domain>${provenBy}</domain><result>pass</result></spf>` : ''}</auth_results>
  </record>`,
  );
  return `<?xml version="1.0"?><feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0"><report_metadata>
    <org_name>${reporter}</org_name><report_id>${id}</report_id>
    <date_range><begin>${begin}</begin><end>${begin + 86_399}</end></date_range></report_metadata>
  <policy_published><domain>${domain}</domain><p>${policy}</p></policy_published>${records.join('')}</feedback>`;
}

/** A report about encrypted connections (RFC 8460). */
export const tlsReport = ({ domain, id, day }: AggregateOptions, successful: number, failed: number): string =>
  JSON.stringify({
    'organization-name': 'Receiver',
    'report-id': id,
    'date-range': { 'start-datetime': `${day}T00:00:00Z`, 'end-datetime': `${day}T23:59:59Z` },
    policies: [
      {
        policy: { 'policy-type': 'sts', 'policy-domain': domain },
        summary: { 'total-successful-session-count': successful, 'total-failure-session-count': failed },
        'failure-details': [{ 'result-type': 'certificate-expired', 'failed-session-count': failed }],
      },
    ],
  });

/** The day so many days ago in UTC. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Uploads reports about the domain of the account with sources of each kind. */
export async function addReports({ client }: TestService): Promise<void> {
  const [{ name: domain }] = (await client.account.getMailingDomains().orThrow()) as [{ name: string }];
  const report = aggregateReport({ domain, id: 'a', day: daysAgo(1), policy: 'quarantine' }, [
    { address: '192.0.2.1', count: 15_000, dkim: true, spf: true },
    { address: '2001:db8:85a3:8d3:1319:8a2e:370:7348', count: 900, dkim: true },
    { address: '2001:db8:85a3:8d3:1319:8a2e:370:7348', count: 40 },
    { address: '198.51.100.7', count: 300, provenBy: 'a-long-name-of-a-service.mailer.example' },
    { address: '203.0.113.9', count: 60, override: 'mailing_list' },
    { address: '203.0.113.200', count: 200, disposition: 'reject' },
  ]);
  for (const file of [report, tlsReport({ domain, id: 't', day: daysAgo(1) }, 1200, 30)])
    await client.reputation.addReports({ contentType: 'application/octet-stream', body: Buffer.from(file) }).orThrow();
}
