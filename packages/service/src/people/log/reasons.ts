/** Why a contact unsubscribed. */
export interface Reason {
  type: string;
  /** The contact's own words. */
  message: string | null;
}

/** Reads `type` or `type|message`; the same reason given twice counts once. */
export function parseReasons(texts: readonly string[]): Reason[] {
  return [...new Set(texts)].map((text) => {
    const bar = text.indexOf('|');
    if (bar === -1) return { type: text, message: null };
    return { type: text.slice(0, bar), message: text.slice(bar + 1) || null };
  });
}

/** Returns the reasons of an unsubscription after more were given: each type once, with the last words about it. */
export function mergeReasons(known: readonly Reason[], given: readonly Reason[]): Reason[] {
  return [...new Map([...known, ...given].map((reason) => [reason.type, reason])).values()];
}
