import { createPublicKey } from 'node:crypto';
import { readTags } from './tags.ts';

/** What is wrong with the record of a key. */
export type DkimProblem =
  | 'several_records'
  | 'invalid'
  | 'other_key'
  | 'key_revoked'
  | 'key_type'
  | 'key_purpose'
  | 'key_short'
  | 'key_weak'
  | 'key_test';

export interface DkimFault {
  problem: DkimProblem;
  /** The tag that is wrong, or the bits of the key. */
  detail?: string;
}

/** Bits of an RSA key below which no signature counts, and from which on one is safe (RFC 8301, section 3.2). */
const leastBits = 1024;
const goodBits = 2048;
const ed25519Bytes = 32;

/**
 * Returns what is wrong with the texts at the name of a key (RFC 6376, section 3.6.1); `undefined` if they have a record that does
 * its work. The age of a key is not known to the DNS.
 * @param texts at least one
 * @param wanted the record that belongs there
 */
export function dkimFault(texts: readonly string[], wanted: string): DkimFault | undefined {
  const ours = readTags(wanted);
  const records = texts.map(readTags).filter((tags) => tags.has('p'));
  const own = records.find((tags) => keyOf(tags) === keyOf(ours));
  if (own !== undefined)
    return records.length > 1 ? { problem: 'several_records' } : faultOfOwn(own, ours.get('k') ?? 'rsa');
  if (records.length === 0) return { problem: 'invalid', detail: 'p' };
  return { problem: records.every((tags) => keyOf(tags) === '') ? 'key_revoked' : 'other_key' };
}

/** Reports whether receivers take no signature because of a fault. */
export const breaksSignatures = ({ problem }: DkimFault): boolean =>
  problem !== 'key_weak' && problem !== 'key_test' && problem !== 'several_records';

/** Says what is wrong, and how to mend it. */
export function describeDkimFault({ problem, detail }: DkimFault, wanted: string): string {
  const replace = `Replace it with TXT "${wanted}".`;
  switch (problem) {
    case 'several_records':
      return `There are several records with a key, and receivers may take another one. Keep TXT "${wanted}" only.`;
    case 'other_key':
      return `The record contains another key, so signatures are invalid. ${replace}`;
    case 'key_revoked':
      return `The record revokes the key (p is empty), so signatures are invalid. ${replace}`;
    case 'key_short':
      return `The key has ${detail} bits, and signatures of fewer than ${leastBits} do not count. Create a new one with mailwright dkim.`;
    case 'key_weak':
      return `The key has ${detail} bits; ${goodBits} are safe. Create a new one with mailwright dkim.`;
    case 'key_test':
      return `The record says that signatures are a test (t=y), so receivers may ignore them. ${replace}`;
    default:
      return `Receivers cannot use the record because of ${detail}. ${replace}`;
  }
}

function faultOfOwn(tags: ReadonlyMap<string, string>, wantedType: string): DkimFault | undefined {
  const version = tags.get('v');
  if (version !== undefined && version !== 'DKIM1') return { problem: 'invalid', detail: `v=${version}` };
  const type = tags.get('k') ?? 'rsa';
  if (type !== wantedType) return { problem: 'key_type', detail: `k=${type}` };
  const [services, hashes] = [tags.get('s'), tags.get('h')];
  if (services !== undefined && !lists(services, '*', 'email'))
    return { problem: 'key_purpose', detail: `s=${services}` };
  if (hashes !== undefined && !lists(hashes, 'sha256')) return { problem: 'key_purpose', detail: `h=${hashes}` };
  return keyFault(type, keyOf(tags)) ?? (lists(tags.get('t') ?? '', 'y') ? { problem: 'key_test' } : undefined);
}

const keyOf = (tags: ReadonlyMap<string, string>): string => (tags.get('p') ?? '').replace(/\s/g, '');

/** Reports whether a list with colons has one of the values. */
const lists = (list: string, ...values: string[]): boolean =>
  list.split(':').some((each) => values.includes(each.trim().toLowerCase()));

function keyFault(type: string, key: string): DkimFault | undefined {
  const bytes = Buffer.from(key, 'base64');
  if (type === 'ed25519') return bytes.length === ed25519Bytes ? undefined : { problem: 'invalid', detail: 'p' };
  const bits = bitsOf(bytes);
  if (bits === undefined) return { problem: 'invalid', detail: 'p' };
  if (bits < leastBits) return { problem: 'key_short', detail: String(bits) };
  return bits < goodBits ? { problem: 'key_weak', detail: String(bits) } : undefined;
}

/** Bits of an RSA key, with or without the algorithm around it; undefined if it is none. */
function bitsOf(der: Buffer): number | undefined {
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      const bits = createPublicKey({ key: der, format: 'der', type }).asymmetricKeyDetails?.modulusLength;
      if (bits !== undefined) return bits;
    } catch {
      // The other form may fit.
    }
  }
  return undefined;
}
