import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A page that was fetched to fill in a form: when, in seconds, and with whose secret that is signed. */
interface Signer {
  accountId: number;
  formId: number;
  secret: Uint8Array;
}

/** People need longer to fill in a form; programs do not. */
export const minAgeSeconds = 2;
const maxAgeSeconds = 2 * 3600;
/** Bits of zeros that a proof begins with: a fraction of a second in a browser. */
export const workBits = 16;

/** Returns a signed time; it says when a form was fetched. */
export function writeTicket(signer: Signer, nowSeconds: number): string {
  return `${nowSeconds}.${sign(signer, nowSeconds)}`;
}

/** Returns whether the ticket of a form is good, or why not. */
export function checkTicket(ticket: string, signer: Signer, nowSeconds: number): 'good' | 'early' | 'bad' {
  const [, time, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? [];
  if (time === undefined || signature === undefined) return 'bad';
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(sign(signer, Number(time))))) return 'bad';
  const age = nowSeconds - Number(time);
  if (age < minAgeSeconds) return 'early';
  return age <= maxAgeSeconds ? 'good' : 'bad';
}

/** Verifies the proof of work for a ticket and an address: SHA-256 of `ticket:email:proof` begins with zeros. */
export function isProof(ticket: string, email: string, proof: string): boolean {
  if (!/^\d{1,15}$/.test(proof)) return false;
  const digest = createHash('sha256').update(`${ticket}:${email}:${proof}`).digest();
  return digest.readUInt32BE(0) >>> (32 - workBits) === 0;
}

function sign({ accountId, formId, secret }: Signer, seconds: number): string {
  return createHmac('sha256', secret).update(`sign-up ${accountId} ${formId} ${seconds}`).digest('base64url');
}
