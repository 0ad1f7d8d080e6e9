import { isIP } from 'node:net';
import type { Dns } from './dns.ts';
import { type DoctorFinding, findingsOf } from './finding.ts';

const silent = 'The DNS server does not respond; try again later.';

/** Reports whether the address of a sending server has a name that leads back to it; receivers distrust those without. */
export async function checkPtr(dns: Dns, address: string): Promise<DoctorFinding[]> {
  const { ok, warning, error } = findingsOf('ptr', address);
  const names = await dns.names(address);
  if (names === undefined) return warning(silent);
  if (names.length === 0) return error('The address has no reverse DNS name. Ask your provider for a PTR record.');
  for (const name of names) {
    if ((await dns.addresses(name))?.includes(address))
      return ok(`Its name is ${name}, which resolves to the address.`);
  }
  return error(`Its name ${names[0]} does not resolve to the address. Add an address record for that name.`);
}

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
  const exchanges = await dns.exchanges(domain);
  if (exchanges === undefined) return warning(silent);
  const [first] = exchanges;
  if (first === undefined)
    return error('The bounce domain has no MX record, so bounces get lost. Add one that points to this machine.');
  const addresses = await dns.addresses(first);
  return addresses?.length === 0
    ? error(`Its MX ${first} does not resolve.`)
    : ok(`Bounces are delivered to ${first}.`);
}
