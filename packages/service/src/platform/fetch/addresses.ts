import ipaddr from 'ipaddr.js';

/** All IPv6 addresses that were ever given out for the public internet (RFC 4291). */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/**
 * Reports whether an IP address belongs to the public internet: neither loopback, private, link-local, multicast or otherwise
 * reserved (the registries of RFC 6890), nor IPv6 that carries an IPv4 address (mapped, translated, 6to4, Teredo), behind
 * which any of these could hide.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}
