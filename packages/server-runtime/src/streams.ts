import { ApiError } from './api-error.ts';
import { header, type RawRequest } from './raw.ts';
import { tooLarge } from './too-large.ts';
import { unpacked } from './unpack.ts';

/** Bodies that are streamed and never completely in memory. */

export const isStream = (value: unknown): value is AsyncIterable<Uint8Array> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/**
 * The decompressed bytes of a request for the handler. The iterator throws an ApiError: 413 beyond the limit, 400 if
 * the body ends early or is not gzip.
 * @throws ApiError 413 if the Content-Length exceeds the limit
 */
export function streamedBody(request: RawRequest, packed: boolean, limit: number): AsyncIterable<Uint8Array> {
  if (Number(header(request, 'content-length') ?? 0) > limit) throw tooLarge(limit);
  const sent = limited(bytesOf(request, limit), limit);
  return packed ? limited(unpacked(sent), limit) : sent;
}

async function* bytesOf({ body }: RawRequest, limit: number): AsyncGenerator<Uint8Array> {
  if (typeof body !== 'function') {
    if (body) yield body;
  } else if (body.stream) yield* body.stream();
  else yield await body(limit);
}

async function* limited(bytes: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw ofBody(error instanceof ApiError ? error : new ApiError(400, 'body ended early', { cause: error }));
  }
}

const faults = new WeakSet<object>();

/** Notes that the body of a request is at fault, although the handler that reads it throws the error. */
export function ofBody(error: unknown): unknown {
  if (error instanceof ApiError) faults.add(error);
  return error;
}

export const isOfBody = (error: ApiError): boolean => faults.has(error);

/** The bytes of a response; `onError` is called if the stream fails. */
export async function* observed(
  bytes: AsyncIterable<Uint8Array>,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    onError(error);
    throw error;
  }
}
