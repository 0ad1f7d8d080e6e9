import { createHmac, randomBytes } from 'node:crypto';

/**
 * What binds the answer of an identity provider to the browser that asked for it. The browser keeps the secret in a cookie; the
 * values below are derived from it, so that nothing is stored until an answer comes.
 */
export interface Handshake {
  secret: string;
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
}

const handshakeMinutes = 10;

const form = /^[\w-]{43}\.(\d{1,15})$/;

export const newHandshake = (now: number): Handshake => derive(`${randomBytes(32).toString('base64url')}.${now}`);

/** Returns the handshake of a secret, or `undefined` if the secret is none or too old. Its time cannot be changed: state would too. */
export function readHandshake(secret: string, now: number): Handshake | undefined {
  const begun = Number(form.exec(secret)?.[1] ?? Number.NaN);
  return Math.abs(now - begun) <= handshakeMinutes * 60_000 ? derive(secret) : undefined;
}

function derive(secret: string): Handshake {
  const part = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { secret, state: part('state'), nonce: part('nonce'), verifier: part('verifier') };
}
