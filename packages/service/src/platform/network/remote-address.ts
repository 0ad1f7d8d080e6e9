import { isIP } from 'node:net';

/** An IP address without the part that tells machines of one network apart (IPv4 /24, IPv6 /48); null when it is none. */
export function truncatedAddress(address: string | undefined): string | null {
  const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '').split('%', 1)[0] ?? '';
  switch (isIP(plain)) {
    case 4:
      return `${plain.slice(0, plain.lastIndexOf('.'))}.0`;
    case 6:
      return truncatedIPv6(plain);
    default:
      return null;
  }
}

/** The first three groups. An address with an IPv4 tail has these in front of it, as none is shorter. */
function truncatedIPv6(address: string): string {
  const [head = ''] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const first = [0, 1, 2].map((i) => Number.parseInt(groups[i] ?? '0', 16).toString(16));
  while (first.at(-1) === '0') first.pop();
  return `${first.join(':')}::`;
}

/** One client can use a whole IPv6 /64 network. */
export function clientNetwork(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const network = tail === undefined ? groups : [...groups, '0', '0', '0', '0'];
  return network.slice(0, 4).join(':');
}
