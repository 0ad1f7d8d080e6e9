import { X509Certificate } from 'node:crypto';
import { AcmeError } from './problem.ts';

/** When an authority wants a certificate to be renewed (RFC 9773, section 4.2). */
export interface RenewalWindow {
  start: Date;
  end: Date;
}

/**
 * Returns the id of a certificate in questions about its renewal (RFC 9773, section 4.1); undefined if it does not name the key
 * that has signed it.
 */
export async function renewalId(pem: string): Promise<string | undefined> {
  const x509 = await import('@peculiar/x509');
  const { raw, serialNumber } = new X509Certificate(pem);
  const certificate = new x509.X509Certificate(new Uint8Array(raw));
  const keyId = certificate.getExtension<InstanceType<typeof x509.AuthorityKeyIdentifierExtension>>('2.5.29.35')?.keyId;
  if (keyId === undefined) return undefined;
  const encode = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
  return `${encode(keyId)}.${encode(derInteger(serialNumber))}`;
}

/** Returns the bytes of a positive number in DER: the first bit of the first byte would be a sign. */
function derInteger(hex: string): string {
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return /^[89a-f]/i.test(even) ? `00${even}` : even;
}

/** Reads the window. @throws AcmeError if there is none */
export function readWindow({ suggestedWindow }: Record<string, unknown>): RenewalWindow {
  const { start, end } = (suggestedWindow ?? {}) as { start?: unknown; end?: unknown };
  const window = { start: new Date(String(start)), end: new Date(String(end)) };
  if (!(window.start < window.end)) throw new AcmeError('refused', 'The authority suggests no time of renewal');
  return window;
}

/** Returns a time within the window, so that not all services order at its beginning. @param share from 0 to 1 */
export const timeWithin = ({ start, end }: RenewalWindow, share: number): Date =>
  new Date(start.getTime() + (end.getTime() - start.getTime()) * share);
