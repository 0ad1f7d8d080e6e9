import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { makeDirectory } from '../files/make-directory.ts';
import { replaceFile } from '../files/replace-file.ts';
import { privateKeyOf } from './private-key.ts';

/** Key and certificate in PEM. */
export interface TlsIdentity {
  key: string;
  cert: string;
  /** File of the certificate, which clients can trust; undefined for one that they trust anyway. */
  certFile?: string | undefined;
}

/** An identity from files. */
export interface FileIdentity extends TlsIdentity {
  certFile: string;
}

const day = 86_400_000;
const validDays = 397;
const renewBeforeDays = 30;

/** The identity of two files that belong together. Throws an error in words. */
export async function readIdentity(certFile: string, keyFile: string): Promise<FileIdentity> {
  const cert = await readText('certificate', certFile);
  const key = await readText('private key', keyFile);
  const certificate = certificateOf(cert, certFile);
  if (!certificate.checkPrivateKey(privateKeyOf(key, keyFile)))
    throw new Error(`the private key ${keyFile} does not belong to the certificate ${certFile}`);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new Error(`the certificates in ${certFile} cannot be used: ${(error as Error).message}`);
  }
  return { cert, key, certFile };
}

/** A self-signed identity for this machine, kept in a directory and made anew shortly before it expires. */
export async function ownIdentity(directory: string, now = new Date()): Promise<FileIdentity> {
  const certFile = join(directory, 'certificate.pem');
  const keyFile = join(directory, 'key.pem');
  const kept = await readIdentity(certFile, keyFile).catch(() => undefined);
  if (kept && expires(kept.cert).getTime() - now.getTime() > renewBeforeDays * day) return kept;
  const { cert, private: key } = await makeCertificate(now);
  makeDirectory(directory);
  replaceFile(keyFile, key);
  replaceFile(certFile, cert, 0o644);
  return { cert, key, certFile };
}

export function expires(cert: string): Date {
  return new Date(new X509Certificate(cert).validTo);
}

async function readText(what: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(`the ${what} ${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}`);
  });
  if (text.trim() === '') throw new Error(`the ${what} ${file} is empty`);
  return text;
}

function certificateOf(cert: string, file: string): X509Certificate {
  try {
    return new X509Certificate(cert);
  } catch {
    throw new Error(`${file} does not contain a certificate in PEM format`);
  }
}

/** It vouches for itself alone: whoever trusts it trusts no other certificate that its key could sign. */
async function makeCertificate(now: Date) {
  const { generate } = await import('selfsigned'); // 60 modules that are needed once in a year
  const names = [...new Set(['localhost', hostname()])];
  return generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - day),
    notAfterDate: new Date(now.getTime() + validDays * day),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
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
