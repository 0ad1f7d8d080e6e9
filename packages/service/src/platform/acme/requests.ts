import { createHash, generateKeyPairSync, KeyObject, webcrypto } from 'node:crypto';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' } as const;
const day = 86_400_000;
/** id-pe-acmeIdentifier (RFC 8737, section 6.1) */
const acmeIdentifier = '1.3.6.1.5.5.7.1.31';

/** Makes the private key of an account, in PEM. */
export const makeAccountKey = (): string =>
  generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

/** Makes a key, in PEM, and the request for a certificate of these names, in base64url. */
export async function makeRequest(names: readonly string[]): Promise<{ key: string; csr: string }> {
  const { Pkcs10CertificateRequestGenerator, SubjectAlternativeNameExtension } = await loadX509();
  const keys = await makeKeys();
  const request = await Pkcs10CertificateRequestGenerator.create({
    keys,
    signingAlgorithm,
    extensions: [new SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value })))],
  });
  return { key: toPem(keys), csr: Buffer.from(request.rawData).toString('base64url') };
}

/** Makes the certificate that proves a name by TLS (RFC 8737, section 3). */
export async function makeProof(
  name: string,
  authorization: string,
  now: Date,
): Promise<{ key: string; cert: string }> {
  const { Extension, SubjectAlternativeNameExtension, X509CertificateGenerator } = await loadX509();
  const keys = await makeKeys();
  const digest = createHash('sha256').update(authorization).digest();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    keys,
    signingAlgorithm,
    name: 'CN=acme',
    notBefore: new Date(now.getTime() - day),
    notAfter: new Date(now.getTime() + day),
    extensions: [
      new SubjectAlternativeNameExtension([{ type: 'dns', value: name }]),
      new Extension(acmeIdentifier, true, Buffer.concat([Buffer.from([4, digest.length]), digest])),
    ],
  });
  return { key: toPem(keys), cert: certificate.toString('pem') };
}

/** Loaded at the first order; a service that has its certificate does not need it. */
const loadX509 = () => import('@peculiar/x509');

const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

const toPem = ({ privateKey }: webcrypto.CryptoKeyPair): string =>
  KeyObject.from(privateKey).export({ type: 'pkcs8', format: 'pem' }) as string;
