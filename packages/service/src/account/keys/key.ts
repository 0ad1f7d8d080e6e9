import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Right } from '../tables.ts';

export const allRights: readonly Right[] = ['get', 'post', 'put', 'delete'];

/** A new API key: a prefix, 256 random bits, and a checksum of these, by which scanners for secrets recognize a key. */
export function generateKey(): string {
  const secret = randomBytes(32).toString('base64url');
  return `mw_${secret}${checksumOf(secret)}`;
}

/** CRC-32 in six characters of base64url. */
function checksumOf(secret: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(secret));
  return bytes.toString('base64url');
}

/** Returns whether a text looks like a generated key with a wrong checksum: it is misspelled, and nobody holds it. */
export function isMisspelledKey(key: string): boolean {
  const [, secret, checksum] = /^mw_([\w-]{43})([\w-]{6})$/.exec(key) ?? [];
  return secret !== undefined && checksum !== checksumOf(secret);
}

/** Hash of a key as stored. Keys are long and random, so a fast hash is sufficient. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The first symbols of a key, by which people tell keys apart in lists. */
export function keyPrefix(key: string): string {
  return key.slice(0, 8);
}

/** A key that a user chose must have 12 to 265 visible ASCII characters and no colon (it travels in Basic authentication). */
export function keyFault(key: string): string | undefined {
  if (isMisspelledKey(key)) return 'the key looks like a generated one, but a character of it is wrong';
  return /^[!-9;-~]{12,265}$/.test(key) ? undefined : 'a key must have 12 to 265 visible ASCII characters and no colon';
}

/** Reads `get,post,put,delete`, in any order and case. */
export function parseRights(text: string): Right[] {
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  const unknown = words.find((word) => !allRights.includes(word as Right));
  if (unknown !== undefined)
    throw new Error(`rights must be a comma-separated list of ${allRights.join(', ')} but contained "${unknown}"`);
  return allRights.filter((right) => words.includes(right));
}

/** Reads a day `2031-12-31` (its end, UTC) or a span `90d`, `12h` from now on. */
export function parseExpiry(text: string, now: Date): Date {
  const span = /^(\d{1,5})(d|h)$/.exec(text);
  if (span) return new Date(now.getTime() + Number(span[1]) * (span[2] === 'd' ? 86_400_000 : 3_600_000));
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T23:59:59.999Z`) : new Date(Number.NaN);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text)) {
    throw new Error(`an expiry must be a date such as 2031-12-31 or a duration such as 90d or 12h but was "${text}"`);
  }
  if (day <= now) throw new Error(`the expiry ${text} is in the past`);
  return day;
}
