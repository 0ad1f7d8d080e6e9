import { expect, test } from 'vitest';
import { readTrust } from './trusted-proxy.ts';

test.each([
  ['1', '203.0.113.9', 0, true],
  ['1', '10.0.0.1', 1, false],
  ['2', '10.0.0.1', 1, true],
  ['10.0.0.0/8', '10.1.2.3', 5, true],
  ['10.0.0.0/8', '::ffff:10.1.2.3', 0, true],
  ['10.0.0.0/8', '11.0.0.1', 0, false],
  ['10.0.0.7, fd00::/8', 'fd12::1', 0, true],
  ['10.0.0.7, fd00::/8', '10.0.0.7', 0, true],
  ['10.0.0.7, fd00::/8', '10.0.0.8', 0, false],
  ['10.0.0.0/8', 'unknown', 0, false],
  ['10.0.0.0/8', '', 0, false],
])('%s trusts %s at hop %i: %s', (text, address, hop, trusted) => {
  expect(readTrust(text)!(address, hop)).toBe(trusted);
});

test.each(['', '0', '10', '-1', 'true', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.1,', '::/129'])(
  '"%s" is refused',
  (text) => expect(readTrust(text)).toBeUndefined(),
);
