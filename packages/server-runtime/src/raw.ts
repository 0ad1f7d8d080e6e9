/** A request, independent of the HTTP server. */
export interface RawRequest {
  method: string;
  /** Still percent-encoded, without the base path: `/mailings/1/name`. */
  path: string;
  /** Without the question mark; empty if there is none. */
  query: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined if the request has none. The reader is called only if the body is needed. */
  body: Uint8Array | BodyReader | undefined;
  /** Whether the request was sent over HTTPS. */
  secure: boolean;
  /** IP address of the client, if known. */
  remoteAddress?: string | undefined;
  /** Absolute URL without query string, for links in responses. */
  url: string;
}

/**
 * Returns the whole body; `take` is called before bytes are stored, and may throw. Throws a 413 `ApiError` if it is
 * longer than `limit` bytes.
 */
export interface BodyReader {
  (limit: number, take?: (bytes: number) => void): Promise<Uint8Array>;
  /** The body as a stream, instead of the whole body. */
  stream?(): AsyncIterable<Uint8Array>;
}

export interface RawResponse {
  status: number;
  /** In order; names can be repeated. They are spelt as in the description, because some clients compare them exactly. */
  headers: [name: string, value: string][];
  /** A stream is sent while it is read; if it fails, the connection is closed. */
  body: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
}

/** Never throws and never rejects. Returns synchronously if neither a hook nor the handler is asynchronous. */
export type Dispatch = (request: RawRequest) => RawResponse | PromiseLike<RawResponse>;

/** The path with that of the server, still percent-encoded. */
export const wholePath = ({ url }: Pick<RawRequest, 'url'>): string => url.replace(/^[^:]*:\/\/[^/]*/, '');

const token = /^[\w!#$%&'*+.^`|~-]+$/;
const unfit = /[^\t\x20-\x7e\x80-\xff]/;

/** Reports whether a header is valid in HTTP (RFC 9110 section 5). */
export const isHeader = (name: string, value: string): boolean => token.test(name) && !unfit.test(value);

/** The header, or undefined; a repeated one joined by commas, as RFC 9110 section 5.3 allows. */
export function header(request: RawRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}
