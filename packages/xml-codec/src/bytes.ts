import { reasonOf, XmlError } from './error.ts';

/** The text of a document, its byte order mark taken off, line ends made line feeds (XML 1.0, 2.11). */
export function toText(xml: string | Uint8Array): string {
  let text = typeof xml === 'string' ? xml : fromBytes(xml);
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

function fromBytes(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // UTF-16 without a mark is valid UTF-8 full of zeros.
    if (!/^.?\0/.test(text)) return text;
  } catch {}
  throw new XmlError('encoding', reasonOf('UTF-8', undefined), { expected: 'UTF-8' });
}
