/** An enhanced status code at the beginning of a server's words (RFC 2034, section 4), after the three digits or alone. */
const enhanced = /^(?:\s*\d{3}[ -])?\s*([245]\.\d{1,3}\.\d{1,3})(?=\s|$)/;

/** What the three digits say of an address or mailbox where the server gives no enhanced code (RFC 5321, RFC 3463). */
const ofReplies: Record<number, string> = {
  450: '4.2.0',
  451: '4.3.0',
  452: '4.2.2',
  550: '5.1.1',
  551: '5.1.6',
  552: '5.2.2',
  553: '5.1.3',
};

/** The enhanced status code (RFC 3463) of a server's reply. */
export function statusOf(code: number, words: string): string {
  const given = enhanced.exec(words)?.[1];
  return given?.startsWith(String(code)[0]!) ? given : (ofReplies[code] ?? `${String(code)[0]}.0.0`);
}

/** Statuses that say that the mailbox does not exist, or never will again; others of class 5 are about one mail. */
const deadMailbox = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.10', '5.2.1', '5.4.4']);

/** Whether a bounce counts as hard: there is nobody at this address. */
export function isHard(status: string): boolean {
  return deadMailbox.has(status);
}

export const hardStatuses: readonly string[] = [...deadMailbox];
