import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownIdentity, readIdentity } from './certificate.ts';

const directory = () => join(mkdtempSync(join(tmpdir(), 'mailwright-tls-')), 'tls');

test('the certificate speaks for this machine, and the key is for its owner only', async () => {
  const { cert, certFile } = await ownIdentity(directory());
  const certificate = new X509Certificate(cert);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkIP('::1')).toBe('::1');
  expect(certificate.ca, 'it vouches for no other').toBe(false);
  expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  expect(certificate.keyUsage, 'extended key usage: TLS servers').toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(statSync(certFile.replace('certificate.pem', 'key.pem')).mode & 0o077).toBe(0);
});

test('it is kept while valid and renewed before it expires', async () => {
  const tls = directory();
  const first = await ownIdentity(tls, new Date('2031-01-01T00:00:00Z'));
  const later = await ownIdentity(tls, new Date('2031-12-01T00:00:00Z'));
  const renewed = await ownIdentity(tls, new Date('2032-01-20T00:00:00Z'));
  expect(later.cert).toBe(first.cert);
  expect(renewed.cert).not.toBe(first.cert);
});

const other = await ownIdentity(directory());
const encrypted = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
}).privateKey;

test.each<[what: string, cert: string | undefined, key: string | undefined, fault: string]>([
  ['no certificate', undefined, other.key, 'the certificate CERT does not exist'],
  ['no key', other.cert, undefined, 'the private key KEY does not exist'],
  ['an empty certificate', '', other.key, 'the certificate CERT is empty'],
  ['an empty key', other.cert, '\n', 'the private key KEY is empty'],
  ['something else as certificate', other.key, other.key, 'CERT does not contain a certificate in PEM format'],
  ['something else as key', other.cert, other.cert, 'KEY does not contain a private key in PEM format'],
  ['an encrypted key', other.cert, encrypted, 'the private key KEY is encrypted; give one without a passphrase'],
  [
    'another key',
    (await ownIdentity(directory())).cert,
    other.key,
    'the private key KEY does not belong to the certificate CERT',
  ],
])('%s is refused in words', async (_what, cert, key, fault) => {
  const [certFile, keyFile] = ['cert', 'key'].map((name) => join(mkdtempSync(join(tmpdir(), 'mailwright-tls-')), name));
  if (cert !== undefined) writeFileSync(certFile!, cert);
  if (key !== undefined) writeFileSync(keyFile!, key);
  const wanted = fault.replace('CERT', certFile!).replace('KEY', keyFile!);
  await expect(readIdentity(certFile!, keyFile!)).rejects.toThrow(new Error(wanted));
});

test('an own identity that was damaged is made anew', async () => {
  const tls = directory();
  const { certFile } = await ownIdentity(tls);
  writeFileSync(certFile, '');
  await ownIdentity(tls);
  expect(new X509Certificate(readFileSync(certFile)).checkHost('localhost')).toBe('localhost');
});
