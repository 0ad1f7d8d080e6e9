import PostalMime, { type Email } from 'postal-mime';
import { cutHead } from './head.ts';
import { type BounceReport, readReport } from './report.ts';

/** What a mail says, or why it is refused: it exceeds what mail servers write. */
export type MailReading = BounceReport | { kind: 'unreadable'; reason: string };

/** Nested parts, and bytes of all headers, of which no notification needs as many. */
const limits = { maxNestingDepth: 16, maxHeadersSize: 64 * 1024 };

/** Reads a mail to one of our mailboxes. Runs in a worker thread, on data of anybody. */
export async function readMail(mail: Uint8Array): Promise<MailReading> {
  const head = cutHead(mail);
  let email: Email;
  try {
    email = await PostalMime.parse(head, { ...limits, forceRfc822Attachments: true });
  } catch (error) {
    return { kind: 'unreadable', reason: (error as Error).message };
  }
  return readReport(email, head);
}
