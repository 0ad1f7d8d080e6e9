import { expect, test } from 'vitest';
import { base32, findTotpStep, newTotpSecret, totpCode, totpStep, totpUri } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

// RFC 6238, Appendix B, the last six of eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at %i seconds', (seconds, code) => {
  expect(totpCode(secret, totpStep(seconds * 1000))).toBe(code);
});

test.each([
  [-60, undefined],
  [-1, undefined],
  [0, 33],
  [30, 33],
  [59, 33],
  [60, undefined],
])('a code is good in its interval and the next one: %i seconds later', (late, wanted) => {
  const now = 33 * 30_000;
  expect(findTotpStep(secret, totpCode(secret, 33), now + late * 1000)).toBe(wanted);
});

test.each(['', '12345', '1234567', 'abcdef', '０８１８０４'])('"%s" is no code', (code) => {
  expect(findTotpStep(secret, code, 59_000)).toBeUndefined();
});

test('codes may have a space', () => {
  expect(findTotpStep(secret, '287 082', 59_000)).toBe(1);
});

test('secrets have 160 bits (RFC 4226, section 4)', () => {
  expect(newTotpSecret()).toHaveLength(20);
});

test('secrets are written in base32 (RFC 4648, section 10)', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(base32(Buffer.from('fo'))).toBe('MZXQ');
});

test('the address of an authenticator app', () => {
  expect(totpUri(secret, 'Shop & Co', 'ada@example.com')).toBe(
    'otpauth://totp/Shop%20%26%20Co:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop%20%26%20Co',
  );
});
