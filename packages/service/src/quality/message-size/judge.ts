import { type CheckState, type Finding, stateOf } from '../findings/findings.ts';

const kilobyte = 1024;
/** Gmail shows so much of the HTML, and hides the rest behind a link. */
const gmailCuts = 102;
/** Many mailbox providers refuse larger mails, in KB. */
const maxMessage = 10 * 1024;

const inKb = (bytes: number) => Math.ceil(bytes / kilobyte);

/** Judges sizes in bytes: of the whole message, of its HTML, and of its attachments as they are sent. */
export function judgeSize(bytes: { message: number; html: number; attachments: number }): {
  state: CheckState;
  size: number;
  maxsize: number;
  html_size: number;
  attachments_size: number;
  findings: Finding[];
} {
  const [size, html, attachments] = [bytes.message, bytes.html, bytes.attachments].map(inKb) as [
    number,
    number,
    number,
  ];
  const findings: Finding[] = [];
  if (bytes.html > gmailCuts * kilobyte) {
    const message = `The HTML has ${html} KB; Gmail cuts it at ${gmailCuts} KB, often before the link to unsubscribe.`;
    findings.push({ code: 'html_cut', severity: 'warning', message, location: 'html' });
  }
  if (size > maxMessage) {
    const message = `The mail has ${size} KB; at most ${maxMessage} KB are allowed.`;
    findings.push({ code: 'message_too_large', severity: 'error', message });
  }
  return {
    state: stateOf(findings),
    size,
    maxsize: maxMessage,
    html_size: html,
    attachments_size: attachments,
    findings,
  };
}
