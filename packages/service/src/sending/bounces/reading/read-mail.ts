import PostalMime, { type Email } from 'postal-mime';
import { readReportFile } from '../../domain-reports/reading/read-file.ts';
import type { DomainReport } from '../../domain-reports/reading/report.ts';
import { cutHead } from './head.ts';
import { type BounceReport, readReport } from './report.ts';
import { findTraces, type Traces } from './traces.ts';

/** Content of a mail about another one, or the reason why it was rejected: it exceeds what mail servers write. */
export type MailReading = BounceReport | { kind: 'unreadable'; reason: string };

/** Nested parts, and bytes of all headers, of which no notification needs as many. */
const limits = { maxNestingDepth: 16, maxHeadersSize: 64 * 1024 };

/** Reads a mail to one of our addresses. Runs in a worker thread, on data of anybody. */
export async function readMail(mail: Uint8Array): Promise<MailReading> {
  return (await readReturned(mail)).reading;
}

/** Reads a mail of a mailbox that gets others too, and what tells which mail it is about. Runs in a worker thread. */
export async function readReturned(mail: Uint8Array): Promise<{ reading: MailReading } & Traces> {
  const head = cutHead(mail);
  let email: Email;
  try {
    email = await PostalMime.parse(head, { ...limits, forceRfc822Attachments: true });
  } catch (error) {
    return {
      reading: { kind: 'unreadable', reason: (error as Error).message },
      addresses: [],
      mailIds: [],
      answered: [],
    };
  }
  return { reading: readReport(email, head), ...findTraces(email, head) };
}

/** Reports about domains that a mail brings; `fault` says why one cannot be read. */
export interface ReportMail {
  reports: DomainReport[];
  fault?: string;
}

/** Receivers attach one file; more are not looked at. */
const maxFiles = 10;

/**
 * Reads the reports that a mail to our address for them has attached, whatever media types they have, or that a mail attached to it
 * has. Runs in a worker thread, on data of anybody.
 */
export async function readReportMail(mail: Uint8Array): Promise<ReportMail> {
  const found: ReportMail = { reports: [] };
  try {
    for (const file of await filesOf(mail)) {
      const reading = await readReportFile(file);
      if ('reports' in reading) found.reports.push(...reading.reports);
      else found.fault ??= reading.fault;
    }
  } catch (error) {
    found.fault ??= (error as Error).message;
  }
  return found;
}

async function filesOf(mail: Uint8Array, isOuter = true): Promise<Uint8Array[]> {
  const { attachments } = await PostalMime.parse(mail, { ...limits, forceRfc822Attachments: true });
  const files: Uint8Array[] = [];
  for (const { mimeType, content } of attachments.slice(0, maxFiles)) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer);
    if (mimeType === 'message/rfc822' && isOuter) files.push(...(await filesOf(bytes, false)));
    else if (!/^(?:image|message)\//i.test(mimeType)) files.push(bytes);
  }
  return files.slice(0, maxFiles);
}
