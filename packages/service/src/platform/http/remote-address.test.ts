import { expect, test } from 'vitest';
import { truncatedAddress } from './remote-address.ts';

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
