import { X509Certificate } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** Key and certificate in PEM, and the file that clients can trust. */
export interface TlsIdentity {
  key: string;
  cert: string;
  certFile: string;
}

const day = 86_400_000;
const validDays = 397;
const renewBeforeDays = 30;

/** The identity of the user's own files. */
export async function readIdentity(certFile: string, keyFile: string): Promise<TlsIdentity> {
  return { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8'), certFile };
}

/** A self-signed identity for this machine, kept in a directory and made anew shortly before it expires. */
export async function ownIdentity(directory: string, now = new Date()): Promise<TlsIdentity> {
  const certFile = join(directory, 'certificate.pem');
  const keyFile = join(directory, 'key.pem');
  const kept = await readIdentity(certFile, keyFile).catch(() => undefined);
  if (kept && expires(kept.cert).getTime() - now.getTime() > renewBeforeDays * day) return kept;
  const { cert, private: key } = await makeCertificate(now);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(keyFile, key, { mode: 0o600 });
  await writeFile(certFile, cert);
  return { cert, key, certFile };
}

function expires(cert: string): Date {
  return new Date(new X509Certificate(cert).validTo);
}

function makeCertificate(now: Date) {
  const names = [...new Set(['localhost', hostname()])];
  return generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - day),
    notAfterDate: new Date(now.getTime() + validDays * day),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', digitalSignature: true, keyCertSign: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          { type: 7 as const, ip: '127.0.0.1' },
          { type: 7 as const, ip: '::1' },
        ],
      },
    ],
  });
}
