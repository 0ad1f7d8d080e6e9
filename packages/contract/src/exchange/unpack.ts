import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { bodyOrLost, type HeaderLines, header, LONGEST_JUDGED, type SentRequest } from './exchange.ts';

type Unpack = (body: Uint8Array, options: { maxOutputLength: number }) => Buffer;

/** Some servers send `deflate` without the frame of zlib (RFC 9110 section 8.4.1.2). */
const inflate: Unpack = (body, options) => {
  try {
    return inflateSync(body, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw error;
    return inflateRawSync(body, options);
  }
};

const CODINGS: { [coding: string]: Unpack } = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflate,
  br: brotliDecompressSync,
};

/**
 * Returns a body without its `Content-Encoding`, or `undefined` if it is not in this coding, or longer than `most` bytes then.
 */
export function unpack(headers: HeaderLines, body: Uint8Array, most: number): Uint8Array | undefined {
  const codings = (header(headers, 'content-encoding') ?? '').toLowerCase().split(',');
  const wanted = codings.map((each) => each.trim()).filter((each) => each !== '' && each !== 'identity');
  if (body.length === 0) return body;
  try {
    return wanted.reduceRight<Uint8Array | undefined>((packed, coding) => {
      const way = CODINGS[coding];
      return packed && way?.(packed, { maxOutputLength: most });
    }, body);
  } catch {
    return undefined;
  }
}

/** Returns a body as the description means it, without its `Content-Encoding`; it is lost if it cannot be unpacked. */
export const unpackJudged = (headers: HeaderLines, body: Uint8Array): Pick<SentRequest, 'body' | 'bodyLost'> =>
  bodyOrLost(unpack(headers, body, LONGEST_JUDGED));
