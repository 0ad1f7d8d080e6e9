import type { Email } from 'postal-mime';
import { isHard } from '../status.ts';
import { type AmazonEvent, readAmazonEvent } from './amazon-event.ts';
import { classifyFailure, type Failure } from './classify.ts';
import { isComplaint, readFeedbackType } from './complaint.ts';
import { readCodes, readDeliveryStatus } from './delivery-status.ts';
import { cutPreamble, findFormat, isDelay } from './formats.ts';
import { type Notice, toNotice } from './notice.ts';
import { type BounceReason, isHardReason, toStatus } from './reasons.ts';

/** What a mail to a bounce address says. */
export type BounceReport =
  | {
      kind: 'bounce';
      /** RFC 3463; by it the bounce is recorded. */
      status: string;
      reason: BounceReason;
      /** Nobody will ever get mail at the address. */
      hard: boolean;
    }
  /** The server goes on trying. */
  | { kind: 'delay'; reason: BounceReason }
  | { kind: 'complaint' }
  /** An answer of a person, an out-of-office note, a notice of success: nothing that counts. */
  | { kind: 'other' };

/**
 * Reads a delivery status notification (RFC 3464), an abuse report (RFC 5965), or what mail servers write instead of them.
 * A mail that answers by itself (RFC 3834) is none of them, whatever its text says.
 */
export function readReport(email: Email): BounceReport {
  const notice = toNotice(email);
  const feedback = readFeedbackType(notice);
  if (feedback !== undefined) return { kind: isComplaint(feedback) ? 'complaint' : 'other' };
  if (isAutomaticReply(notice)) return { kind: 'other' };
  const event = readAmazonEvent(notice.text);
  if (event !== undefined) return fromEvent(event);
  const isReport = notice.parts.some(({ type }) => type.endsWith('delivery-status'));
  if (isReport) return fromDeliveryStatus(notice, notice.parts.map(({ text }) => text).join('\n\n'));
  if (findFormat(notice) === undefined) return { kind: 'other' };
  if (readDeliveryStatus(notice.text).length > 0) return fromDeliveryStatus(notice, notice.text);
  return isDelay(notice)
    ? { kind: 'delay', reason: classifyFailure(toFailure(notice.text)) }
    : toBounce(toFailure(notice.text));
}

/** Headers and subjects of out-of-office notes; a notification says `auto-generated` or nothing. */
function isAutomaticReply({ headers, subject }: Notice): boolean {
  const submitted = headers.get('auto-submitted') ?? '';
  if (/^auto-(?:replied|notified)/i.test(submitted))
    return !headers.has('x-failed-recipients') && !isFailureReport(headers);
  if (isFailureReport(headers)) return false;
  return (
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    /^auto_?reply/i.test(headers.get('precedence') ?? '') ||
    /^(?:(?:re|aw|sv|vs): ?)?(?:automatic reply|auto(?:mated)?.?(?:reply|response|antwort)|out of (?:the )?office|abwesenheit|automatische antwort|réponse automatique|respuesta automática|risposta automatica|resposta automática|automatisch antwoord|automatiskt svar|automatická odpověď|automatyczna odpowiedź|автоответ|自動応答|不在)/i.test(
      subject,
    )
  );
}

const isFailureReport = (headers: Notice['headers']): boolean =>
  /report-type="?delivery-status/i.test(headers.get('content-type') ?? '');

function fromDeliveryStatus(notice: Notice, report: string): BounceReport {
  const recipients = readDeliveryStatus(report);
  const failed = recipients.find(({ action }) => action === 'failed' || action === 'failure' || action === 'fail');
  const delayed = recipients.find(({ action }) => action === 'delayed');
  const found = failed ?? delayed;
  if (found === undefined) return { kind: 'other' };
  const failure = completeFailure(found, notice.text);
  return failed ? toBounce(failure) : { kind: 'delay', reason: classifyFailure(failure) };
}

/** Where the report says little, the words of the notification say more. */
function completeFailure(failure: Failure, text: string): Failure {
  if (classifyFailure(failure) !== 'undefined' && failure.text !== '') return failure;
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
  return { text: words, ...readCodes(words) };
}

function fromEvent(event: AmazonEvent): BounceReport {
  return event.kind === 'bounce' ? toBounce(event.failure) : event;
}

function toBounce(failure: Failure): BounceReport {
  const reason = classifyFailure(failure);
  const status = toStatus(reason, failure.status, isHard);
  return { kind: 'bounce', status, reason, hard: isHardReason(reason) };
}
