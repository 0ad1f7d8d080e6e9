/** A place in the journal of an account: behind some events of an entry. */
export interface Place {
  /** Position of the entry; 0 before all entries. */
  position: number;
  /** How many of its events are before the place; null if all of them are. */
  events: number | null;
  /** Id and time of the entry: a journal that was restored from a backup may have another one at the position. */
  entry: number;
  recordedAt: number;
  /** When the place was handed out, in milliseconds of the database. */
  at: number;
}

/** Writes a place for the caller, who gives it back. */
export const writePlace = (accountId: number, { position, events, entry, recordedAt, at }: Place): string =>
  Buffer.from(JSON.stringify(['events', accountId, position, events, entry, recordedAt, at])).toString('base64url');

/** Reads a place that `writePlace` has written for the account; otherwise returns `undefined`. */
export function readPlace(accountId: number, text: string): Place | undefined {
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
  if (!Array.isArray(read) || read.length !== 7) return undefined;
  const [what, account, position, events, entry, recordedAt, at] = read;
  if (what !== 'events' || account !== accountId) return undefined;
  if (![position, entry, recordedAt, at].every(isCount) || !(events === null || isCount(events))) return undefined;
  return { position, events, entry, recordedAt, at };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
