import { isIP } from 'node:net';
import { XmlError } from '@mailwright/xml-codec';
import { readElements } from '@mailwright/xml-codec/stream';
import ipaddr from 'ipaddr.js';
import { toDomainName } from './domain-name.ts';
import { decodeFeedbackDocument } from './generated/codecs/FeedbackDocument.ts';
import { decodeFeedbackRecord } from './generated/codecs/FeedbackRecord.ts';
import type { DomainResult, FeedbackRecord } from './generated/types/index.ts';
import {
  type AggregateReport,
  checkHead,
  type Disposition,
  type PublishedPolicy,
  type ReportedMails,
  ReportFault,
  toCount,
  toLine,
} from './report.ts';

/** Rows of a report. Those of large receivers have some thousands. */
const maxRows = 500_000;
/** Different rows, which are in memory. */
const maxSources = 20_000;
/** A record, and all that is no record, has at most this many characters. */
const maxElement = 256 * 1024;
const limits = { depth: 16, nodes: 10_000, attributes: 32, text: 64 * 1024 } as const;

/** Namespaces of reports are often missing or wrong, so that only names count. */
const options = { ...limits, namespaces: 'ignore' } as const;

/**
 * Reads a DMARC aggregate report of either RFC, record by record: memory depends on the number of different sources and not on
 * the size of the document.
 * @param encoding as in `DecodeOptions`
 * @throws ReportFault
 */
export async function readAggregate(
  document: AsyncIterable<Uint8Array>,
  encoding = 'declared',
): Promise<AggregateReport> {
  const sources = new Map<string, ReportedMails>();
  let rows = 0;
  let unreadableRows = 0;
  try {
    const records = readElements(document, {
      ...options,
      encoding,
      path: ['feedback', 'record'],
      decode: decodeFeedbackRecord,
      maxElement,
    });
    for (;;) {
      const { done, value } = await records.next();
      if (done) return { ...readRest(value), sources: [...sources.values()], unreadableRows };
      if (++rows > maxRows) throw new ReportFault(`the report has more than ${maxRows} rows`, true);
      const row = toRow(value);
      if (row === undefined) unreadableRows++;
      else addRow(sources, row);
    }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ReportFault(
      `the report is not valid XML: ${error.message}`,
      error.code === 'limit',
      error.code === 'encoding',
    );
  }
}

/** @throws ReportFault */
function addRow(sources: Map<string, ReportedMails>, row: ReportedMails): void {
  const { messages, ...alike } = row;
  const key = JSON.stringify(Object.values(alike));
  const known = sources.get(key);
  if (known !== undefined) {
    known.messages += messages;
    return;
  }
  if (sources.size === maxSources)
    throw new ReportFault(`the report has more than ${maxSources} different sources`, true);
  sources.set(key, row);
}

function readRest(rest: string) {
  const { report_metadata: metadata, policy_published: published } = decodeFeedbackDocument(rest, {
    ...options,
    encoding: 'declared',
  });
  const domain = toDomainName(published?.domain);
  if (domain === undefined) throw new ReportFault('the report does not say which domain it is about');
  const head = checkHead({
    reporter: toLine(metadata?.org_name) ?? toLine(metadata?.email),
    reportId: toLine(metadata?.report_id),
    begin: toDate(metadata?.date_range?.begin),
    end: toDate(metadata?.date_range?.end),
  });
  return {
    kind: 'dmarc' as const,
    ...head,
    domain,
    policy: toPolicy(published?.p),
    subdomainPolicy: toPolicy(published?.sp),
  };
}

function toRow({ row, identifiers, auth_results: results }: FeedbackRecord): ReportedMails | undefined {
  const address = toAddress(row?.source_ip);
  const messages = toCount(row?.count);
  if (address === undefined || messages === undefined || messages === 0) return undefined;
  const { disposition, dkim, spf, reason } = row?.policy_evaluated ?? {};
  const isSigned = isPass(dkim);
  const isSent = isPass(spf);
  const reasons = reason?.map(toReason).filter((word) => word !== undefined) ?? [];
  const override = reasons.find((word) => !vague.has(word)) ?? reasons[0];
  const provenBy = isSigned || isSent ? undefined : (passedFor(results?.dkim) ?? passedFor(results?.spf));
  return {
    from: toDomainName(identifiers?.header_from),
    address,
    disposition: toDisposition(disposition),
    dkim: isSigned,
    spf: isSent,
    ...(override !== undefined && { override }),
    ...(provenBy !== undefined && { provenBy }),
    messages,
  };
}

/** IPv4 addresses that are written as IPv6 are those of IPv4. */
function toAddress(text: string | undefined): string | undefined {
  const address = text?.trim() ?? '';
  return isIP(address) === 0 || address.includes('%') ? undefined : ipaddr.process(address).toString();
}

const isPass = (text: string | undefined) => text?.trim().toLowerCase() === 'pass';

const passedFor = (results: readonly DomainResult[] | undefined): string | undefined =>
  results?.flatMap(({ domain, result }) => (isPass(result) ? (toDomainName(domain) ?? []) : []))[0];

const dispositions: readonly string[] = ['none', 'pass', 'quarantine', 'reject'] satisfies Disposition[];

/** Whatever a receiver did that is neither of the others, it has delivered the mails. */
function toDisposition(text: string | undefined): Disposition {
  const word = toWord(text) ?? '';
  return dispositions.includes(word) ? (word as Disposition) : 'none';
}

const policies: readonly string[] = ['none', 'quarantine', 'reject'] satisfies PublishedPolicy[];

function toPolicy(text: string | undefined): PublishedPolicy | undefined {
  const word = toWord(text) ?? '';
  return policies.includes(word) ? (word as PublishedPolicy) : undefined;
}

/** Reasons that say less than the others. */
const vague: ReadonlySet<string> = new Set(['other', 'local_policy']);

/** Reads `<reason><type>other</type></reason>` or `<reason>other</reason>`. */
const toReason = (reason: unknown): string | undefined =>
  toWord(typeof reason === 'object' && reason !== null && 'type' in reason ? reason.type : reason);

/** A word of the vocabulary of reports, in lower case. */
function toWord(text: unknown): string | undefined {
  const word = typeof text === 'string' ? text.trim().toLowerCase() : '';
  return /^[a-z_]{1,40}$/.test(word) ? word : undefined;
}

const latestSeconds = 4_102_444_800;

/** Seconds since 1970, which some receivers write with a fraction. */
function toDate(text: string | undefined): Date | undefined {
  const [, digits] = /^\s*(\d{1,10})(?:\.\d{1,9})?\s*$/.exec(text ?? '') ?? [];
  const seconds = Number(digits ?? Number.NaN);
  return seconds <= latestSeconds ? new Date(seconds * 1000) : undefined;
}
