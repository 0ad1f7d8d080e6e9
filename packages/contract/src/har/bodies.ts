import { type HeaderLines, header, isBodiless } from '../exchange/exchange.ts';
import { unpack } from '../exchange/unpack.ts';
import { LONGEST_ENTRY } from './entries.ts';
import type { HarPostData, HarRequest, HarResponse } from './har.ts';

/** A body, or the news that the file does not have it. */
export interface ReadBody {
  body: Uint8Array;
  bodyLost?: true;
}

const NONE: ReadBody = { body: new Uint8Array() };
const LOST: ReadBody = { ...NONE, bodyLost: true };

/**
 * Body of an answer. HAR has it without its `Content-Encoding`, as text in UTF-8 or in base64. Browsers leave out the bodies of
 * redirects, of streams, and those that were not in memory any more.
 */
export function readResponseBody(
  method: string,
  { status, content = {}, bodySize }: HarResponse,
  headers: HeaderLines,
) {
  // What a file says of one was in the cache of the browser.
  if (isBodiless(method, status)) return NONE;
  const { text, encoding, size } = content;
  if (typeof text === 'string' && (text !== '' || !((size ?? 0) > 0)))
    return { body: bytesOf(text, encoding, headers) };
  const isEmpty = size === 0 && (header(headers, 'content-length') === '0' || isKnownEmpty(bodySize, headers));
  return isEmpty && !(status >= 300 && status < 400) ? NONE : LOST;
}

const isKnownEmpty = (bodySize: number | undefined, headers: HeaderLines) =>
  bodySize === 0 && ['content-length', 'transfer-encoding'].every((name) => header(headers, name) === undefined);

/** Body of a request. Exporters write forms as text or as fields; files of a form are often left out. */
export function readRequestBody({ postData, bodySize = 0 }: HarRequest, headers: HeaderLines): ReadBody {
  if (!postData) return bodySize > 0 || Number(header(headers, 'content-length') ?? 0) > 0 ? LOST : NONE;
  const { text, encoding, _encoding } = postData;
  const fields = fieldsOf(postData);
  if (typeof text === 'string' && text !== '') {
    // Browsers drop files, and whatever is no text, from what they export.
    const isWhole = !isMultipart(postData, headers) && !text.includes('\ufffd');
    return isWhole ? { body: bytesOf(text, encoding ?? _encoding, headers) } : LOST;
  }
  if (fields.length === 0) return bodySize > 0 ? LOST : NONE;
  return isMultipart(postData, headers) ? LOST : { body: Buffer.from(String(new URLSearchParams(fields))) };
}

const fieldsOf = ({ params = [] }: HarPostData): [string, string][] =>
  params.map(({ name = '', value = '' }) => [name, value]);

const isMultipart = ({ mimeType = '' }: HarPostData, headers: HeaderLines) =>
  /^multipart\//i.test(header(headers, 'content-type') ?? mimeType);

function bytesOf(text: string, encoding: string | undefined, headers: HeaderLines): Uint8Array {
  if (encoding?.toLowerCase() === 'base64') {
    const plain = text.replaceAll(/\s/g, '');
    // Firefox has called texts base64 that were none.
    if (/^[\w+/-]*={0,2}$/.test(plain)) {
      const bytes = Buffer.from(plain, 'base64');
      return isGzip(bytes) ? (unpack(headers, bytes, LONGEST_ENTRY) ?? bytes) : bytes;
    }
  }
  return isLatin(text, headers) ? Buffer.from(text, 'latin1') : Buffer.from(text);
}

/** Some exporters write the bytes as they came. */
const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** A text of this encoding was brought into UTF-8; it is judged as it was sent. */
function isLatin(text: string, headers: HeaderLines): boolean {
  const named = /;\s*charset\s*=\s*"?([\w-]+)/i.exec(header(headers, 'content-type') ?? '')?.[1];
  const declared = /^<\?xml[^>]{0,99}?\sencoding\s*=\s*["']([\w-]+)["']/.exec(text.slice(0, 120))?.[1];
  return /^(iso-8859-1|latin1|us-ascii)$/i.test(named ?? declared ?? '') && !/[\u0100-\uffff]/.test(text);
}
