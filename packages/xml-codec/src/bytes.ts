import { XmlError } from './error.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a document, its byte order mark taken off, line ends made line feeds (XML 1.0, 2.11). */
export function toText(xml: string | Uint8Array): string {
  let text = typeof xml === 'string' ? xml : fromBytes(xml);
  if (text.charCodeAt(0) === 0xfeff) text = text.slice(1);
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n');
  return text;
}

function fromBytes(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if ((a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe) || (bytes.length > 1 && (a === 0 || b === 0))) {
    throw new XmlError('encoding', 'the document is UTF-16; only UTF-8 is read', { expected: 'UTF-8' });
  }
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new XmlError('encoding', 'the document is not valid UTF-8', { expected: 'UTF-8' });
  }
}
