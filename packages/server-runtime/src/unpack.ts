import { ApiError, badRequest } from './api-error.ts';
import { chunksOf, joined, streamOf } from './bytes.ts';
import { header, type RawRequest } from './raw.ts';
import { show } from './text.ts';
import { tooLarge } from './too-large.ts';

/** Reports whether a body is compressed. @throws ApiError 415 for codings other than gzip (RFC 9110 section 8.4) */
export function isPacked(request: RawRequest): boolean {
  const coding = header(request, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return false;
  if (coding === 'gzip' || coding === 'x-gzip') return true;
  throw new ApiError(415, `Content-Encoding must be gzip or identity but was ${show(coding)}`, {
    headers: [['Accept-Encoding', 'gzip']],
  });
}

/**
 * Decompresses a body; `take` is called before bytes are stored, and may throw.
 * @throws ApiError 400 if it is not gzip, 413 if it decompresses to more than `limit` bytes
 */
export async function unpack(packed: Uint8Array, limit: number, take: (bytes: number) => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpacked([packed])) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    take(chunk.length);
    chunks.push(chunk);
  }
  return joined(chunks);
}

/** The decompressed bytes. @throws ApiError 400 if they are not gzip, and what reading them throws */
export async function* unpacked(packed: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let fault: { error: unknown } | undefined;
  async function* watched() {
    try {
      yield* packed as AsyncIterable<Uint8Array<ArrayBuffer>>;
    } catch (error) {
      fault = { error };
      throw error;
    }
  }
  try {
    yield* chunksOf(streamOf(watched()).pipeThrough(new DecompressionStream('gzip')));
  } catch {
    throw fault ? fault.error : badRequest('body must be gzip, as its Content-Encoding says');
  }
}
