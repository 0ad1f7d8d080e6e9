import PostalMime, { type Email } from 'postal-mime';
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
    return { reading: { kind: 'unreadable', reason: (error as Error).message }, addresses: [], mailIds: [] };
  }
  return { reading: readReport(email, head), ...findTraces(email, head) };
}
