import { maxAttachmentKb, maxAttachments } from '../../mailings/index.ts';
import { contentSizeFault, maxContentKb } from '../../templates/index.ts';
import { type CheckState, type Finding, stateOf } from '../findings/findings.ts';

const kilobyte = 1024;
/** Gmail shows so much of the HTML, and hides the rest behind a link. */
const gmailCuts = 102;
/** Many mailbox providers refuse larger mails, in KB. */
const oftenRefused = 10 * 1024;
/** Factor by which base64 with line ends enlarges data (RFC 2045, section 6.8). */
const base64 = 78 / 57;
/** The largest mail, in KB: HTML, text and attachments as large as the settings of mailings allow. */
const maxMessage = Math.ceil((2 * maxContentKb + maxAttachments * maxAttachmentKb) * base64);

const inKb = (bytes: number) => Math.ceil(bytes / kilobyte);

/** Sizes in bytes: the whole message, its contents, and each attachment. */
export interface MailParts {
  message: number;
  html: string;
  text: string;
  attachments: readonly number[];
}

/** Judges the size of a mail; that of its attachments is told as they are sent. */
export function judgeSize(parts: MailParts): {
  state: CheckState;
  size: number;
  maxsize: number;
  html_size: number;
  attachments_size: number;
  findings: Finding[];
} {
  const htmlBytes = Buffer.byteLength(parts.html);
  const attachmentBytes = parts.attachments.reduce((sum, bytes) => sum + Math.ceil(bytes * base64), 0);
  const [size, html] = [inKb(parts.message), inKb(htmlBytes)];
  const findings: Finding[] = [];
  if (htmlBytes > gmailCuts * kilobyte) {
    const message = `The HTML has ${html} KB; Gmail cuts it at ${gmailCuts} KB, often before the link to unsubscribe.`;
    findings.push({ code: 'html_cut', severity: 'warning', message, location: 'html' });
  }
  for (const part of ['html', 'text'] as const) {
    const message = contentSizeFault(part, parts[part]);
    if (message) findings.push({ code: 'content_too_large', severity: 'error', message, location: part });
  }
  if (size > maxMessage) {
    const message = `The mail has ${size} KB; at most ${maxMessage} KB are allowed.`;
    findings.push({ code: 'message_too_large', severity: 'error', message });
  } else if (size > oftenRefused) {
    const message = `The mail has ${size} KB; many providers refuse mails over ${oftenRefused} KB.`;
    findings.push({ code: 'message_large', severity: 'warning', message });
  }
  return {
    state: stateOf(findings),
    size,
    maxsize: maxMessage,
    html_size: html,
    attachments_size: inKb(attachmentBytes),
    findings,
  };
}
