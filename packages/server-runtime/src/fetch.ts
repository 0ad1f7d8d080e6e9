import { ApiError } from './api-error.ts';
import { chunksOf, joined, streamOf } from './bytes.ts';
import type { BodyReader, Dispatch } from './raw.ts';
import { isStream } from './streams.ts';
import { tooLarge } from './too-large.ts';

interface FetchOptions {
  /** Paths are relative to it, such as `/1.0`. */
  basePath?: string;
  /** Returns the IP address of the client, which a `Request` does not contain. */
  remoteAddress?(request: Request): string | undefined;
}

/** A handler for servers that use `Request` and `Response`. */
export function toFetchHandler(
  dispatch: Dispatch,
  { basePath = '', remoteAddress = () => undefined }: FetchOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    const inside = url.pathname.startsWith(`${basePath}/`);
    const { status, headers, body } = await dispatch({
      method: request.method,
      path: inside ? url.pathname.slice(basePath.length) : '',
      query: url.search.slice(1),
      headers: Object.fromEntries(request.headers),
      body: request.body ? reader(request.body) : undefined,
      secure: url.protocol === 'https:',
      remoteAddress: remoteAddress(request),
      url: url.origin + url.pathname,
    });
    const empty = request.method === 'HEAD' || status === 204 || status === 304;
    const sent = isStream(body) ? streamOf(body) : body;
    return new Response(empty ? null : (sent as ConstructorParameters<typeof Response>[0]), { status, headers });
  };
}

function reader(stream: ReadableStream<Uint8Array>): BodyReader {
  const whole: BodyReader = async (limit, take = () => {}) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of chunksOf(stream)) {
        size += chunk.length;
        if (size > limit) throw tooLarge(limit);
        take(chunk.length);
        chunks.push(chunk);
      }
    } catch (error) {
      throw error instanceof ApiError ? error : new ApiError(400, 'body ended early', { cause: error });
    }
    return joined(chunks);
  };
  return Object.assign(whole, { stream: () => chunksOf(stream) });
}
