/** Header lines in the order they came; names in any case. */
export type HeaderLines = [name: string, value: string][];

export interface SentRequest {
  method: string;
  /** Absolute, with its query string. */
  url: string;
  headers: HeaderLines;
  /** Empty when there is none. */
  body: Uint8Array;
  /** A recording has not kept the body: it is not judged. */
  bodyLost?: boolean;
  /** A recording may have removed keys: whether the request has one is not judged. */
  keysLost?: boolean;
}

export interface ReceivedResponse {
  status: number;
  headers: HeaderLines;
  /** Empty when there is none. */
  body: Uint8Array;
  /** A recording has not kept the body: it is not judged. */
  bodyLost?: boolean;
}

/** One request as it went over the wire, and what came back. */
export interface Exchange {
  request: SentRequest;
  response: ReceivedResponse;
}

/** Longest body that is judged, in bytes. */
export const LONGEST_JUDGED = 16 * 2 ** 20;

/** Reports whether an answer has no body, whatever a service writes (RFC 9110 section 6.4.1). */
export const isBodiless = (method: string, status: number): boolean =>
  method.toUpperCase() === 'HEAD' || status < 200 || [204, 205, 304].includes(status);

/** Values of a header, one for each line; the name in any case. */
export function headerValues(headers: HeaderLines, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
}

/** The lines of a header joined by commas (RFC 9110 section 5.2); undefined when there are none. */
export function header(headers: HeaderLines, name: string): string | undefined {
  const values = headerValues(headers, name);
  return values.length === 0 ? undefined : values.join(', ');
}

/** Reports whether requests of a method have no body where nothing tells its length, as in HTTP/2. */
export const isUsuallyBodiless = (method: string): boolean => /^(GET|HEAD|DELETE|OPTIONS)$/i.test(method);

/** Reports whether a browser asks on its own account whether a page may send a request (Fetch standard, CORS protocol). */
export const isPreflight = (method: string, headers: HeaderLines): boolean =>
  method.toUpperCase() === 'OPTIONS' && header(headers, 'access-control-request-method') !== undefined;

/** A body, or the news that it was not kept. */
export const bodyOrLost = (body: Uint8Array | undefined): { body: Uint8Array; bodyLost?: true } =>
  body ? { body } : { body: new Uint8Array(), bodyLost: true };
