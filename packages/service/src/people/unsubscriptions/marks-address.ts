/** An address was marked as unsubscribed, or its mark was removed. */
export interface Mark {
  marked: boolean;
  at: Date;
}

/** Reports whether an address counts as unsubscribed: by its mark, or by its contact if that unsubscribed afterwards. */
export function marksAddress(mark: Mark | undefined, unsubscribedAt: Date | null): boolean {
  if (mark?.marked) return true;
  return unsubscribedAt !== null && (mark === undefined || unsubscribedAt > mark.at);
}
