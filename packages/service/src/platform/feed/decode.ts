/**
 * Decodes the bytes of a feed. Its encoding is that of the byte order mark, else of the header, else of the XML declaration,
 * else UTF-8; labels are those of the Encoding Standard, and unknown ones are ignored.
 */
export function decodeFeed(bytes: Uint8Array, contentType = ''): string {
  const ofHeader = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const decoder = [labelOfMark(bytes), ofHeader, declaredLabel(bytes)].map(decoderOf).find(Boolean);
  return (decoder ?? new TextDecoder()).decode(bytes);
}

function decoderOf(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function labelOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

const declarationBytes = 1024;

function declaredLabel(bytes: Uint8Array): string | undefined {
  // Without a mark, UTF-16 is known by the zeros of its first characters.
  if (bytes[0] === 0 && bytes[1] !== 0) return 'utf-16be';
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytes));
  const label = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']*)["']/.exec(start)?.[1];
  // A declaration that can be read as ASCII is none of UTF-16.
  return label !== undefined && /^(utf-16|ucs-2|unicode|csunicode|iso-10646-ucs-2)/i.test(label) ? 'utf-8' : label;
}
