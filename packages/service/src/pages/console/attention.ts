import type { StoppedMailing } from '../../mailings/index.ts';
import { escapeHtml } from '../../platform/text/escape.ts';
import { share } from '../plots/figures.ts';

/** Days before its end in which a certificate needs attention. */
const certificateWarning = 14;
/** Share of permanently bounced mails from which on a mailing lowers the sender's reputation. */
const bounceWarning = 0.05;

/** States that may need attention. */
export interface AttentionFacts {
  stopped: readonly StoppedMailing[];
  /** Of the last mailings. */
  reports: readonly { name: string; recipients: number; permanentBounces: number }[];
  deadJobs: readonly { kind: string; jobs: number }[];
  /** The database takes no changes. */
  readOnly: boolean;
  /** Whole days until the certificate ends. */
  certificateDays: number;
}

/** A sentence for each thing that somebody should look at, as HTML. */
export function attentionNotes({ stopped, reports, deadJobs, readOnly, certificateDays }: AttentionFacts): string[] {
  const notes = readOnly
    ? [
        'The database rejects changes, probably because its disk is nearly full. No mail is sent until you free disk space.',
      ]
    : [];
  const stops = stopped.map(
    ({ name, state, reason }) =>
      `The mailing <b>${escapeHtml(name)}</b> ${state === 'failed' ? 'has failed' : `is ${state}`}${reason && reason !== state ? `: ${escapeHtml(reason)}` : ''}.`,
  );
  notes.push(...stops);
  for (const { name, recipients, permanentBounces } of reports) {
    const mails = Math.max(recipients, permanentBounces);
    if (permanentBounces === 0 || permanentBounces / mails < bounceWarning) continue;
    notes.push(
      `${permanentBounces === 1 ? '1 mail' : `${permanentBounces} mails`} of <b>${escapeHtml(name)}</b> bounced permanently (${share(permanentBounces, mails)}). Check the source of the addresses.`,
    );
  }
  for (const { kind, jobs } of deadJobs) {
    notes.push(
      `Background work <b>${escapeHtml(kind)}</b> failed permanently ${jobs === 1 ? 'once' : `${jobs} times`}. See the log of the service for the reason.`,
    );
  }
  if (certificateDays < 0) notes.push('The certificate has expired.');
  else if (certificateDays < certificateWarning) notes.push(`The certificate expires in ${certificateDays} days.`);
  return notes;
}
