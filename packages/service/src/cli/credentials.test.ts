import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { credentialVariables } from './credentials.ts';
import { serveOptions } from './options.ts';

function directoryWith(files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'mailwright-credentials-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
  return directory;
}

test.each<[files: Record<string, string>, env: Record<string, string>, wanted: Record<string, string>]>([
  [{ 'database-url': 'postgres://a@b/c\n' }, {}, { DATABASE_URL: 'postgres://a@b/c' }],
  [{ 'mailwright_smtp-password': 'x' }, {}, { MAILWRIGHT_SMTP_PASSWORD_FILE: '<>/mailwright_smtp-password' }],
  [{ 'tls-key': 'a\nb\n' }, {}, { MAILWRIGHT_TLS_KEY: '<>/tls-key' }],
  [{ 'database-url': 'postgres://a@b/c' }, { DATABASE_URL: 'postgres://d@e/f' }, {}],
  [{ 'of-somebody-else': 'x' }, {}, {}],
])('%j beside %j', (files, env, wanted) => {
  const CREDENTIALS_DIRECTORY = directoryWith(files);
  const found = credentialVariables({ ...env, CREDENTIALS_DIRECTORY });
  expect(JSON.parse(JSON.stringify(found).replaceAll(CREDENTIALS_DIRECTORY, '<>'))).toEqual(wanted);
});

test('without a directory, or with one that does not exist, there are none', () => {
  expect(credentialVariables({})).toEqual({});
  expect(credentialVariables({ CREDENTIALS_DIRECTORY: '/nowhere' })).toEqual({});
});

test('a misspelled name is refused', () => {
  const CREDENTIALS_DIRECTORY = directoryWith({ 'mailwright_smtp-pasword': 'x' });
  expect(() => credentialVariables({ CREDENTIALS_DIRECTORY })).toThrow('Unknown credential "smtp-pasword"');
});

test('every variable is one that an option reads', () => {
  const names =
    'database-url key metrics-token smtp-password smtp-token bounce-events bounce-mailbox-password bounce-mailbox-token tls-certificate tls-key';
  const CREDENTIALS_DIRECTORY = directoryWith(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])));
  const found = Object.keys(credentialVariables({ CREDENTIALS_DIRECTORY }));
  expect(found).toHaveLength(10);
  expect(serveOptions().map(({ envVar }) => envVar)).toEqual(expect.arrayContaining(found));
});
