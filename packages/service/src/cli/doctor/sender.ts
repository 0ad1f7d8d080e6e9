import { closestKeys, type DkimRecord, missingKeyFault, recordFault } from '../../sending/index.ts';
import type { Dns } from './dns.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';
import { checkSpf } from './spf.ts';

/** Settings of the service with which the DNS records of a sender's domain must agree. */
export interface SenderFacts {
  domain: string;
  /** Addresses from which its mails leave; empty if unknown. */
  sendingAddresses: readonly string[];
  /** Records of the keys that mails are signed with, of all domains; undefined without `--dkim-keys`. */
  keys: readonly DkimRecord[] | undefined;
}

/** SPF, DKIM and DMARC of a domain, and whether answers reach it. */
export async function checkSender(dns: Dns, facts: SenderFacts): Promise<DoctorFinding[]> {
  const { domain, sendingAddresses, keys } = facts;
  const own = closestKeys(keys ?? [], domain);
  const { warning, error } = findingsOf('dkim', domain);
  const found = await Promise.all([
    checkMailbox(dns, domain),
    ...(sendingAddresses.length === 0 ? [checkAnySpf(dns, domain)] : []),
    ...sendingAddresses.map((address) => checkSpfOf(dns, domain, address)),
    ...(own.length > 0 ? [] : keys === undefined ? [warning(noKeys(domain))] : [error(missingKeyFault([], domain)!)]),
    ...own.map((key) => checkDkim(dns, key)),
    checkDmarc(dns, domain),
  ]);
  return found.flat();
}

const silent = 'The DNS server does not respond; try again later.';
const noKeys = (domain: string) =>
  `Mails are not signed. Create a key: mailwright dkim --domain ${domain} --dkim-keys DIR`;

async function checkMailbox(dns: Dns, domain: string): Promise<DoctorFinding[]> {
  const { ok, warning } = findingsOf('mx', domain);
  const exchanges = await dns.exchanges(domain);
  if (exchanges === undefined) return warning(silent);
  const takers = exchanges.filter((exchange) => exchange !== '' && exchange !== '.');
  if (takers.length > 0) return ok(`Replies are delivered to ${takers[0]}.`);
  const addresses = exchanges.length === 0 ? await dns.addresses(domain) : [];
  if (addresses?.length) return ok('Replies are delivered to the domain itself; it has no MX record.');
  return warning(
    'The domain does not accept mail, so replies bounce, and some receivers reject such senders. Add an MX record.',
  );
}

async function checkAnySpf(dns: Dns, domain: string): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('spf', domain);
  // Nobody has this address (RFC 1112, section 4): it shows whether the record can be read, and whether it lets everybody send.
  const { result, why } = await checkSpf(dns, '240.0.0.1', domain);
  if (result === 'none') return error(noSpf);
  if (result === 'temperror') return warning(silent);
  if (result === 'permerror') return error(`The SPF record is invalid: ${why}.`);
  if (result === 'pass') return error('The SPF record allows anyone to send for the domain. End it with -all or ~all.');
  return ok(`There is an SPF record (${why}). To check whether it allows your server, use --sending-address.`);
}

const noSpf =
  'There is no SPF record. Add a TXT record such as "v=spf1 ip4:ADDRESS -all" with the address of the sending server.';

async function checkSpfOf(dns: Dns, domain: string, address: string): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('spf', domain);
  const { result, why } = await checkSpf(dns, address, domain);
  switch (result) {
    case 'pass':
      return ok(`${address} is allowed to send (${why}).`);
    case 'none':
      return error(noSpf);
    case 'temperror':
      return warning(silent);
    case 'permerror':
      return error(`The SPF record is invalid: ${why}.`);
    default:
      return error(
        `${address} is not allowed to send (${result}). Add ip${address.includes(':') ? 6 : 4}:${address} to the SPF record.`,
      );
  }
}

async function checkDkim(dns: Dns, record: DkimRecord): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('dkim', record.name);
  const records = await dns.texts(record.name);
  if (records === undefined) return warning(silent);
  const fault = recordFault(record, records);
  return fault === undefined ? ok('The record contains the public key.') : error(fault);
}

/** The policy of the domain, or of the nearest domain above it that has one. */
async function checkDmarc(dns: Dns, domain: string): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('dmarc', domain);
  const labels = domain.split('.');
  for (let at = 0; at < Math.max(1, labels.length - 1); at++) {
    const name = `_dmarc.${labels.slice(at).join('.')}`;
    const records = await dns.texts(name);
    if (records === undefined) return warning(silent);
    const policies = records.filter((record) => /^v\s*=\s*DMARC1\s*(;|$)/.test(record));
    if (policies.length > 1) return error(`${name} has ${policies.length} records; there must be one.`);
    const [, policy] = /;\s*p\s*=\s*(none|quarantine|reject)\s*(?:;|$)/i.exec(policies[0] ?? '') ?? [];
    if (policies.length === 1) {
      return policy === undefined
        ? error(`${name} has no policy. Add p=none, p=quarantine or p=reject.`)
        : ok(`The policy is ${policy}.`);
    }
  }
  return error(
    'There is no DMARC record, so large receivers reject newsletters. Add TXT "v=DMARC1; p=none" at _dmarc.',
  );
}
