import { webcrypto } from 'node:crypto';
import { AuthorityKeyIdentifierExtension, X509CertificateGenerator } from '@peculiar/x509';
import { expect, test } from 'vitest';
import { readWindow, renewalId, timeWithin } from './renewal-info.ts';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

const makeCertificate = async (extensions: AuthorityKeyIdentifierExtension[]) => {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ keys, signingAlgorithm: algorithm, serialNumber: '0087654321', name: 'CN=example', extensions },
  });
  return certificate.toString('pem');
};

test('the id is that of the example in RFC 9773, section 4.1', async () => {
  const key = new AuthorityKeyIdentifierExtension('69885b6b87464041e1b37b847ba0ae2cde01c8d4');
  expect(await renewalId(await makeCertificate([key]))).toBe('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE');
  expect(await renewalId(await makeCertificate([]))).toBeUndefined();
});

test.each([
  [{}],
  [{ suggestedWindow: null }],
  [{ suggestedWindow: { start: 'soon', end: 'later' } }],
  [{ suggestedWindow: { start: '2031-01-02T00:00:00Z', end: '2031-01-01T00:00:00Z' } }],
])('%j is no window', (body) => {
  expect(() => readWindow(body)).toThrow('suggests no time');
});

test('a time within the window', () => {
  const window = readWindow({ suggestedWindow: { start: '2031-01-01T00:00:00Z', end: '2031-01-03T00:00:00Z' } });
  const times = [0, 0.5, 1].map((share) => timeWithin(window, share).toISOString().slice(0, 10));
  expect(times).toEqual(['2031-01-01', '2031-01-02', '2031-01-03']);
});
