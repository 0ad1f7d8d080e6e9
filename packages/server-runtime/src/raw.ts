/** A request as the pipeline sees it, whatever server it came through. */
export interface RawRequest {
  method: string;
  /** Still percent-encoded, without the base path: `/mailings/1/name`. */
  path: string;
  /** Without the question mark; empty when there is none. */
  query: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined when the request has none. A reader is called only when the body is needed. */
  body: Uint8Array | BodyReader | undefined;
  /** Whether it came over HTTPS. */
  secure: boolean;
  /** IP address of the caller, where it is known. */
  remoteAddress?: string | undefined;
  /** Absolute address without query string, for the links in answers. */
  url: string;
}

/**
 * Gives the whole body; `take` is told of bytes before they are kept, and may throw. Throws a 413 `ApiError` when it is
 * longer than `limit` bytes.
 */
export interface BodyReader {
  (limit: number, take?: (bytes: number) => void): Promise<Uint8Array>;
  /** The bytes as they come, in place of the whole. */
  stream?(): AsyncIterable<Uint8Array>;
}

export interface RawResponse {
  status: number;
  /** In order; a name may stand several times. Those of the stub are in lower case. */
  headers: [name: string, value: string][];
  /** A stream is sent as it comes; when it breaks off, so does the connection. */
  body: string | Uint8Array | AsyncIterable<Uint8Array> | undefined;
}

/** Never throws and never rejects. The answer is there at once when neither a hook nor the handler is asynchronous. */
export type Dispatch = (request: RawRequest) => RawResponse | PromiseLike<RawResponse>;

const token = /^[\w!#$%&'*+.^`|~-]+$/;
const unfit = /[^\t\x20-\x7e\x80-\xff]/;

/** Whether HTTP can carry a header (RFC 9110 section 5). */
export const isHeader = (name: string, value: string): boolean => token.test(name) && !unfit.test(value);

/** The header, or undefined; a repeated one joined by commas, as RFC 9110 section 5.3 allows. */
export function header(request: RawRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}
