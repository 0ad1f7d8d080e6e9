import { expect, test } from 'vitest';
import { findFittingHash, hashPassword, hashPattern, isPassword, passwordCost, passwordFault } from './password.ts';

const cost = { N: 2, r: 8, p: 1 };

test('a password is known by its hash, which is never the same', async () => {
  const [hash, other] = await Promise.all([
    hashPassword(cost, 'correct Grüße 7'),
    hashPassword(cost, 'correct Grüße 7'),
  ]);
  expect(hash).not.toBe(other);
  expect(hash).toMatch(/^scrypt\$2\$8\$1\$/);
  // The second ü is a letter with a combining mark.
  expect(await isPassword(cost, 'correct Gru\u0308ße 7', hash)).toBe(true);
  expect(await isPassword(cost, 'correct Grüße 8', hash)).toBe(false);
  expect(await isPassword(cost, '', null)).toBe(false);
});

test('a hash is checked with the cost that it was made with, which is high', async () => {
  const hash = await hashPassword(passwordCost, 'correct Grüße 7');
  expect(hash).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(hash).toMatch(new RegExp(hashPattern));
  expect(await isPassword(cost, 'correct Grüße 7', hash)).toBe(true);
});

test('nobody has the hash that stands for nobody', async () => {
  expect(await isPassword(cost, 'correct Grüße 7', null)).toBe(false);
});

test('hashes of one person share a salt, so that one derivation tells which of them fits', async () => {
  const first = await hashPassword(cost, 'correct Grüße 7');
  const second = await hashPassword(cost, 'other Grüße 8', first);
  const saltOf = (hash: string) => hash.split('$')[4];
  expect(saltOf(second)).toBe(saltOf(first));
  const hashes = [null, first, second];
  expect(await findFittingHash(cost, 'other Grüße 8', hashes)).toBe(second);
  expect(await findFittingHash(cost, 'correct Grüße 7', hashes)).toBe(first);
  expect(await findFittingHash(cost, 'wrong Grüße 9', hashes)).toBeUndefined();
});

test.each([
  ['elevenchars', { kind: 'short', limit: 12, length: 11 }],
  ['x'.repeat(201), { kind: 'long', limit: 200, length: 201 }],
  ['aaaaaaaaaaaaaa', { kind: 'repetitive' }],
  ['Password1234!', { kind: 'common' }],
  ['P@ssw0rd2031', { kind: 'common' }],
  ['passwordpassword', { kind: 'common' }],
  ['123456789012', { kind: 'letterless' }],
  ['qwertyuiop123', { kind: 'common' }],
  ['zyxwvutsrqponm', { kind: 'common' }],
  ['Sommer2031!!!!', { kind: 'common' }],
  ['lovelace2031!!', { kind: 'personal' }],
  ['Ada.Lovelace1815', { kind: 'personal' }],
  ['dragondragon', { kind: 'common' }],
  ['pass-word-2031', { kind: 'common' }],
  ['pa55word2031', { kind: 'common' }],
  ['2031-d4ni3l-31', { kind: 'common' }],
  ['1234567acce$$', { kind: 'common' }],
  ['contrasen@2031', { kind: 'common' }],
  ['qwertzuiopas', { kind: 'common' }],
  ['azertyuiopqs', { kind: 'common' }],
  ['xk-1234567890', { kind: 'common' }],
  ['lovelacelovelace', { kind: 'personal' }],
  ['li7li4li9lili', undefined],
  ['xkqzvxqkzvkx', undefined],
  [`${'tulips at 7 under rain, '.repeat(8)}in March`, undefined],
  ['tulips at 7 under rain', undefined],
  ['vK3-blau-Tisch', undefined],
  ['密码密码不好猜的长句子啊', undefined],
])('%s', (password, wanted) => {
  expect(passwordFault(password, ['Ada Lovelace', 'lovelace', 'ada.lovelace', 'Li'])).toEqual(wanted);
});
