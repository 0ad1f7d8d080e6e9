import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bounceMailbox } from './bounce-mailbox.ts';

const path = join(mkdtempSync(join(tmpdir(), 'mailwright-secret-')), 'secret');
writeFileSync(path, 'first\n');
const env = { MAILWRIGHT_BOUNCE_MAILBOX_PASSWORD: 'secret' };

test.each<[string, object]>([
  ['imaps://ada%40example.com@mail.example.com', { host: 'mail.example.com', port: 993, secure: true }],
  ['imaps://ada%40example.com@mail.example.com:1993', { port: 1993 }],
  ['imap://ada%40example.com@mail.example.com', { port: 143, secure: false, doSTARTTLS: true }],
  ['imap://ada%40example.com@127.0.0.1:1143', { port: 1143, secure: false, doSTARTTLS: false }],
  ['imap://ada%40example.com@[::1]', { host: '::1', doSTARTTLS: false }],
])('%s', async (address, server) => {
  const mailbox = await bounceMailbox({ bounceMailbox: address }, env)!();
  expect(mailbox).toMatchObject({ server: { ...server, auth: { user: 'ada@example.com', pass: 'secret' } } });
  expect(mailbox.folder).toBe('INBOX');
});

test('another folder', async () => {
  expect((await bounceMailbox({ bounceMailbox: 'imaps://a@b.example/Sent%20back' }, env)!()).folder).toBe('Sent back');
});

test('an access token is read for each connection', async () => {
  const connect = bounceMailbox({ bounceMailbox: 'imaps://a@b.example', bounceMailboxTokenFile: path }, {})!;
  expect((await connect()).server.auth).toEqual({ user: 'a', accessToken: 'first' });
  writeFileSync(path, 'second\n');
  expect((await connect()).server.auth).toEqual({ user: 'a', accessToken: 'second' });
});

test.each<[object, NodeJS.ProcessEnv, string]>([
  [{ bounceMailbox: 'imaps://a@b.example' }, {}, 'requires either'],
  [{ bounceMailbox: 'imaps://a@b.example', bounceMailboxTokenFile: path }, env, 'requires either'],
  [{ bounceMailboxPasswordFile: path }, {}, 'require --bounce-mailbox'],
  [{ bounceMailbox: 'imaps://a@b.example', bounceMailboxPasswordFile: '/nowhere/x' }, {}, 'does not exist'],
])('%j is refused', (options, env, fault) => {
  expect(() => bounceMailbox(options, env)).toThrow(fault);
});

test('without a mailbox there is none', () => {
  expect(bounceMailbox({}, {})).toBeUndefined();
});
