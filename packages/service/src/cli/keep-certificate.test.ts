import { expect, test } from 'vitest';
import type { Database } from '../platform/database/open.ts';
import { keepCertificate } from './keep-certificate.ts';
import type { ServeOptions } from './options.ts';

const keep = (options: Partial<ServeOptions>) => keepCertificate(options as ServeOptions, {} as Database, () => {});
const whole = {
  acmeDomain: ['news.example.com'],
  acmeDirectory: 'https://acme.example/directory',
  acmeAgreeToTerms: true,
};

test.each<[Partial<ServeOptions>, string]>([
  [{ acmeDirectory: whole.acmeDirectory }, '--acme-directory requires --acme-domain'],
  [{ acmeDomain: whole.acmeDomain }, '--acme-domain requires --acme-directory'],
  [{ ...whole, acmeAgreeToTerms: false }, '"termsOfService" at https://acme.example/directory'],
  [{ ...whole, tlsCert: 'cert.pem', tlsKey: 'key.pem' }, 'does not go with --tls-cert'],
  [{ ...whole, publicUrl: 'https://other.example.com' }, '--acme-domain has no other.example.com'],
])('%j is refused in words', async (options, words) => {
  await expect(keep(options)).rejects.toThrow(words);
});

test('it keeps a certificate only if that is chosen', async () => {
  expect(await keep({})).toBeUndefined();
  expect(await keep({ ...whole, publicUrl: 'https://news.example.com' })).toBeDefined();
});
