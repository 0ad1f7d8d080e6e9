import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, test } from 'vitest';
import { createDkimKey, followDkimKeys, readDkimKeys } from '../../src/sending/dkim/keys.ts';
import { signingTransport } from '../../src/sending/dkim/transport.ts';
import { messageOf, type OutgoingMail } from '../../src/sending/mail/transport.ts';
import { freshDirectory, runMailwright } from '../support/process.ts';

const head =
  'From: =?UTF-8?Q?J=C3=A4mes?= <news@news.example.com>\r\nTo: ada@example.org\r\nSubject: A  long\r\n subject\r\n' +
  'List-Unsubscribe: <https://x.example/u/1>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n';
const mail = (body: string): OutgoingMail => ({
  accountId: 1,
  contactId: 1,
  messageId: '<1@x>',
  signable: ['example.com', 'other.example'],
  envelope: { from: 'b+1@bounce.example.com', to: 'ada@example.org' },
  head,
  body,
});

async function sent(directory: string, body: string): Promise<Buffer> {
  const mails: OutgoingMail[] = [];
  const send = async (given: OutgoingMail) => {
    mails.push(given);
    return undefined;
  };
  await signingTransport({ connections: 1, send, close: async () => {} }, () => readDkimKeys(directory)).send(
    mail(body),
  );
  return messageOf(mails[0]!);
}

describe('signatures, as another implementation judges them', () => {
  const directory = freshDirectory();
  const records = new Map(
    [
      { domain: 'example.com', selector: 'a', type: 'rsa' as const },
      { domain: 'example.com', selector: 'b', type: 'ed25519' as const },
      { domain: 'other.example', selector: 'c', type: 'rsa' as const },
    ].map((key) => {
      const { name, value } = createDkimKey(directory, key);
      return [name, value];
    }),
  );
  const resolver = async (name: string) => [[records.get(name)!]];

  test.each(['Hello\r\n', 'Hello', 'Hello \r\n\r\n\r\n', '', 'a\r\n.b\r\n  c\t d\r\n'])(
    'of a body %j',
    async (body) => {
      const { results } = await dkimVerify(await sent(directory, body), { resolver });
      const found = results.map(({ status, signingDomain, algo, selector }) => {
        return [selector, signingDomain, algo, status.result];
      });
      expect(found.sort()).toEqual([
        ['a', 'example.com', 'rsa-sha256', 'pass'],
        ['b', 'example.com', 'ed25519-sha256', 'pass'],
      ]);
    },
  );

  test('cover the headers that unsubscribe, and break when anything of them changes', async () => {
    const message = (await sent(directory, 'Hello\r\n')).toString();
    const results = async (text: string) => {
      const verified = await dkimVerify(Buffer.from(text), { resolver });
      return verified.results.map(({ status }) => status.result);
    };
    expect(message).toMatch(/h=[^;]*list-unsubscribe:list-unsubscribe-post/);
    expect(await results(message.replace('/u/1', '/u/2'))).toEqual(['fail', 'fail']);
    expect(await results(message.replace('Hello', 'Hallo'))).toEqual(['neutral', 'neutral']);
  });
});

test('mailwright dkim makes a key that nobody else reads, once, and prints its record', async () => {
  const directory = join(freshDirectory(), 'keys');
  const args = ['dkim', '--domain', 'example.com', '--dkim-keys', directory];
  const { stdout, code } = await runMailwright(args).ended;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^mailwright\._domainkey\.example\.com\. TXT "v=DKIM1; k=rsa; p=[\w+/=]{300,}"\n$/);
  const file = join(directory, 'mailwright._domainkey.example.com.pem');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const before = readFileSync(file, 'utf8');
  expect((await runMailwright(args).ended).code).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a key of a kind that DKIM does not know is refused by name', () => {
  const directory = freshDirectory();
  const { privateKey } = generateKeyPairSync('ed25519');
  expect(privateKey.asymmetricKeyType).toBe('ed25519');
  expect(readDkimKeys(directory)).toEqual([]);
});

test('a key that is made while the service runs is used at once, and one that cannot be read changes nothing', () => {
  const directory = join(freshDirectory(), 'keys');
  const told: string[] = [];
  const keys = followDkimKeys(directory, (message) => told.push(message));
  expect(keys()).toEqual([]);
  createDkimKey(directory, { domain: 'a.example', selector: 'x', type: 'ed25519' });
  expect(keys().map(({ domain }) => domain)).toEqual(['a.example']);
  writeFileSync(join(directory, 'x._domainkey.b.example.pem'), 'no key');
  expect(keys().map(({ domain }) => domain)).toEqual(['a.example']);
  rmSync(join(directory, 'x._domainkey.b.example.pem'));
  createDkimKey(directory, { domain: 'c.example', selector: 'x', type: 'ed25519' });
  expect(keys().map(({ domain }) => domain)).toEqual(['a.example', 'c.example']);
  expect(told).toHaveLength(3);
  expect(() => createDkimKey(directory, { domain: 'c.example', selector: 'x', type: 'ed25519' })).toThrow('EEXIST');
});
