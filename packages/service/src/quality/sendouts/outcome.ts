import type { CheckState, Finding } from '../findings/findings.ts';
import type { TestMail } from './mails.ts';

/** What came of a sendout to a test target group. */
export interface SendoutResult {
  sent: number;
  /** Contacts that did not get the mail, with the server's words; without both when they were erased since. */
  failures: { contactId: number | null; message: string }[];
}

export function sendoutResult(mails: readonly Pick<TestMail, 'state' | 'contact_id' | 'reason'>[]): SendoutResult {
  const missed = mails.filter(({ state }) => state !== 'sent');
  return {
    sent: mails.length - missed.length,
    failures: missed.map(({ contact_id, reason }) => ({ contactId: contact_id, message: reason ?? '' })),
  };
}

/** A test sendout is a success when everybody got the mail, and failed when nobody did. */
export function testOutcome({ sent, failures }: SendoutResult): CheckState {
  if (sent === 0) return 'failed';
  return failures.length === 0 ? 'success' : 'warning';
}

/** What servers said about mails that they did not take. */
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
