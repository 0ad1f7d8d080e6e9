import { createHash, randomBytes } from 'node:crypto';

/** A new token of 128 random bits for a personal link, and the hash that is stored of it. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(16).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
