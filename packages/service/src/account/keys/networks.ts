import { BlockList, isIP } from 'node:net';

/** A network in CIDR notation (RFC 4632, RFC 4291): an address and the length of its prefix. */
interface Network {
  address: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

function readNetwork(text: string): Network {
  const [address = '', length, ...rest] = text.trim().split('/');
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
  const longest = family === 'ipv4' ? 32 : 128;
  const prefix = length === undefined ? longest : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  if (isIP(address) === 0 || address.includes('%') || rest.length > 0 || !(prefix <= longest)) {
    throw new Error(
      `a network is an address or a range such as 192.0.2.0/24 or 2001:db8::/32, but was "${text.trim()}"`,
    );
  }
  return { address, prefix, family };
}

/** Reads `192.0.2.0/24,2001:db8::/32`; an address alone is a network of one. Throws an error in words. */
export function parseNetworks(text: string): string[] {
  return text.split(',').map((part) => {
    const { address, prefix } = readNetwork(part);
    return `${address}/${prefix}`;
  });
}

/** Reports whether an address is in one of the networks. An IPv4 address that comes as an IPv6 one (::ffff:…) is itself. */
export function isWithin(networks: readonly string[], address: string | undefined): boolean {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '').split('%')[0] ?? '';
  const version = isIP(plain);
  if (version === 0) return false;
  const list = new BlockList();
  for (const { address, prefix, family } of networks.map(readNetwork)) list.addSubnet(address, prefix, family);
  return list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}

/** Reports whether each of some networks is part of one of others. */
export function areWithin(networks: readonly string[], others: readonly string[]): boolean {
  const wide = others.map(readNetwork);
  return networks
    .map(readNetwork)
    .every(({ address, prefix }) =>
      wide.some((other) => other.prefix <= prefix && isWithin([`${other.address}/${other.prefix}`], address)),
    );
}

/** Reports whether a key may be used at an address. */
export function isGoodFrom({ networks }: { networks: readonly string[] }, address: string | undefined): boolean {
  return networks.length === 0 || isWithin(networks, address);
}
