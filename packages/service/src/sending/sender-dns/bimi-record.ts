import type { Dns } from '../../platform/network/dns.ts';
import { readTags } from '../dkim/tags.ts';
import { findDmarcPolicy, organizationalDomain } from '../dmarc/policy.ts';
import { type DnsRecord, gotOf, ofVersion } from './dns-record.ts';

/** Judges the record that shows a logo beside mails (draft-brand-indicators-for-message-identification, section 4). */
export async function bimiRecord(dns: Dns, domain: string): Promise<DnsRecord> {
  const wanted = {
    name: `default._bimi.${domain}`,
    type: 'TXT',
    purpose: 'bimi',
    value: 'v=BIMI1; l=https://HOST/logo.svg',
    optional: true,
  } as const;
  const [own, organization] = await Promise.all([dns.texts(wanted.name), organizationalDomain(dns.texts, domain)]);
  if (own === undefined || organization === undefined) return { ...wanted, found: null };
  const hasOwn = ofVersion(own, version).length > 0;
  const above = `default._bimi.${organization}`;
  const texts = hasOwn || organization === domain ? own : await dns.texts(above);
  if (texts === undefined) return { ...wanted, found: null };
  const records = ofVersion(texts, version);
  if (records.length === 0) return { ...wanted, found: false };
  const place = hasOwn || organization === domain ? {} : { found_at: above };
  const got = { ...gotOf(records), ...place };
  if (records.length > 1) return { ...wanted, ...got, found: false, problem: 'several_records' };
  const tags = readTags(records[0]!);
  const [logo = '', evidence = ''] = [tags.get('l'), tags.get('a')];
  // An empty record says that there is no logo.
  if (tags.has('l') && logo === '' && evidence === '') return { ...wanted, ...got, found: true };
  if (!isHttps(logo) || !/\.svgz?$/i.test(new URL(logo).pathname))
    return { ...wanted, ...got, found: false, problem: 'not_svg', detail: logo.slice(0, 300) };
  if (evidence !== '' && !isHttps(evidence))
    return { ...wanted, ...got, found: false, problem: 'invalid', detail: 'a' };
  const policy = await findDmarcPolicy(dns.texts, domain, true);
  if (policy.state === 'silent') return { ...wanted, ...got, found: null };
  const applied = policy.state === 'found' ? policy.policy : undefined;
  return applied === 'quarantine' || applied === 'reject'
    ? { ...wanted, ...got, found: true }
    : { ...wanted, ...got, found: false, problem: 'policy_weak' };
}

const version = /^v=BIMI1\s*(?:;|$)/i;
const isHttps = (text: string): boolean => /^https:\/\//i.test(text) && URL.canParse(text);
