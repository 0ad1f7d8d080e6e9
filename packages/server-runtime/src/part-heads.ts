/** The header fields of each part of a multipart body (RFC 2046, section 5.1.1), by names in lower case, in their order. */
export function partHeads(bytes: Uint8Array, contentType: string): ReadonlyMap<string, string>[] {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const delimiter = `--${quoted ?? plain}`;
  // One character for each byte.
  const text = new TextDecoder('latin1').decode(bytes);
  const heads: ReadonlyMap<string, string>[] = [];
  let at = text.startsWith(delimiter) ? 0 : text.indexOf(`\r\n${delimiter}`) + 2;
  while (at >= 0) {
    const from = at + delimiter.length;
    const end = text.indexOf('\r\n\r\n', from);
    if (end < 0 || text.startsWith('--', from)) break;
    heads.push(fieldsOf(bytes.subarray(from, end)));
    const next = text.indexOf(`\r\n${delimiter}`, end + 2);
    at = next < 0 ? -1 : next + 2;
  }
  return heads;
}

function fieldsOf(bytes: Uint8Array): Map<string, string> {
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
    }),
  );
}
