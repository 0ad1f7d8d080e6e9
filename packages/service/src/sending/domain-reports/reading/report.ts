/** What a receiver did with mails: `none` delivered them, `pass` (RFC 9990) says that they passed. */
export type Disposition = 'none' | 'pass' | 'quarantine' | 'reject';

export type PublishedPolicy = 'none' | 'quarantine' | 'reject';

/** Mails of one source that a receiver treated alike. */
export interface ReportedMails {
  /** Domain of `From`; undefined if the report names none that can be one. */
  from: string | undefined;
  /** IP address, in its shortest form. */
  address: string;
  disposition: Disposition;
  /** Whether an aligned signature was valid. */
  dkim: boolean;
  /** Whether SPF passed for an aligned domain. */
  spf: boolean;
  /** Why the receiver did something else than the policy says, such as `mailing_list`. */
  override?: string;
  /** Domain of another owner that SPF or a signature has proven, if nothing was aligned. */
  provenBy?: string;
  messages: number;
}

/** A DMARC aggregate report (RFC 9990, section 3; RFC 7489, appendix C), its rows summed up by source. */
export interface AggregateReport {
  kind: 'dmarc';
  reporter: string;
  reportId: string;
  begin: Date;
  end: Date;
  /** Domain whose record the receiver applied. */
  domain: string;
  policy: PublishedPolicy | undefined;
  /** Policy of the domains below, if the record has one. */
  subdomainPolicy: PublishedPolicy | undefined;
  sources: ReportedMails[];
  /** Rows without an address or a number. */
  unreadableRows: number;
}

/** Connections to the mail servers of a domain, by what came of them: `success`, or a result type of RFC 8460, section 4.3. */
export interface TlsRow {
  domain: string;
  result: string;
  sessions: number;
}

/** A report about encrypted connections (RFC 8460). */
export interface TlsReport {
  kind: 'tls';
  reporter: string;
  reportId: string;
  begin: Date;
  end: Date;
  sessions: TlsRow[];
}

export type DomainReport = AggregateReport | TlsReport;

/** A file is no report that can be read. The message is for people. */
export class ReportFault extends Error {
  override name = 'ReportFault';
  readonly isTooLarge: boolean;
  /** Whether its bytes are not of the encoding that it says. */
  readonly isEncoding: boolean;

  constructor(message: string, isTooLarge = false, isEncoding = false) {
    super(message);
    this.isTooLarge = isTooLarge;
    this.isEncoding = isEncoding;
  }
}

/** Bytes of all documents of a file. */
export const maxUnpackedBytes = 64 * 1024 * 1024;

const longestText = 200;
const maxRangeMillis = 40 * 86_400_000;

/** Returns a text of a report on one line, and at most 200 characters of it; undefined if nothing is left. */
export function toLine(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .slice(0, 10 * longestText)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longestText)
    .toWellFormed();
  return line === '' ? undefined : line;
}

/** Returns a number of mails or connections; undefined if it is none, negative or absurd. */
export function toCount(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

/**
 * Checks what every report has.
 * @throws ReportFault
 */
export function checkHead(head: {
  reporter: string | undefined;
  reportId: string | undefined;
  begin: Date | undefined;
  end: Date | undefined;
}): Pick<AggregateReport, 'reporter' | 'reportId' | 'begin' | 'end'> {
  const { reporter, reportId, begin, end } = head;
  if (reporter === undefined) throw new ReportFault('the report does not say who sent it');
  if (reportId === undefined) throw new ReportFault('the report has no report ID');
  if (begin === undefined || end === undefined) throw new ReportFault('the report has no valid range of time');
  const millis = end.getTime() - begin.getTime();
  if (millis < 0) throw new ReportFault('the report ends before it begins');
  if (millis > maxRangeMillis) throw new ReportFault('the report is about more than 40 days');
  return { reporter, reportId, begin, end };
}

/** Returns the day in UTC, `2026-03-01`, on which most of the range of a report lies. */
export function dayOf({ begin, end }: Pick<AggregateReport, 'begin' | 'end'>): string {
  return new Date((begin.getTime() + end.getTime()) / 2).toISOString().slice(0, 10);
}
