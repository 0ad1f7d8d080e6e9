import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './key.ts';
import type { SealedColumn, SealedPlace } from './sealed.ts';

/**
 * AES-256-GCM. A value is a mark, the id of its key, a random nonce, the encrypted secret and the tag; the associated data
 * are table, column, account and row.
 */
const algorithm = 'aes-256-gcm';
const mark = Buffer.from('MWS\u0001', 'latin1');
const sizes = { id: 8, nonce: 12, tag: 16 };
const head = mark.length + sizes.id + sizes.nonce;

export function encrypt(key: SecretKey, column: SealedColumn, place: SealedPlace, secret: Uint8Array): Buffer {
  const nonce = randomBytes(sizes.nonce);
  const cipher = createCipheriv(algorithm, key.bytes, nonce, { authTagLength: sizes.tag });
  cipher.setAAD(associatedData(column, place));
  const encrypted = [cipher.update(secret), cipher.final()];
  return Buffer.concat([mark, Buffer.from(key.id, 'hex'), nonce, ...encrypted, cipher.getAuthTag()]);
}

/** @throws Error if the value is of another key or row, or was changed */
export function decrypt(key: SecretKey, column: SealedColumn, place: SealedPlace, value: Uint8Array): Buffer {
  const nonce = value.subarray(mark.length + sizes.id, head);
  const decipher = createDecipheriv(algorithm, key.bytes, nonce, { authTagLength: sizes.tag });
  decipher.setAAD(associatedData(column, place));
  decipher.setAuthTag(value.subarray(-sizes.tag));
  return Buffer.concat([decipher.update(value.subarray(head, -sizes.tag)), decipher.final()]);
}

/** Returns the id of the key of an encrypted value, or `undefined` for a readable one, which is shorter. */
export function keyIdOf(value: Uint8Array): string | undefined {
  if (value.length <= head + sizes.tag || !mark.equals(value.subarray(0, mark.length))) return undefined;
  return Buffer.from(value.subarray(mark.length, mark.length + sizes.id)).toString('hex');
}

/** First bytes of all values of a key. */
export const beginning = (id: string): Buffer => Buffer.concat([mark, Buffer.from(id, 'hex')]);

const associatedData = ({ table, column }: SealedColumn, { account, row }: SealedPlace) =>
  Buffer.from(`${table}.${column} ${account} ${row}`);
