import { createHmac, timingSafeEqual } from 'node:crypto';
import { readSecretFile } from '../../platform/text/secret-file.ts';
import { unfit } from '../refusal.ts';

/** Begins what is signed, so that a MAC of something else that is made with the key is no signature of a file. */
const label = 'mailwright account file\n';
const macBytes = 32;
const shortestKey = 32;

/**
 * Reads the key that both installations know.
 * @throws Error if there is none, or if it could be guessed
 */
export function readMoveKey(file: string | undefined): string {
  if (file === undefined)
    throw unfit('files of accounts are signed: give the key that both installations have with --move-key-file');
  const key = readSecretFile('--move-key-file', file);
  if (key.length < shortestKey)
    throw unfit(`--move-key-file: ${file} has ${key.length} characters; a key has ${shortestKey} at least`);
  return key;
}

/** Yields what a file has, and behind it an HMAC with SHA-256. */
export async function* signed(chunks: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> {
  const mac = createHmac('sha256', key).update(label);
  for await (const chunk of chunks) {
    mac.update(chunk);
    yield chunk;
  }
  yield mac.digest();
}

/** Yields what a signed file has, without the signature. @throws SignatureError at the end if it is not right */
export async function* verified(chunks: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> {
  const mac = createHmac('sha256', key).update(label);
  let kept: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = Buffer.concat([kept, chunk]);
    const content = all.subarray(0, -macBytes);
    kept = all.subarray(content.length);
    mac.update(content);
    yield content;
  }
  if (kept.length !== macBytes || !timingSafeEqual(kept, mac.digest())) throw new SignatureError();
}

export class SignatureError extends Error {
  override name = 'SignatureError';

  constructor() {
    super('its signature is not that of the key: it is cut, was changed, or was written with another key');
  }
}
