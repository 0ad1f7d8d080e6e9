import type { Email } from 'postal-mime';
import { type BounceReason, isHardReason, toStatus } from '../../bounce-reasons/reasons.ts';
import { type AmazonEvent, readAmazonEvent } from './amazon-event.ts';
import { automaticSubject, isMarkedAsReply } from './automatic.ts';
import { classifyFailure, type Failure } from './classify.ts';
import { isComplaint, readFeedbackType } from './complaint.ts';
import { type DeliveryStatus, readCodes, readDeliveryStatus } from './delivery-status.ts';
import { cutPreamble, findFormat, isDelay, isFromServer } from './formats.ts';
import { isStructured, type Notice, readUndecoded, toNotice } from './notice.ts';
import { splitByRecipient } from './recipients.ts';

/** A recipient that a notification names, and why no mail reached it. */
export interface FailedRecipient {
  /** The address as the notification writes it; `undefined` if it names none. */
  address?: string | undefined;
  /** RFC 3463; by it the bounce is recorded. */
  status: string;
  reason: BounceReason;
  /** Nobody will ever get mail at the address. */
  hard: boolean;
}

/** Content of a mail to a bounce address. */
export type BounceReport =
  /** Recipients that got no mail, at least one; of a delay the server goes on trying. */
  | { kind: 'bounce' | 'delay'; recipients: readonly FailedRecipient[]; unfailed?: readonly string[] }
  | { kind: 'complaint' }
  /** An answer of a person, an out-of-office note, a notice of success: nothing that counts. */
  | { kind: 'other' };

/**
 * Reads a delivery status notification (RFC 3464), an abuse report (RFC 5965), or what mail servers write instead of them.
 * A mail that answers by itself (RFC 3834) is none of them, whatever its text says.
 */
export function readReport(email: Email, mail: Uint8Array): BounceReport {
  const parsed = toNotice(email);
  const isBroken = isFromServer(parsed) && !isStructured(parsed) && findFormat(parsed) === undefined;
  const notice = isBroken ? readUndecoded(parsed, mail) : parsed;
  const feedback = readFeedbackType(notice);
  if (feedback !== undefined) return { kind: isComplaint(feedback) ? 'complaint' : 'other' };
  if (isAutomaticReply(notice)) return { kind: 'other' };
  const event = readAmazonEvent(notice.text);
  if (event !== undefined) return fromEvent(event);
  const recipients = readDeliveryStatus(notice.parts.map(({ text }) => text).join('\n\n'));
  if (recipients.length > 0) return fromDeliveryStatus(notice, recipients);
  if (findFormat(notice) === undefined) return { kind: 'other' };
  const inWords = readDeliveryStatus(notice.text);
  if (inWords.length > 0) return fromDeliveryStatus(notice, inWords);
  const failures = splitByRecipient(notice.text).map((words) => ({ ...toFailure(words.text), address: words.address }));
  return { kind: isDelay(notice) ? 'delay' : 'bounce', recipients: failures.map(toRecipient) };
}

/** Some mail servers call their notifications replies too, so that only mails of others are judged by their headers. */
function isAutomaticReply(notice: Notice): boolean {
  return !isFromServer(notice) && (isMarkedAsReply(notice) || automaticSubject.test(notice.subject));
}

/** As RFC 3464 has it, and as some servers write it. */
const failedActions = new Set(['failed', 'failure', 'fail', 'error']);

function fromDeliveryStatus(notice: Notice, recipients: readonly DeliveryStatus[]): BounceReport {
  const failed = recipients.filter(({ action }) => failedActions.has(action));
  const delayed = recipients.filter(({ action }) => action === 'delayed');
  const found = failed.length > 0 ? failed : delayed;
  if (found.length === 0) return { kind: 'other' };
  const failures = found.map((recipient) => ({
    ...completeFailure(recipient, wordsAbout(recipient, notice.text)),
    address: recipient.address,
  }));
  const unfailed = recipients.flatMap((recipient) => (found.includes(recipient) ? [] : (recipient.address ?? [])));
  return {
    kind: failed.length > 0 ? 'bounce' : 'delay',
    recipients: failures.map(toRecipient),
    ...(unfailed.length > 0 && { unfailed }),
  };
}

/** Returns the part of a notification about one of its recipients, or all of it if there is none. */
const wordsAbout = ({ address }: DeliveryStatus, text: string): string =>
  splitByRecipient(text).find((words) => words.address === address)?.text ?? text;

/** Completes a terse report by the text of the notification. */
function completeFailure(failure: Failure, text: string): Failure {
  if (classifyFailure(failure) !== 'undefined' && failure.text !== '') return { ...failure, context: text };
  const words = toFailure(text);
  const status = failure.status === undefined || failure.status.endsWith('.0.0') ? words.status : failure.status;
  return {
    text: `${failure.text} ${words.text}`,
    status: status ?? failure.status,
    replyCode: failure.replyCode ?? words.replyCode,
  };
}

function toFailure(text: string): Failure {
  const words = cutPreamble(text);
  const failure = { text: words, ...readCodes(words) };
  if (words === text || classifyFailure(failure) !== 'undefined') return failure;
  // Some servers say the reason first, and the address behind it.
  return { text, ...readCodes(text) };
}

function fromEvent(event: AmazonEvent): BounceReport {
  return event.kind === 'bounce' ? { kind: 'bounce', recipients: [toRecipient(event.failure)] } : event;
}

/** Reads why no mail reached a recipient. */
export function toRecipient(failure: Failure & { address?: string | undefined }): FailedRecipient {
  const reason = classifyFailure(failure);
  // A server that may have another answer tomorrow says nothing for good, whatever its words.
  const isTemporary = failure.status?.startsWith('4') ?? (failure.replyCode ?? 500) < 500;
  const status = toStatus(reason, failure.status, isTemporary);
  const { address } = failure;
  return { ...(address && { address }), status, reason, hard: isHardReason(reason) && !isTemporary };
}
