import { readTags } from '../dkim/tags.ts';

/** What receivers are asked to do with mails that are not aligned (RFC 9989, section 4.7). */
export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

/** A DMARC record as receivers read it. */
export interface DmarcRecord {
  /** For the domain of the record; undefined if it has none, or one that cannot be read, and asks for no reports either. */
  p: DmarcPolicy | undefined;
  /** For domains below it that exist, and for those that do not. */
  sp: DmarcPolicy | undefined;
  np: DmarcPolicy | undefined;
  /** Whether the domain is one below which others register theirs; `u`: the tree above decides. */
  psd: 'y' | 'n' | 'u';
  /** Whether the policy is tried only: receivers apply the next milder one. */
  isTest: boolean;
  /** How exactly the domains of the signature and of the return path must be that of `From`: relaxed or strict. */
  adkim: 'r' | 's';
  aspf: 'r' | 's';
}

const policies: ReadonlySet<string> = new Set(['none', 'quarantine', 'reject']);

/**
 * Reads a TXT record. Unknown tags, and what cannot be read, count as if they were not there (RFC 9989, section 4.7).
 * @returns undefined for a text that is no DMARC record
 */
export function readDmarcRecord(text: string): DmarcRecord | undefined {
  // The name of the tag may be written in capitals, its value must be (section 4.8).
  if (!/^[Vv][ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/.test(text)) return undefined;
  const tags = readTags(text);
  const choice = (name: string) => tags.get(name)?.toLowerCase();
  const policy = (name: string) => {
    const chosen = choice(name);
    return chosen !== undefined && policies.has(chosen) ? (chosen as DmarcPolicy) : undefined;
  };
  // Who wants reports wants to be seen, whatever else is wrong.
  const isFaulty = policy('p') === undefined || ['sp', 'np'].some((name) => tags.has(name) && !policy(name));
  const fallback = asksForReports(tags.get('rua')) ? 'none' : undefined;
  const psd = choice('psd');
  return {
    p: isFaulty ? fallback : policy('p'),
    sp: isFaulty ? fallback : policy('sp'),
    np: isFaulty ? fallback : policy('np'),
    psd: psd === 'y' || psd === 'n' ? psd : 'u',
    isTest: choice('t') === 'y',
    adkim: choice('adkim') === 's' ? 's' : 'r',
    aspf: choice('aspf') === 's' ? 's' : 'r',
  };
}

const asksForReports = (uris = '') => uris.split(',').some((uri) => /^\s*[a-z][a-z\d+.-]*:[^\s,]+/i.test(uri));
