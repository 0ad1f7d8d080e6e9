import { BlockList, isIP } from 'node:net';

/**
 * Whether a hop towards the service is a proxy whose word about the hop before it counts. The hop that talks to the service
 * has the number 0.
 */
export type TrustsHop = (address: string, hop: number) => boolean;

/**
 * Reads which proxies are trusted: a number of hops, or addresses and networks (CIDR) joined by commas. The client is the
 * last hop of `X-Forwarded-For` that is not trusted.
 * @returns undefined when the text is neither
 */
export function readTrust(text: string): TrustsHop | undefined {
  if (/^[1-9]$/.test(text)) return (_address, hop) => hop < Number(text);
  const networks = new BlockList();
  for (const part of text.split(',')) if (!addNetwork(networks, part.trim())) return undefined;
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const version = isIP(plain);
    return version !== 0 && networks.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
}

function addNetwork(networks: BlockList, text: string): boolean {
  const [address = '', bits] = text.split('/');
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (bits === undefined) networks.addAddress(address, family);
  else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (version === 4 ? 32 : 128)) return false;
  else networks.addSubnet(address, Number(bits), family);
  return true;
}
