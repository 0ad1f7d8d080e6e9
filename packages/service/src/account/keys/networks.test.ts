import { expect, test } from 'vitest';
import { isGoodFrom, isWithin, parseNetworks } from './networks.ts';

test.each([
  ['192.0.2.0/24', ['192.0.2.0/24']],
  ['192.0.2.7', ['192.0.2.7/32']],
  ['192.0.2.7, 2001:db8::/32', ['192.0.2.7/32', '2001:db8::/32']],
  ['::1', ['::1/128']],
  ['0.0.0.0/0', ['0.0.0.0/0']],
])('%s', (text, wanted) => {
  expect(parseNetworks(text)).toEqual(wanted);
});

test.each([
  '',
  '192.0.2.0/33',
  '192.0.2.0/',
  '192.0.2.0/-1',
  '192.0.2',
  '192.0.2.0/24/8',
  '192.0.2.0/24x',
  '2001:db8::/129',
  'office',
  'fe80::1%eth0',
  '1.2.3.4,',
])('"%s" is refused', (text) => {
  expect(() => parseNetworks(text)).toThrow('a network is an address or a range');
});

test.each([
  ['192.0.2.0/24', '192.0.2.255', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['192.0.2.0/24', '::ffff:192.0.2.1', true],
  ['192.0.2.9/24', '192.0.2.1', true],
  ['0.0.0.0/0', '203.0.113.1', true],
  ['0.0.0.0/0', '::1', false],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['fe80::/10', 'fe80::1%eth0', true],
  ['10.0.0.0/8,::1', '::1', true],
  ['10.0.0.0/8', undefined, false],
  ['10.0.0.0/8', 'unknown', false],
])('%s holds %s: %s', (networks, address, wanted) => {
  expect(isWithin(parseNetworks(networks), address)).toBe(wanted);
});

test.each([
  ['no network', [], '203.0.113.1', true],
  ['no network', [], undefined, true],
  ['its network', ['192.0.2.0/24'], '192.0.2.1', true],
  ['another network', ['192.0.2.0/24'], '203.0.113.1', false],
  ['a network', ['192.0.2.0/24'], undefined, false],
])('a key of %s (%j) is good from %s: %s', (_, networks, address, wanted) => {
  expect(isGoodFrom({ networks }, address)).toBe(wanted);
});
