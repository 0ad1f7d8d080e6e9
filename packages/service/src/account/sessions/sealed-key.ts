import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const cipher = 'aes-256-gcm';
const tagLength = 16;
/** Each token seals one key once, so the nonce can be the same for all. */
const nonce = Buffer.alloc(12);

/** Encrypts the API key of a session with the token in its cookie: the database alone does not reveal it. */
export function sealKey(key: string, token: string): Buffer {
  const seal = createCipheriv(cipher, deriveSecret(token), nonce);
  return Buffer.concat([seal.update(key, 'utf8'), seal.final(), seal.getAuthTag()]);
}

/** Decrypts a sealed key. @throws Error if it was sealed with another token or changed since */
export function openSealedKey(sealed: Uint8Array, token: string): string {
  const opened = createDecipheriv(cipher, deriveSecret(token), nonce, { authTagLength: tagLength });
  opened.setAuthTag(sealed.subarray(-tagLength));
  return opened.update(sealed.subarray(0, -tagLength), undefined, 'utf8') + opened.final('utf8');
}

const deriveSecret = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'mailwright console key', 32));
