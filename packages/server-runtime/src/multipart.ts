/** A part of a multipart body; its content is a view of the body. */
export interface Part {
  /** Header fields by names in lower case. */
  head: ReadonlyMap<string, string>;
  content: Uint8Array;
}

/** Field of a form, as `multipart/form-data` has it (RFC 7578). */
export interface FormPart extends Part {
  name: string;
  /** A file if the part gives a file name, otherwise its text. */
  value: string | File;
}

/** Returns the boundary of a Content-Type, or `undefined` if it has none or one that is not valid (RFC 2046, section 5.1.1). */
export function boundaryOf(contentType: string): string | undefined {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s"]{1,70})(?=[;\s]|$))/i.exec(contentType) ?? [];
  return quoted ?? plain;
}

/** Each byte as one character, so that positions in the text are those of the bytes. */
const bytewise = new TextDecoder('latin1');
const utf8 = new TextDecoder();

/** Bytes of the header fields of a part. */
const longestHead = 16_384;

/**
 * Yields the parts that the bytes contain as a whole, in time linear in their number. Returns whether the body ends after them
 * as it should.
 */
export function* partsOf(bytes: Uint8Array, boundary: string): Generator<Part, boolean> {
  const text = bytewise.decode(bytes);
  const delimiter = `\r\n--${boundary}`;
  // The line end before the first delimiter may be missing.
  let at = text.startsWith(delimiter.slice(2)) ? -2 : text.indexOf(delimiter);
  while (at !== -1) {
    const from = at + delimiter.length;
    if (text.startsWith('--', from)) return true;
    const headEnd = text.indexOf('\r\n\r\n', from);
    const next = text.indexOf(delimiter, from);
    // Without content, the line end before the delimiter is that of the head.
    if (headEnd < 0 || headEnd - from > longestHead || next < headEnd + 2) return false;
    const head = headOf(utf8.decode(bytes.subarray(from, headEnd)));
    yield { head, content: bytes.subarray(headEnd + 4, next) };
    at = next;
  }
  return false;
}

function headOf(text: string): Map<string, string> {
  return new Map(
    text.split('\r\n').flatMap((line): [string, string][] => {
      const colon = line.indexOf(':');
      return colon > 0 ? [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]] : [];
    }),
  );
}

/** Returns a part as a field of a form, or `undefined` if it has no name. */
export function formPart({ head, content }: Part): FormPart | undefined {
  const disposition = head.get('content-disposition') ?? '';
  const name = parameterOf(disposition, 'name');
  if (name === undefined || !/^form-data\s*;/i.test(disposition)) return undefined;
  const filename = parameterOf(disposition, 'filename');
  if (filename === undefined) return { head, content, name, value: utf8.decode(content) };
  const type = head.get('content-type') ?? 'text/plain';
  const bytes = content as Uint8Array<ArrayBuffer>;
  return { head, content, name, value: new File([bytes], filename, { type }) };
}

/** Browsers escape line ends and quotation marks of names, and nothing else (HTML, "multipart/form-data encoding algorithm"). */
function parameterOf(disposition: string, name: string): string | undefined {
  const [, quoted, plain] = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\s"]+))`, 'i').exec(disposition) ?? [];
  return (quoted ?? plain)?.replaceAll(/%(0a|0d|22)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
