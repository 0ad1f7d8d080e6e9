import { isOfMail, readTokenOfMail } from './mail-keys.ts';
import { maxTokenLength, type ReadToken, readTokenWithMac } from './token.ts';

/** Takes a token of any kind apart. Returns `undefined` for what no token can look like. */
export function readToken(token: string): ReadToken | undefined {
  if (token.length > maxTokenLength) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.toString('base64url') !== token) return undefined;
  return isOfMail(bytes) ? readTokenOfMail(bytes) : readTokenWithMac(bytes);
}
