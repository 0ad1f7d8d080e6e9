import { type BounceReason, toStatus } from '../../bounce-reasons/reasons.ts';
import { classifyFailure } from './classify.ts';

/** An enhanced status code at the beginning of a server's words (RFC 2034, section 4), after the three digits or alone. */
const enhanced = /^(?:\s*\d{3}[ -])?\s*([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/;

/** Meanings of reply codes of servers that say no more (RFC 5321, section 4.2.2). */
const ofReplies: Record<number, BounceReason> = {
  451: 'system',
  452: 'mailbox-full',
  550: 'mailbox-unknown',
  551: 'moved',
  552: 'mailbox-full',
  553: 'mailbox-unknown',
};

/** Status (RFC 3463) and reason of a bounce. */
export interface Diagnosis {
  status: string;
  reason: BounceReason;
}

/** Reads a server's reply at hand-over as its words mean it. */
export function diagnoseReply(code: number, words: string): Diagnosis {
  const found = enhanced.exec(words)?.[1];
  const given = found?.startsWith(String(code)[0]!) ? found : undefined;
  const reason = classifyFailure({ text: words, status: given, replyCode: undefined });
  if (reason !== 'undefined') return { status: toStatus(reason, given, code < 500), reason };
  if (given !== undefined) return { status: given, reason };
  const meant = ofReplies[code];
  return meant
    ? { status: toStatus(meant, undefined, code < 500), reason: meant }
    : { status: `${String(code)[0]}.0.0`, reason };
}
