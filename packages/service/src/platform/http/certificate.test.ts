import { X509Certificate } from 'node:crypto';
import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownIdentity } from './certificate.ts';

const directory = () => join(mkdtempSync(join(tmpdir(), 'mailwright-tls-')), 'tls');

test('the certificate speaks for this machine, and the key is for its owner only', async () => {
  const { cert, certFile } = await ownIdentity(directory());
  const certificate = new X509Certificate(cert);
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.checkIP('::1')).toBe('::1');
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
