import type { ReadTexts } from '../dkim/faults.ts';
import { organizationalDomain } from './policy.ts';

/**
 * Reports whether a domain that has been proven, by a signature or by the address of the return path, stands for the domain of
 * `From` (RFC 9989, section 4.4).
 * @param mode `r`: both belong to one organization; `s`: they are the same
 * @returns undefined if the DNS does not respond
 */
export async function isAligned(
  texts: ReadTexts,
  proven: string,
  from: string,
  mode: 'r' | 's',
): Promise<boolean | undefined> {
  if (proven === from) return true;
  if (mode === 's') return false;
  const [one, other] = await Promise.all([organizationalDomain(texts, proven), organizationalDomain(texts, from)]);
  return one === undefined || other === undefined ? undefined : one === other;
}
