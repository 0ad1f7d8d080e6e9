import { expect, test } from 'vitest';
import { clientNetwork, truncatedAddress } from './remote-address.ts';

test.each([
  ['192.0.2.57', '192.0.2.0'],
  ['::ffff:192.0.2.57', '192.0.2.0'],
  ['2001:db8:7:1:2:3:4:5', '2001:db8:7::'],
  ['2001:0DB8:0000:1::5', '2001:db8::'],
  ['2001:db8::5', '2001:db8::'],
  ['fe80::1%eth0', 'fe80::'],
  ['::1', '::'],
  ['64:ff9b::192.0.2.33', '64:ff9b::'],
  ['not an address', null],
  ['', null],
  [undefined, null],
])('%s is kept as %s', (address, kept) => {
  expect(truncatedAddress(address)).toBe(kept);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s is the client %s', (address, client) => {
  expect(clientNetwork(address)).toBe(client);
});
