import { createHash } from 'node:crypto';
import type { Known } from '../preconditions/fill.ts';

/** Makes values that nothing had before this run, and knows them again. */
export interface Inventor {
  /** Texts, numbers and ids that were never used: `unique`, `uniqueNumber`, `uniqueUuid`. */
  invent(): Known;
  /** Reports whether a text is an invented value or contains one. */
  isInvented(text: string): boolean;
}

/** Values of the same seed are the same; of another seed they are others. */
export function createInventor(seed: string): Inventor {
  const digest = createHash('sha256').update(seed).digest();
  const token = digest.readUIntBE(0, 6).toString(36).padStart(6, '0').slice(-6);
  // Nine digits: more than services count to, and less than the largest integer of databases.
  const first = 100_000_000 + (digest.readUInt32BE(6) % 800_000_000);
  const hex = digest.toString('hex').slice(20);
  const ids = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-`;
  let count = 0;
  return {
    invent() {
      const i = count++;
      return {
        unique: `${token}${i.toString(36)}`,
        uniqueNumber: first + i,
        uniqueUuid: ids + i.toString(16).padStart(12, '0'),
      };
    },
    isInvented(text) {
      const number = /^\d+/.exec(text)?.[0];
      if (number !== undefined && Number(number) >= first && Number(number) < first + count) return true;
      return text.toLowerCase().includes(token) || text.toLowerCase().startsWith(ids);
    },
  };
}
