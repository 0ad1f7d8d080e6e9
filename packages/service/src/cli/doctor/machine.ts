import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { type DoctorFinding, findingsOf } from './finding.ts';

const day = 86_400_000;
const mebibyte = 1024 * 1024;
const soon = 14;

/** Room on the disk of the data; below 64 MiB the embedded database refuses changes. */
export function checkDisk(directory: string, free = freeBytes): DoctorFinding[] {
  const { ok, warning, error } = findingsOf('disk', directory);
  if (!existsSync(directory)) return warning('The directory does not exist yet; the first start creates it.');
  const room = free(directory) / mebibyte;
  const told = `${Math.floor(room)} MiB are free.`;
  if (room < 80) return error(`${told} Free disk space: the database rejects changes.`);
  return room < 1024 ? warning(`${told} Free disk space soon.`) : ok(told);
}

function freeBytes(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

/** The certificate of HTTPS: its time, its names, and whether others know who signed it. */
export function checkCertificate(file: string, host: string, now: Date): DoctorFinding[] {
  const { warning, error } = findingsOf('certificate', file);
  if (!existsSync(file)) return warning('There is no certificate yet; the first start generates a self-signed one.');
  try {
    return judgeCertificate(new X509Certificate(readFileSync(file)), file, host, now);
  } catch {
    return error('The file does not contain a certificate in PEM format.');
  }
}

/** How the order of a certificate by ACME stands. */
interface OrderState {
  /** Why the last order has failed; null if it has not. */
  reason: string | null;
  /** Time of the next one. */
  dueAt: string;
  /** The certificate; null if there is none yet. */
  pem: string | null;
}

/** The certificate that is ordered by ACME, and what keeps the next one away. */
export function checkOrder(order: OrderState | undefined, host: string, now: Date): DoctorFinding[] {
  const { warning, error } = findingsOf('certificate', host);
  if (order === undefined) return warning('No certificate was ordered yet; the first start of the service orders one.');
  const { reason, dueAt, pem } = order;
  const failed =
    reason === null ? [] : error(`No certificate was ordered. ${reason}. The next attempt is at ${dueAt}.`);
  if (pem === null && reason === null) return warning('A certificate is being ordered.');
  return [...failed, ...(pem === null ? [] : judgeCertificate(new X509Certificate(pem), host, host, now))];
}

function judgeCertificate(certificate: X509Certificate, subject: string, host: string, now: Date): DoctorFinding[] {
  const { ok, warning, error } = findingsOf('certificate', subject);
  const days = Math.floor((new Date(certificate.validTo).getTime() - now.getTime()) / day);
  if (days < 0) return error(`It expired on ${certificate.validTo}. Renew it.`);
  if (new Date(certificate.validFrom) > now)
    return error(`It is not valid before ${certificate.validFrom}. Is the clock right?`);
  const named = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  if (named === undefined) {
    return error(`It is not valid for ${host}. Get a certificate with this name, or change --public-url.`);
  }
  if (days < soon) return warning(`It expires in ${days} days. Renew it.`);
  const selfSigned = certificate.subject === certificate.issuer && host !== 'localhost';
  return selfSigned
    ? warning('It is self-signed: browsers will warn people who follow links in mails.')
    : ok(`It is valid for ${days} more days.`);
}

export const ownCertificate = (dataDir: string) => join(dataDir, 'tls', 'certificate.pem');
