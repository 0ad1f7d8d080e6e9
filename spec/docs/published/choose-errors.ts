import type { AnsweredErrors } from '../answered-errors.ts';

/** Error messages of one operation with one status, in the order in which they came. */
export interface Answered {
  operation: string;
  status: number;
  messages: string[];
}

const most = 2;
const longest = 200;

/** Messages of the validators, which say the same of every parameter. */
const general =
  /^\S+ (?:is required|must (?:be|have|not exceed|match|not) |needs |is not known)|^body is required|^path must/;
/** Values that tests make up to break a rule, and that nobody sends. */
const strange =
  /^Idempotency-Key|given once|UTF-8|xxx|…|no-such-root|DOCTYPE|end of the document|was [?]|a\/b|\[0\]|JSON document|; |9007199254740992|\d\.5$/;
const busy = /^A request with Idempotency-Key .* is still running/;

/** Ranks a message: rules of the operation first, then what is missing or not in a list; 4 and above say little. */
function rank(message: string): number {
  if (message.length > longest) return 5;
  if (busy.test(message)) return 4;
  if (!general.test(message) && !/UTF-8|^\//.test(message)) return 0;
  if (strange.test(message)) return 5;
  if (message.includes('is required')) return 1;
  return /must be (?:one of|true|an integer)/.test(message) ? 2 : 3;
}

/**
 * Chooses the messages that are shown as examples: at most two of each operation and status.
 * @param unique matches values that a test made up, which are shown as `42`
 */
export function chooseErrors(answered: readonly Answered[], unique: RegExp): AnsweredErrors {
  const errors = new Map<number, Map<string, string[]>>();
  for (const { operation, status, messages } of answered) {
    const plain = [...new Set(messages.map((message) => plainMessage(message, unique)))];
    const ranked = plain.toSorted((one, other) => rank(one) - rank(other));
    const good = ranked.filter((message) => rank(message) < 4);
    const ofStatus = errors.get(status) ?? new Map<string, string[]>();
    errors.set(status, ofStatus);
    for (const message of (good.length > 0 ? good : ranked.slice(0, 1)).slice(0, most))
      ofStatus.set(message, [...(ofStatus.get(message) ?? []), operation]);
  }
  const isOfAll = (status: number, operations: string[]) =>
    operations.length > 1 && operations.length === new Set([...errors.get(status)!.values()].flat()).size;
  return Object.fromEntries(
    [...errors].map(([status, messages]) => [
      status,
      Object.fromEntries(
        [...messages]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([message, operations]) => [message, isOfAll(status, operations) ? 'all' : operations.toSorted()]),
      ),
    ]),
  );
}

/** Returns a message with examples in place of what a test made up, and of ids and times that differ from run to run. */
export function plainMessage(message: string, unique: RegExp): string {
  return message
    .replace(/^The API key lacks the right "\w+", which \w+ \S+ needs/, LACKS_RIGHT)
    .replace(new RegExp(unique, 'g'), '42')
    .replace(/\b(id|group|contact|filter|site|mailing|Import|type) \d+\b(?!-)/gi, '$1 42')
    .replace(/\babc-42\b/g, 'abc')
    .replace(/\b(?:contract|used|shared)-42\b/g, 'order-42')
    .replace(/\bContract 42\b/g, 'Spring sale')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '2026-03-01 09:30');
}

/** The message of a missing right, with the names of what `messagesOf` fills in. */
const LACKS_RIGHT = 'The API key lacks the right "{right}", which {method} {path} needs';

/**
 * Returns the form of a message: messages of one form differ only in numbers, and in the state that something was in ("with id 42
 * is sending"), which depends on how far its work has come meanwhile.
 */
export const formOf = (message: string) => message.replace(/(\d+ is )\w+/g, '$1…').replace(/\d+/g, '#');
