import { describe, expect, test } from 'vitest';
import { generateKey, hashKey, isMisspelledKey, keyFault, keyPrefix, parseExpiry, parseRights } from './key.ts';

test('generated keys are acceptable and never the same', () => {
  const keys = Array.from({ length: 50 }, generateKey);
  expect(new Set(keys).size).toBe(50);
  expect(keys.map(keyFault)).toEqual(keys.map(() => undefined));
});

test('a generated key with any other character in its place is misspelled', () => {
  const key = generateKey();
  expect(key).toMatch(/^mw_[\w-]{49}$/);
  expect(isMisspelledKey(key)).toBe(false);
  for (let at = 'mw_'.length; at < key.length; at++) {
    const other = key[at] === 'A' ? 'B' : 'A';
    const wrong = key.slice(0, at) + other + key.slice(at + 1);
    expect(isMisspelledKey(wrong)).toBe(true);
    expect(keyFault(wrong)).toMatch('a character of it is wrong');
    expect(isMisspelledKey(`my-${wrong}`)).toBe(false);
  }
  expect(keyPrefix(key)).toBe(key.slice(0, 8));
});

test.each(['chosen-by-hand', `mw_${'x'.repeat(43)}`, `mw_${'x'.repeat(50)}`])('%s has no checksum', (key) => {
  expect(isMisspelledKey(key)).toBe(false);
});

test('the hash is SHA-256', () => {
  expect(hashKey('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test.each([
  ['short', false],
  ['twelve-chars', true],
  ['with space in it', false],
  ['with:colon:in', false],
  ['x'.repeat(265), true],
  ['x'.repeat(266), false],
])('key %s', (key, fine) => {
  expect(keyFault(key) === undefined).toBe(fine);
});

describe('rights', () => {
  test.each([
    ['get', ['get']],
    ['DELETE, get', ['get', 'delete']],
    ['put,post,get,delete,get', ['get', 'post', 'put', 'delete']],
  ])('%s', (text, wanted) => {
    expect(parseRights(text)).toEqual(wanted);
  });
  test('an unknown one is named', () => {
    expect(() => parseRights('get,admin')).toThrow('"admin"');
  });
});

describe('expiry', () => {
  const now = new Date('2031-01-10T10:00:00Z');
  test.each([
    ['2031-12-31', '2031-12-31T23:59:59.999Z'],
    ['2031-01-10', '2031-01-10T23:59:59.999Z'],
    ['90d', '2031-04-10T10:00:00.000Z'],
    ['12h', '2031-01-10T22:00:00.000Z'],
  ])('%s', (text, wanted) => {
    expect(parseExpiry(text, now).toISOString()).toBe(wanted);
  });
  test.each(['tomorrow', '2031-02-30', '2030-12-31', '-3d', '90days', 'x2031-12-31', '2031-12-31T10:00', ''])(
    '%s is refused',
    (text) => {
      expect(() => parseExpiry(text, now)).toThrow();
    },
  );
});
