import type { BounceReason } from '../../bounce-reasons/reasons.ts';
import { habits } from './habits.ts';
import { phrases } from './phrases.ts';

/** A delivery failure: the text of the server, and its codes if there were any. */
export interface Failure {
  text: string;
  status: string | undefined;
  replyCode: number | undefined;
  /** The notification around the words, which may say in which step of the hand-over they were said. */
  context?: string;
}

/** Enhanced codes (RFC 3463 and its registry), without their class, that say enough alone. */
const ofDetails = new Map<string, BounceReason>(
  Object.entries({
    '1.1': 'mailbox-unknown',
    '1.2': 'host-unknown',
    '1.3': 'mailbox-unknown',
    '1.4': 'mailbox-unknown',
    '1.6': 'moved',
    '1.7': 'sender-rejected',
    '1.8': 'sender-rejected',
    '1.10': 'accepts-no-mail',
    '2.1': 'mailbox-disabled',
    '2.2': 'mailbox-full',
    '2.3': 'too-big',
    '3.2': 'accepts-no-mail',
    '3.3': 'system',
    '3.4': 'too-big',
    '3.5': 'system',
    '4.1': 'network',
    '4.2': 'network',
    '4.3': 'network',
    '4.4': 'host-unknown',
    '4.5': 'rate',
    '4.6': 'network',
    '4.7': 'expired',
    '5.2': 'protocol',
    '5.4': 'protocol',
    '6.0': 'content',
    '6.1': 'content',
    '6.2': 'content',
    '6.3': 'content',
    '7.1': 'policy',
    '7.2': 'policy',
    '7.8': 'policy',
    '7.13': 'mailbox-disabled',
    '7.20': 'authentication',
    '7.21': 'authentication',
    '7.22': 'authentication',
    '7.23': 'authentication',
    '7.24': 'authentication',
    '7.25': 'reverse-dns',
    '7.26': 'authentication',
    '7.27': 'authentication',
    '7.28': 'rate',
  } as const),
);

/** Codes that servers use for one thing only; their words are often general. */
const precise = new Set(['1.6', '1.7', '1.8', '2.2', '2.3', '3.4', '7.25', '7.26', '7.28']);

const ofReplies: Record<number, BounceReason> = {
  421: 'network',
  450: 'network',
  452: 'mailbox-full',
  521: 'accepts-no-mail',
  551: 'moved',
  552: 'mailbox-full',
  556: 'accepts-no-mail',
};

const maxText = 4000;

const patterns = phrases.map(([reason, lines]) => [reason, new RegExp(lines.trim().split(/\n\s*/).join('|'))] as const);

/** Returns why a mail was not delivered: by a precise code, else by a provider's habit, by the words, by the other codes. */
export function classifyFailure({ text, status, replyCode, context = '' }: Failure): BounceReason {
  const detail = status?.slice(2) ?? '';
  if (precise.has(detail)) return ofDetails.get(detail)!;
  const habit = habits.find(([, pattern]) => pattern.test(text.slice(0, maxText).toLowerCase()))?.[0];
  if (habit !== undefined) return habit;
  const reason = classifyWords(text);
  if (reason === 'mailbox-unknown') return doubtUnknown(text + context, detail);
  if (reason === 'mailbox-disabled' && detail === '1.1') return 'mailbox-unknown';
  // Words such as "denied" are the most general ones: a code that names the mailbox says more.
  if (reason !== undefined && reason !== 'policy' && reason !== 'system') return reason;
  return (
    ofDetails.get(detail) ??
    reason ??
    (status === undefined && replyCode ? ofReplies[replyCode] : undefined) ??
    'undefined'
  );
}

function classifyWords(text: string): BounceReason | undefined {
  // Addresses and links have words of their own.
  const words = text
    .slice(0, maxText)
    .toLowerCase()
    .replace(/https?:\/\/\S{1,500}/g, ' ')
    .replace(/<[^<>\s]{1,320}>|\b[\w.+=-]{1,64}@[\w.-]{1,255}/g, '@')
    .replace(/\s+/g, ' ');
  return patterns.find(([, pattern]) => pattern.test(words))?.[0];
}

/** Replies to a message behind its end: the recipient had been taken before. */
const behindMessage =
  /(?:reply to|after|following) (?:the )?end of data|failed after i sent the message|smtp error from remote \w+ for text command/i;

/** A transcript in which the reply comes to DATA, unless it tells that the recipient had been refused (RFC 2920). */
const answersData = />>> DATA\s{1,9}<<< 55\d(?![\s\S]{0,500}(?:need rcpt|valid rcpt|no valid recipients))/i;

/**
 * Some filters say "user unknown" of mails that they do not like. A code that says that the mailbox exists, or a server
 * that had taken the recipient, makes that doubtful; an address must not be lost over a doubt.
 */
function doubtUnknown(text: string, detail: string): BounceReason {
  if (detail === '2.0' || detail === '2.1') return 'mailbox-disabled';
  return behindMessage.test(text) || answersData.test(text) ? 'policy' : 'mailbox-unknown';
}
