import { createHash } from 'node:crypto';

/** Rows of a table, and a sum of their hashes that does not depend on their order. */
export interface Fingerprint {
  rows: number;
  /** Decimal. */
  sum: string;
}

/** Hexadecimal digits of a hash that count. */
export const hashDigits = 15;

/** Computes what `fingerprintOf` does, from the rows. */
export function startFingerprint() {
  let rows = 0;
  let sum = 0n;
  return {
    add(texts: readonly string[]): void {
      rows += texts.length;
      for (const text of texts)
        sum += BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, hashDigits)}`);
    },
    get result(): Fingerprint {
      return { rows, sum: String(sum) };
    },
  };
}
