import { MIMEType } from 'node:util';
import { badRequest } from '@mailwright/server/runtime';
import mime from 'mime';

/** Types that clients send if they do not know the type, or that are the type of the API itself. */
const sayNothing =
  /^(?:\*\/\*|(?:application|binary)\/(?:octet-stream|binary|download|force-download|unknown|x-download|x-www-form-urlencoded|vnd\.service\.api\+\w+))$/;

const longest = 255;

/** Detects the type of a file by its signature; returns `undefined` for text and unknown types. */
export async function typeOfBytes(content: Uint8Array): Promise<string | undefined> {
  const { fileTypeFromBuffer } = await import('file-type');
  return (await fileTypeFromBuffer(content))?.mime;
}

/**
 * MIME type of a file (RFC 2045, section 5): as the client says, else by its bytes, else by its name.
 * @throws ApiError 400 when the client says what is none
 */
export function chooseMimeType(sent: string, ofBytes: string | undefined, filename: string): string {
  const type = parse(sent);
  if (type !== undefined && !sayNothing.test(type.essence)) return String(type);
  return ofBytes ?? mime.getType(filename) ?? 'application/octet-stream';
}

function parse(sent: string): MIMEType | undefined {
  if (sent === '*/*') return undefined;
  try {
    const type = new MIMEType(sent);
    if (/^[\x20-\x7e]+$/.test(String(type)) && String(type).length <= longest) return type;
  } catch {}
  throw badRequest(`Content-Type must be a MIME type of at most ${longest} ASCII characters but was ${sent}`);
}
