import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { Dns } from '../../platform/network/dns.ts';
import { readTags } from '../dkim/tags.ts';
import { type DnsRecord, gotOf, ofVersion } from './dns-record.ts';

/** Bytes of a policy that are read (RFC 8461, section 3.3). */
const maxPolicyBytes = 65_536;
/** Seconds for which a policy may count at most (section 3.2). */
const longestAge = 31_557_600;

/** Judges MTA-STS of a domain that takes mail (RFC 8461): the record, and the policy if it can be read. */
export async function mtaStsRecord(dns: Dns, domain: string, fetch: GuardedFetch | undefined): Promise<DnsRecord> {
  const wanted = {
    name: `_mta-sts.${domain}`,
    type: 'TXT',
    purpose: 'mta_sts',
    value: 'v=STSv1; id=1',
    optional: true,
  } as const;
  const texts = await dns.texts(wanted.name);
  if (texts === undefined) return { ...wanted, found: null };
  const records = ofVersion(texts, /^v=STSv1\s*;/);
  if (records.length === 0) return { ...wanted, found: false };
  const got = gotOf(records);
  if (records.length > 1) return { ...wanted, ...got, found: false, problem: 'several_records' };
  if (!/^[A-Za-z\d]{1,32}$/.test(readTags(records[0]!).get('id') ?? ''))
    return { ...wanted, ...got, found: false, problem: 'invalid', detail: 'id' };
  if (fetch === undefined) return { ...wanted, ...got, found: true };
  const answer = await readPolicy(fetch, domain);
  if ('fault' in answer)
    return { ...wanted, ...got, found: false, problem: 'policy_unreachable', detail: answer.fault };
  const policy = parsePolicy(answer.text);
  if (typeof policy === 'string') return { ...wanted, ...got, found: false, problem: 'policy_invalid', detail: policy };
  const unlisted = ((await dns.exchanges(domain)) ?? []).find(
    (host) => !policy.some((pattern) => isHost(pattern, host)),
  );
  return unlisted === undefined || policy.length === 0
    ? { ...wanted, ...got, found: true }
    : { ...wanted, ...got, found: false, problem: 'host_not_listed', detail: unlisted };
}

async function readPolicy(fetch: GuardedFetch, domain: string): Promise<{ text: string } | { fault: string }> {
  const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
  try {
    // A redirect must not be followed (section 3.3).
    const { status, headers, body } = await fetch(url, { redirect: 'manual', maxBytes: maxPolicyBytes });
    if (status !== 200) return { fault: `${url} answers ${status}` };
    if (!/^text\/plain\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return { fault: `${url} is no text/plain` };
    return { text: Buffer.from(body).toString('utf8') };
  } catch (error) {
    return { fault: (error as Error).message.slice(0, 300) };
  }
}

/** Returns the hosts of a policy, none for one that asks for nothing, or the name of the field that is wrong. */
export function parsePolicy(text: string): readonly string[] | string {
  const fields = text.split(/\r?\n/).flatMap((line) => {
    const at = line.indexOf(':');
    return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  const first = new Map(fields.toReversed());
  if (first.get('version') !== 'STSv1') return 'version';
  const age = first.get('max_age') ?? '';
  if (!/^\d{1,10}$/.test(age) || Number(age) > longestAge) return 'max_age';
  const mode = first.get('mode') ?? '';
  if (!['enforce', 'testing', 'none'].includes(mode)) return 'mode';
  if (mode === 'none') return [];
  const hosts = fields.filter(([name]) => name === 'mx').map(([, host]) => host.toLowerCase());
  return hosts.length === 0 ? 'mx' : hosts;
}

/** Reports whether a host is one of a pattern, in which `*.` stands for one label (section 4.1). */
function isHost(pattern: string, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return pattern.startsWith('*.') ? name.slice(name.indexOf('.')) === pattern.slice(1) : name === pattern;
}

/** Judges where reports about connections to a domain go (RFC 8460, section 3). */
export async function tlsReportRecord(dns: Dns, domain: string): Promise<DnsRecord> {
  const wanted = {
    name: `_smtp._tls.${domain}`,
    type: 'TXT',
    purpose: 'tls_rpt',
    value: 'v=TLSRPTv1; rua=mailto:ADDRESS',
    optional: true,
  } as const;
  const texts = await dns.texts(wanted.name);
  if (texts === undefined) return { ...wanted, found: null };
  const records = ofVersion(texts, /^v=TLSRPTv1\s*;/);
  if (records.length === 0) return { ...wanted, found: false };
  const got = gotOf(records);
  if (records.length > 1) return { ...wanted, ...got, found: false, problem: 'several_records' };
  const addresses = (readTags(records[0]!).get('rua') ?? '').split(',').map((uri) => uri.trim());
  return addresses.some((uri) => /^(?:mailto:[^@\s]+@\S+|https:\/\/\S+)$/i.test(uri))
    ? { ...wanted, ...got, found: true }
    : { ...wanted, ...got, found: false, problem: 'no_reports' };
}
