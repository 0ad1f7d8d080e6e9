import { isIP } from 'node:net';
import type { Dns } from '../../platform/network/dns.ts';
import { senderDns } from '../../sending/index.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';
import { findingsOfRecord } from './record-findings.ts';

const silent = 'The DNS server does not respond; try again later.';

/** Reports whether the address of a sending server has a name that leads back to it; receivers distrust those without. */
export const checkPtr = async (dns: Dns, address: string): Promise<DoctorFinding[]> =>
  findingsOfRecord(await senderDns.ptrRecord(dns, address), address);

/** Reports whether links in mails lead somewhere. */
export async function checkPublicName(dns: Dns, host: string): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('dns', host);
  if (host === 'localhost') return warning('Links in mails point to the machine of the recipient. Set --public-url.');
  if (isIP(host) !== 0) return ok('This is an IP address.');
  const addresses = await dns.addresses(host);
  if (addresses === undefined) return warning(silent);
  return addresses.length > 0
    ? ok(addresses.join(', '))
    : error('The name does not resolve, so links in mails do not work.');
}

/** Reports whether bounces find their way. */
export async function checkBounceDomain(dns: Dns, domain: string): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('mx', domain);
  const { found, got, problem, detail } = await senderDns.mxRecord(dns, domain);
  if (found === null) return warning(silent);
  if (got === undefined)
    return error('The bounce domain has no MX record, so bounces get lost. Add one that points to this machine.');
  if (problem !== undefined) return error(`Its MX ${detail ?? got} does not resolve.`);
  return ok(`Bounces are delivered to ${got.split('\n')[0]}.`);
}
