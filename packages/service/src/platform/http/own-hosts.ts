import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Reports whether a URL names this service: `localhost`, a name or address of its certificate, or an address of this machine.
 * Clients choose the header `Host`, and what is derived from another one would lead whoever reads it elsewhere.
 *
 * @param certificate in PEM
 */
export function namesOwnHost(
  url: string,
  certificate: string,
  ownAddresses: () => readonly string[] = machineAddresses,
): boolean {
  if (!URL.canParse(url)) return false;
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === 'localhost') return true;
  const known = new X509Certificate(certificate);
  if (isIP(host) === 0) return known.checkHost(host) !== undefined;
  return known.checkIP(host) !== undefined || ownAddresses().includes(host);
}

const machineAddresses = () =>
  Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
