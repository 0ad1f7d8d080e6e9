import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { MissingSecretKeyError, SecretBox } from './box.ts';
import { newSecretKey, parseSecretKeys } from './key.ts';
import { givenKeys, keysInDirectory } from './key-source.ts';
import type { Sealed, SealedColumn } from './sealed.ts';

const directory = mkdtempSync(join(tmpdir(), 'mailwright-secrets-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const column: SealedColumn = { table: 'webhook', column: 'secret', owner: 'account_id', row: 'id' };
const place = { account: 7, row: 1 };
const secret = Buffer.from('a secret of twenty b');
const source = keysInDirectory(directory);
source.add();
const box = new SecretBox([column], source);
box.use(source.read().at(-1)!.id);
const bytes = (value: Sealed) => Buffer.from(value as unknown as Uint8Array);
const sealed = (value: Uint8Array) => value as unknown as Sealed;

describe('a value', () => {
  test('is opened where it was sealed, and never stored twice alike', () => {
    const [one, other] = [box.seal(column, place, secret), box.seal(column, place, secret)];
    expect([box.open(column, place, one), box.open(column, place, other)]).toEqual([secret, secret]);
    expect(bytes(one).equals(bytes(other))).toBe(false);
    expect(bytes(one).includes(secret)).toBe(false);
  });

  test.each([
    ['row', column, { account: 7, row: 2 }],
    ['account', column, { account: 8, row: 1 }],
    ['table', { ...column, table: 'account' }, place],
    ['column', { ...column, column: 'other' }, place],
  ])('is not opened in another %s', (_, elsewhere, there) => {
    const value = box.seal(column, place, secret);
    expect(() => box.open(elsewhere, there, value)).toThrow('belongs to another row');
  });

  test('is not opened with any byte behind the id of its key changed', () => {
    const value = bytes(box.seal(column, place, secret));
    for (let at = 12; at < value.length; at++) {
      const changed = Buffer.from(value);
      changed[at]! ^= 1;
      expect(() => box.open(column, place, sealed(changed)), `byte ${at}`).toThrow('was changed');
    }
  });

  test('that is readable yet is taken as it is', () => {
    expect(box.open(column, place, sealed(secret))).toEqual(secret);
    expect(new SecretBox().seal(column, place, secret)).toEqual(secret);
  });

  test('of a key that is not there says what to do', () => {
    const value = box.seal(column, place, secret);
    expect(() => new SecretBox().open(column, place, value)).toThrow(MissingSecretKeyError);
    expect(() => new SecretBox().open(column, place, value)).toThrow(/--secrets-key-file or MAILWRIGHT_SECRETS_KEY/);
    const other = givenKeys({ secretsKey: newSecretKey() });
    expect(() => new SecretBox([], other).open(column, place, value)).toThrow(
      /MAILWRIGHT_SECRETS_KEY does not contain/,
    );
  });
});

describe('keys', () => {
  test('are in a file of the owner, and new ones are added behind older ones', () => {
    const path = join(directory, 'secrets.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const [first] = source.read();
    source.add();
    expect(source.read()).toEqual([first, expect.objectContaining({ id: expect.stringMatching(/^[\da-f]{16}$/) })]);
    expect(readFileSync(path, 'utf8')).toMatch(/^# Keys of the secrets/);
  });

  test('in the environment and in a given file are not changed', () => {
    const path = join(directory, 'given.key');
    writeFileSync(path, `${newSecretKey()}\n`);
    for (const given of [givenKeys({ secretsKeyFile: path })!, givenKeys({ secretsKey: newSecretKey() })!]) {
      expect(given.read()).toHaveLength(1);
      expect(() => given.add()).toThrow('for all processes');
    }
    expect(givenKeys({})).toBeUndefined();
  });

  test.each([
    ['', 'KEYS contains no key; create one with "mailwright secrets new-key"'],
    ['# a comment', 'KEYS contains no key'],
    ['mws_short', 'KEYS: entry 1 is not a key'],
    [`${newSecretKey()} ${newSecretKey()}x`, 'KEYS: entry 2 is not a key'],
  ])('%j are refused', (text, message) => {
    expect(() => parseSecretKeys('KEYS', text)).toThrow(message);
    expect(() => parseSecretKeys('KEYS', text)).not.toThrow(/mws_\w{5}/);
  });

  test('that are missing in a given file say so', () => {
    const missing = givenKeys({ secretsKeyFile: join(directory, 'missing') })!;
    expect(() => missing.read()).toThrow('--secrets-key-file');
  });
});
