import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Time-based one-time passwords (RFC 6238) as authenticator apps make them: SHA-1, 6 digits, 30 seconds. */
const stepMillis = 30_000;
const digits = 6;

export const newTotpSecret = (): Buffer => randomBytes(20);

/** Number of the interval at a time. */
export const totpStep = (millis: number): number => Math.floor(millis / stepMillis);

/** Code of an interval (RFC 4226, 5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const truncated = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the interval of a code, which may be that of `now` or the one before (RFC 6238, section 5.2); `undefined` if it is of
 * neither.
 */
export function findTotpStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const given = Buffer.from(code.replaceAll(/\s/g, ''));
  const step = totpStep(now);
  const fitting = [step - 1, step].filter((each) => {
    const wanted = Buffer.from(totpCode(secret, each));
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  });
  return fitting.at(-1);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648), as people type secrets. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((part) => alphabet[Number.parseInt(part.padEnd(5, '0'), 2)]).join('');
}

/** Address that a QR code brings into an authenticator app. */
export function totpUri(secret: Uint8Array, issuer: string, email: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
