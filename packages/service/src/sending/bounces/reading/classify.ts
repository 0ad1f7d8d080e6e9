import { phrases } from './phrases.ts';
import type { BounceReason } from './reasons.ts';

/** What is known of a failure: the words of the server, and its codes if it gave any. */
export interface Failure {
  text: string;
  status: string | undefined;
  replyCode: number | undefined;
}

/** Enhanced codes (RFC 3463 and its registry), without their class, that say enough alone. */
const ofDetails: Record<string, BounceReason> = {
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
  '7.27': 'accepts-no-mail',
  '7.28': 'rate',
};

/** Codes that servers use for one thing only; their words are often general. */
const precise = new Set(['1.6', '1.10', '2.2', '2.3', '3.4', '7.25', '7.26', '7.27']);

const ofReplies: Record<number, BounceReason> = {
  421: 'network',
  450: 'network',
  452: 'mailbox-full',
  521: 'accepts-no-mail',
  550: 'mailbox-unknown',
  551: 'moved',
  552: 'mailbox-full',
  553: 'mailbox-unknown',
  556: 'accepts-no-mail',
};

const maxText = 4000;

/** Returns why a mail was not delivered: by a precise code, else by the words, else by the other codes. */
export function classifyFailure({ text, status, replyCode }: Failure): BounceReason {
  const detail = status?.slice(2) ?? '';
  if (precise.has(detail)) return ofDetails[detail]!;
  // Addresses and links have words of their own.
  const words = text
    .slice(0, maxText)
    .toLowerCase()
    .replace(/<[^<>\s]{1,320}>|https?:\/\/\S{1,500}|\b[\w.+=-]{1,64}@[\w.-]{1,255}/g, ' ')
    .replace(/\s+/g, ' ');
  const phrase = phrases.find(([, pattern]) => pattern.test(words))?.[0];
  // Words such as "denied" are the most general ones: a code that names the mailbox says more.
  if (phrase !== undefined && phrase !== 'policy' && phrase !== 'system') return phrase;
  return (
    ofDetails[detail] ?? phrase ?? (status === undefined && replyCode ? ofReplies[replyCode] : undefined) ?? 'undefined'
  );
}
