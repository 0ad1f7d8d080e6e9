import { classifyFailure } from './classify.ts';
import { toStatus } from './reasons.ts';

/** An enhanced status code at the beginning of a server's words (RFC 2034, section 4), after the three digits or alone. */
const enhanced = /^(?:\s*\d{3}[ -])?\s*([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/;

/** Maps reply codes of servers without enhanced codes to a status (RFC 5321, RFC 3463). */
const ofReplies: Record<number, string> = {
  450: '4.2.0',
  451: '4.3.0',
  452: '4.2.2',
  550: '5.1.1',
  551: '5.1.6',
  552: '5.2.2',
  553: '5.1.3',
};

/** The enhanced status code (RFC 3463) of a server's reply at hand-over, as its words mean it. */
export function statusOf(code: number, words: string): string {
  const found = enhanced.exec(words)?.[1];
  const given = found?.startsWith(String(code)[0]!) ? found : undefined;
  const reason = classifyFailure({ text: words, status: given, replyCode: undefined });
  if (reason === 'undefined') return given ?? ofReplies[code] ?? `${String(code)[0]}.0.0`;
  return toStatus(reason, given, code < 500);
}
