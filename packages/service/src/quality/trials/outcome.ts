import type { TrialMail } from '../../sending/index.ts';
import { approvalOutcome } from '../approvals/outcome.ts';
import type { CheckState, Finding } from '../findings/findings.ts';

/** Result of a sendout to a test target group. */
export interface SendoutResult {
  sent: number;
  /** Contacts that did not get the mail, with the server's words; without both when they were erased since. */
  failures: { contactId: number | null; message: string }[];
}

export function sendoutResult(mails: readonly Pick<TrialMail, 'state' | 'contactId' | 'reason'>[]): SendoutResult {
  const missed = mails.filter(({ state }) => state !== 'sent');
  return {
    sent: mails.length - missed.length,
    failures: missed.map(({ contactId, reason }) => ({ contactId, message: reason ?? '' })),
  };
}

/** A test sendout is a success when everybody got the mail, and failed when nobody did. */
export function testOutcome({ sent, failures }: SendoutResult): CheckState {
  if (sent === 0) return 'failed';
  return failures.length === 0 ? 'success' : 'warning';
}

/** The state of a check by how its mails ended; approvals are open then. */
export function judgeSendout(kind: 'testsendout' | 'approval', result: SendoutResult): CheckState {
  return kind === 'approval' ? approvalOutcome(result.sent, [null]) : testOutcome(result);
}

/** Moves a contact from those who got the mail to those who did not; changes nothing if it is one of these. */
export function addFailure(result: SendoutResult, contactId: number, message: string): SendoutResult {
  if (result.failures.some((failure) => failure.contactId === contactId)) return result;
  return { sent: Math.max(0, result.sent - 1), failures: [...result.failures, { contactId, message }] };
}

/** Returns findings with the replies of servers that rejected mails. */
export function failureFindings({ sent, failures }: SendoutResult): Finding[] {
  const severity = sent === 0 ? 'error' : 'warning';
  return failures.map(({ contactId, message }) =>
    contactId === null
      ? { code: 'not_sent', severity, message: 'The mail was not sent to a contact that has been erased.' }
      : {
          code: 'not_sent',
          severity,
          message: `The mail was not accepted: ${message}`,
          location: `contact ${contactId}`,
        },
  );
}
