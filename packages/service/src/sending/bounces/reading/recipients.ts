import { classifyFailure } from './classify.ts';
import { readCodes } from './delivery-status.ts';

/** Words of a notification about one recipient. */
interface RecipientWords {
  address: string | undefined;
  text: string;
}

/** A line that begins with an address and a colon, or is nothing but an address. */
const opening =
  /^[ \t]{0,20}(?:<([^<>\s@]{1,64}@[^<>\s]{1,255})>:|([^<>\s@:]{1,64}@[\w.-]{1,255}): |<?([^<>\s@:]{1,64}@[\w.-]{1,255})>?:?[ \t]*$)/gm;

const maxRecipients = 100;

/**
 * Splits a notification in words by its recipients. Servers that list the addresses first and the replies later are not
 * split: a part without a reason of its own says nothing.
 */
export function splitByRecipient(text: string): RecipientWords[] {
  const found = Array.from(text.matchAll(opening), (match) => ({
    at: match.index,
    address: match[1] ?? match[2] ?? match[3],
  }));
  const named = new Set(found.map(({ address }) => address));
  // Of several addresses it is unknown which ones failed.
  const whole = [{ address: named.size === 1 ? found[0]!.address : undefined, text }];
  if (named.size < 2 || found.length > maxRecipients) return whole;
  const parts = found.map(({ at, address }, n) => ({ address, text: text.slice(at, found[n + 1]?.at) }));
  return parts.every((part) => hasReason(part.text)) ? parts : whole;
}

const hasReason = (text: string): boolean => classifyFailure({ text, ...readCodes(text) }) !== 'undefined';
