import { isAscii, isUtf8 } from 'node:buffer';
import { nameOf, splitFields } from './fields.ts';
import type { Entity } from './transfer-encoding.ts';

/** Adds the type of a text that is not ASCII to a message without MIME fields: its encoding has to be named. */
export function describeContent(head: string, body: string): Entity {
  const octets = Buffer.from(body, 'latin1');
  const names = splitFields(head).map(nameOf);
  const version = names.includes('mime-version') ? '' : 'MIME-Version: 1.0\r\n';
  if (names.includes('content-type') || isAscii(octets))
    return { head: names.some(isMime) ? version + head : head, body };
  const charset = isUtf8(octets) ? 'utf-8' : 'windows-1252';
  return { head: `${version}${head}Content-Type: text/plain; charset=${charset}\r\n`, body };
}

const isMime = (name: string) => name.startsWith('content-');
