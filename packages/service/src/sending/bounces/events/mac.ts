import { createHmac, timingSafeEqual } from 'node:crypto';

/** Reports whether a text in hexadecimal is the HMAC-SHA256 of the content; compared in constant time. */
export function isMac(given: string, key: string, ...content: (string | Buffer)[]): boolean {
  const mac = createHmac('sha256', key);
  for (const part of content) mac.update(part);
  const wanted = mac.digest();
  const bytes = Buffer.from(given, 'hex');
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted);
}
