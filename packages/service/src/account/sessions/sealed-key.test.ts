import { expect, test } from 'vitest';
import { openSealedKey, sealKey } from './sealed-key.ts';

test('a sealed key is opened by its token only', () => {
  const sealed = sealKey('mw_secret', 'token');
  expect(sealed.includes('secret')).toBe(false);
  expect(openSealedKey(sealed, 'token')).toBe('mw_secret');
  expect(() => openSealedKey(sealed, 'other')).toThrow();
  sealed[0]! ^= 1;
  expect(() => openSealedKey(sealed, 'token')).toThrow();
});
