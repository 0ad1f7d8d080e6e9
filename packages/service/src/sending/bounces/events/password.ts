import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Reports whether a request has the password (RFC 7617), whatever the name of the user; compared in constant time. */
export function hasPassword({ authorization = '' }: IncomingHttpHeaders, password: string): boolean {
  const [, credentials = ''] = /^basic +([\w+/=-]+)$/i.exec(authorization) ?? [];
  const [, given] = /^[^:]*:(.*)$/s.exec(Buffer.from(credentials, 'base64').toString()) ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(password));
}

/** Of the same length for all, as the comparison needs it. */
const digest = (text: string) => createHash('sha256').update(text).digest();
