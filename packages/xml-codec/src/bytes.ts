import { reasonOf, XmlError } from './error.ts';

/** The text of a document, its byte order mark taken off, line ends made line feeds (XML 1.0, 2.11). */
export function toText(xml: string | Uint8Array, encoding?: string): string {
  let text = typeof xml === 'string' ? xml : fromBytes(xml, encoding);
  if (text.startsWith('\ufeff')) text = text.slice(1);
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  if (!text.isWellFormed()) throw new XmlError('malformed', reasonOf(undefined, 'a lone surrogate'));
  return text;
}

/**
 * A string of its own for a part of a document. V8 cuts out thirteen characters and more as views of the whole, which
 * would then stay in memory as long as one of its parts.
 */
export function copied(part: string): string {
  return part.length < 13 ? part : ` ${part}`.slice(1);
}

/** @param encoding as in `DecodeOptions` */
export function fromBytes(bytes: Uint8Array, encoding = 'utf-8'): string {
  const label = encoding === 'declared' ? declaredEncoding(bytes) : encoding;
  try {
    const text = new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
    // UTF-16 without a mark is valid UTF-8 full of zeros.
    if (!/^.?\0/.test(text)) return text;
  } catch {}
  const name = label === 'utf-8' ? 'UTF-8' : label;
  throw new XmlError('encoding', reasonOf(name, undefined), { expected: name });
}

/** Bytes of a document of which the start says what `declaredEncoding` needs. */
export const declarationBytes = 200;

/** Reads the encoding from the byte order mark, or else from the declaration in ASCII (XML 1.0, appendix F). */
export function declaredEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = String.fromCharCode(...bytes.subarray(0, declarationBytes));
  return /^<\?xml[^>]{0,150}?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([-\w.:]+)/.exec(start)?.[1] ?? 'utf-8';
}
